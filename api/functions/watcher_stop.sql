-- The watcher stops payouts at once; brake_trip_by_watcher makes a brake of it. Waits for nobody but another
-- watcher.
create or replace function watcher_stop(p_company uuid, p_sign text, p_reason text, p_figures jsonb)
  returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  insert into watcher_stops (company_id, sign, reason, figures)
  values (p_company, p_sign, p_reason, p_figures) on conflict do nothing;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function watcher_stop from public;
grant execute on function watcher_stop to sente_watcher;
