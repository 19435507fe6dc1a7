-- A payment that failed no longer counts, and one that succeeded after all counts again.
create or replace function limits_return() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
begin
  perform set_config('app.platform', 'on', true);
  insert into limit_returns (company_id, direction, is_api, day, amount)
  select new.company_id, new.direction, new.origin = 'api', kampala_day(new.created_at),
    case when new.status = 'FAILED' then new.amount else -new.amount end
  -- Only of companies whose payments are counted.
  where exists (select from limit_usage u where u.company_id = new.company_id);
  perform set_config('app.platform', v_platform, true);
  return null;
end
$$;
revoke execute on function limits_return from public;
