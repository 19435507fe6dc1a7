-- Successful payments that were taken over from an earlier system, which booked their money, are marked, so
-- that the ledger check requires entries for every other one.
alter table payments add column is_before_ledger boolean not null default false;
select set_config('app.platform', 'on', true);
update payments set is_before_ledger = true
where origin = 'import' and status = 'SUCCESS' and transaction_id is null;
alter table payments add constraint payments_before_ledger
  check (not is_before_ledger or (origin = 'import' and transaction_id is null));
