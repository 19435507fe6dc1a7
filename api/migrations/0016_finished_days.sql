-- Lists by the day of the finish. Each transaction is in one index of its company and in one of the
-- platform. Types and statuses are predicates instead of columns: beneath row-level security an index
-- is not searched by an enum, because comparing enums is not leakproof.
create index transactions_finished_credits_idx on transactions (company_id, finished_at, id)
  where status = 'completed' and type = 'credit';
create index transactions_finished_debits_idx on transactions (company_id, finished_at, id)
  where status = 'completed' and type = 'debit';
create index transactions_finished_failed_idx on transactions (company_id, finished_at, id)
  where status = 'failed';
create index transactions_platform_finished_idx on transactions (finished_at, id)
  where status = 'completed';
create index transactions_platform_failed_idx on transactions (finished_at, id)
  where status = 'failed';

create index payments_company_finished_idx on payments (company_id, finished_at, id)
  where finished_at is not null;
