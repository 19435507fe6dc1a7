import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { refused } from '../http/app-error.ts';
import { isDoubted } from '../payments/doubted.ts';
import { hasFailed, listLinesAfter } from './bulk-lines.queries.ts';
import type { NewBulk } from './bulk-payouts.queries.ts';
import type { StoredBulk } from './stored-bulks.queries.ts';

/** A new bulk payout of the lines that have failed, without those that the network may have paid after all. */
export async function retryOf(
  db: Db,
  bulk: StoredBulk,
): Promise<Pick<NewBulk, 'name' | 'retryOf' | 'lines'>> {
  if (bulk.state !== 'finished') throw refused('This bulk payout has not finished yet');
  const failed = await listLinesAfter(db, bulk.id, 0, bulk.line_count, hasFailed);
  if (failed.length === 0) throw refused('No line of it has failed');
  const paid = await findPaidBefore(db, bulk.id, failed);
  const rows = failed.filter((row) => !row.is_doubted && !paid.has(row.number));
  if (rows.length === 0) {
    throw refused('The network says that what failed was paid after all: people look into it');
  }
  const lines = rows.map((row) => ({
    number: row.number,
    phone: row.phone_typed,
    amount: row.amount_typed,
    name: row.name_given,
    network: row.network_typed,
    reference: row.reference,
  }));
  const name = `${bulk.name.replace(/ \(retry\)$/, '').slice(0, 92)} (retry)`;
  return { name, retryOf: bulk.id, lines };
}

/**
 * The numbers of the lines of a retry whose earlier payments are paid by now, or may be: a late success can come
 * at any time until they are made. A retry keeps the numbers of its lines.
 */
export async function findPaidBefore(
  db: Db,
  bulkId: string,
  lines: readonly { readonly number: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ number: number }>(
    `with recursive earlier as (
       select b.retry_of as id from bulk_payouts b where b.id = $1
       union all
       select b.retry_of from bulk_payouts b join earlier e on b.id = e.id
     )
     select l.number from earlier e
     join bulk_payout_lines l on l.bulk_id = e.id and l.number = any($2::int[])
     join payments p on p.company_id = l.company_id and p.id = l.payment_id
     where p.status <> 'FAILED' or ${isDoubted('p')}`,
    [bulkId, plainArray(lines.map(({ number }) => number))],
  );
  return new Set(rows.map(({ number }) => number));
}
