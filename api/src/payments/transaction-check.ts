import { checkColumn, otherAmountPaid } from './doubted.ts';

/**
 * What every screen is told of a transaction `t` with its payment `p`, either of which may be absent. One that failed has
 * no payment any more if two people have booked it as paid since, in another transaction.
 */
export const transactionCheck = `case when t.status = 'failed' and p.id is null then (
    select json_build_object('kind', coalesce(f.reviewed, 'late_success'), 'state', 'paid')
    from payments f
    where f.failed_transaction_id = t.id and t.reason is distinct from '${otherAmountPaid}'
  ) else ${checkColumn} end`;
