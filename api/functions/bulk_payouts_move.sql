-- A bulk payout goes forward only, and what it is about is fixed once it is submitted.
create or replace function bulk_payouts_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if (new.id, new.company_id, new.account_id, new.origin, new.line_count, new.created_at)
    is distinct from (old.id, old.company_id, old.account_id, old.origin, old.line_count, old.created_at)
    or new.created_by is distinct from old.created_by or new.retry_of is distinct from old.retry_of
  then
    raise exception 'what a bulk payout is about stays' using errcode = 'insufficient_privilege';
  end if;
  if old.submitted_at is not null and (new.amount, new.fee, new.ok_count, new.approval, new.submitted_at)
    is distinct from (old.amount, old.fee, old.ok_count, old.approval, old.submitted_at)
  then
    raise exception 'a bulk payout that was submitted stays' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> old.state and not (
    case old.state
      when 'checking' then new.state in ('draft', 'waiting', 'running', 'cancelled', 'refused')
      when 'draft' then new.state in ('waiting', 'cancelled')
      when 'waiting' then new.state in ('running', 'cancelled', 'refused')
      when 'running' then new.state = 'finished'
      else false
    end
  ) then
    raise exception 'a bulk payout does not go from % to %', old.state, new.state
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
