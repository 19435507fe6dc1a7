import { plainArray, textArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';
import { reversedBy } from '../../ledger/reversal.queries.ts';
import type { NewReview } from './settlement.queries.ts';

/**
 * The payments whose contradiction is settled: their transaction was reversed, or two people have left
 * them as booked although the network said the same.
 */
export async function findKnownContradictions(
  db: Db,
  reviews: readonly NewReview[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ id: string }>(
    `select p.id
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[])
       u(id, network_amount, foreign_amount, foreign_currency)
     join payments p on p.id = u.id
     join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
     where ${reversedBy} is not null or exists (
       select from payment_reviews r
       where r.payment_id = p.id and r.kind = 'contradicted' and r.confirmed_by is not null
         and (r.network_amount, r.foreign_amount, r.foreign_currency)
           is not distinct from (u.network_amount, u.foreign_amount, u.foreign_currency)
     )`,
    [
      plainArray(reviews.map(({ paymentId }) => paymentId)),
      plainArray(reviews.map(({ networkAmount }) => networkAmount ?? undefined)),
      plainArray(reviews.map(({ foreign }) => foreign?.amount ?? undefined)),
      textArray(reviews.map(({ foreign }) => foreign?.currency)),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
