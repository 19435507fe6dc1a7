-- A payment that is booked in another transaction leads whoever opens the one that failed to what became of it.
create or replace function payments_keep_failed() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from transactions t
    where t.company_id = old.company_id and t.id = old.transaction_id and t.status = 'failed'
  ) then
    new.failed_transaction_id := old.transaction_id;
  end if;
  return new;
end
$$;
