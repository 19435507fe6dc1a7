import type { WholeBrake } from '@sente/contract/payout-brakes';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';

/** Settlements on their way, whole batches at a time. Hundredths of UGX; bigint arrives as text. */
interface HeldRow {
  /** Null for those in no batch. */
  readonly batch_id: string | null;
  readonly state: 'waiting' | 'approved' | null;
  readonly created_at: Date | null;
  readonly count: number;
  readonly amount: string;
}

/**
 * What a brake on a company, or on all (null), keeps from the bank: settlements that are in no batch, batches that wait
 * for a second person, and if it is on all, files that nobody has fetched.
 */
export async function readHeldSettlements(
  db: Db,
  companyId: string | null,
): Promise<WholeBrake['settlements']> {
  const rows = await db.rows<HeldRow>(
    `select null as batch_id, null as state, null as created_at, count(*)::int as count,
       coalesce(sum(s.amount), 0)::text as amount
     from settlements s
     where s.state = 'requested' and ($1::uuid is null or s.company_id = $1)
     union all
     select g.id, g.state, g.created_at, g.count, g.amount::text
     from settlement_batches g
     where (g.state = 'waiting' or (g.state = 'approved' and g.fetched_at is null and $1::uuid is null))
       and exists (
         select from settlements s
         where s.batch_id = g.id and s.state = 'batched' and ($1::uuid is null or s.company_id = $1)
       )
     order by created_at nulls first, batch_id`,
    [companyId],
  );
  const requested = rows.find(({ batch_id: id }) => id === null);
  return {
    requestedCount: requested?.count ?? 0,
    requestedAmount: toUgx(requested?.amount ?? '0'),
    batches: rows.flatMap(({ batch_id: id, state, created_at: at, count, amount }) =>
      id === null || state === null || at === null
        ? []
        : [{ id, state, createdAt: at.toISOString(), count, amount: toUgx(amount) }],
    ),
  };
}

/** All that wait, in batches and out of them. */
export function sumSettlements(settlements: WholeBrake['settlements']): {
  count: number;
  amount: number;
} {
  const { requestedCount, requestedAmount, batches } = settlements;
  return batches.reduce(
    (sum, batch) => ({ count: sum.count + batch.count, amount: sum.amount + batch.amount }),
    { count: requestedCount, amount: requestedAmount },
  );
}

export const noSettlements: WholeBrake['settlements'] = {
  requestedCount: 0,
  requestedAmount: 0,
  batches: [],
};
