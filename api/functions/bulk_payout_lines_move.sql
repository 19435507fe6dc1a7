-- A line that became a payment, or failed, stays as it is: it is never paid again. Its check is final once
-- the bulk payout was submitted.
create or replace function bulk_payout_lines_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.state in ('made', 'failed') or (new.bulk_id, new.number, new.company_id, new.phone_typed, new.amount_typed)
    is distinct from (old.bulk_id, old.number, old.company_id, old.phone_typed, old.amount_typed)
  then
    raise exception 'a line of a bulk payout stays' using errcode = 'insufficient_privilege';
  end if;
  if new.state in ('made', 'failed') and old.state <> 'ok' then
    raise exception 'a line without a fault is paid' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'ok' and (new.phone_number, new.network, new.amount)
    is distinct from (old.phone_number, old.network, old.amount)
    and exists (select from bulk_payouts b where b.id = old.bulk_id and b.submitted_at is not null)
  then
    raise exception 'a line that was submitted stays' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
