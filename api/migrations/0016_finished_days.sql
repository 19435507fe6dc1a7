-- Lists by the day of the finish. Each transaction is in one index of its company and in one of the
-- platform. Types and statuses are predicates instead of columns: beneath row-level security an index
-- is not searched by an enum, because comparing enums is not leakproof.
create index transactions_finished_credits_idx on transactions (company_id, finished_at, id)
  where status = 'completed' and type = 'credit';
create index transactions_finished_debits_idx on transactions (company_id, finished_at, id)
  where status = 'completed' and type = 'debit';
create index transactions_finished_failed_credits_idx on transactions (company_id, finished_at, id)
  where status = 'failed' and type = 'credit';
create index transactions_finished_failed_debits_idx on transactions (company_id, finished_at, id)
  where status = 'failed' and type = 'debit';
create index transactions_platform_credits_idx on transactions (finished_at, id)
  where status = 'completed' and type = 'credit';
create index transactions_platform_debits_idx on transactions (finished_at, id)
  where status = 'completed' and type = 'debit';
create index transactions_platform_failed_credits_idx on transactions (finished_at, id)
  where status = 'failed' and type = 'credit';
create index transactions_platform_failed_debits_idx on transactions (finished_at, id)
  where status = 'failed' and type = 'debit';

-- The pending and the failed ones of all companies in the order of their creation. A failed payout must
-- not be looked for among all payers who declined.
create index transactions_pending_credits_idx on transactions (id)
  where status = 'pending' and type = 'credit';
create index transactions_pending_debits_idx on transactions (id)
  where status = 'pending' and type = 'debit';
create index transactions_failed_credits_idx on transactions (id)
  where status = 'failed' and type = 'credit';
create index transactions_failed_debits_idx on transactions (id)
  where status = 'failed' and type = 'debit';
drop index transactions_failed_idx;

create index payments_company_finished_idx on payments (company_id, finished_at, id)
  where finished_at is not null;
