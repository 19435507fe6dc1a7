-- Trigger function: the entries of a transaction sum to zero.
create or replace function entries_must_balance() returns trigger
  language plpgsql as $$
begin
  if exists (select from inserted group by company_id, transaction_id having sum(amount) <> 0) then
    raise exception 'the entries of a transaction do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
