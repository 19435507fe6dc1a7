import { checkColumn, paidOtherwise } from './doubted.ts';

/**
 * What every screen is told of a transaction `t` with its payment `p`, either of which may be absent. One that failed has
 * no payment any more if two people have booked it as paid since, in another transaction.
 */
export const transactionCheck = `case when t.status = 'failed' and p.id is null then (
    select ${paidOtherwise('f', 't')} from payments f where f.failed_transaction_id = t.id
  ) else ${checkColumn} end`;
