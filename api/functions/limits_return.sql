-- A payment that failed no longer counts, one that succeeded after all counts again, and one whose amount was
-- corrected counts with that. Stored only where somebody counts it: the limits of the direction, or the rule
-- that let it go at once.
create or replace function limits_return() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
  v_kinds text[];
begin
  perform set_config('app.platform', 'on', true);
  v_kinds := array(
    select l.kind from payment_limits l
    where l.company_id = new.company_id and l.direction = new.direction
  );
  if v_kinds <> '{}' or new.is_at_once then
    insert into limit_returns (company_id, direction, is_api, is_at_once, day, created_at, phone_number,
      amount)
    values (
      new.company_id, new.direction, new.origin = 'api', new.is_at_once, kampala_day(new.created_at),
      new.created_at,
      case when 'new_numbers' = any (v_kinds) and (old.status = 'FAILED') <> (new.status = 'FAILED')
        then new.phone_number end,
      case when old.status = 'FAILED' then 0 else old.amount end
        - case when new.status = 'FAILED' then 0 else new.amount end
    );
  end if;
  perform set_config('app.platform', v_platform, true);
  return null;
end
$$;
revoke execute on function limits_return from public;
