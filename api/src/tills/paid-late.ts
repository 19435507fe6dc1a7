/**
 * A payment `p` that was booked when whoever paid had hardly waited any more: it had failed before, or it took longer than
 * anybody stands at a counter. It is not news of the customer who stands there now.
 */
export const isPaidLate = `(p.status in ('SUCCESS', 'REVERSED') and coalesce(
  p.failed_transaction_id is not null or p.finished_at > p.created_at + interval '15 minutes', false))`;
