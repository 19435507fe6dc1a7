-- The watcher stops payouts because of a sign; see brake_trip. The brake takes the place of its stop.
create or replace function brake_trip_by_watcher(
  p_company uuid, p_sign text, p_reason text, p_figures jsonb
) returns uuid
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_id uuid := brake_trip(p_company, p_sign, p_reason, p_figures, null);
begin
  delete from watcher_stops s where s.company_id is not distinct from p_company;
  perform set_config('app.platform', v_platform, true);
  return v_id;
end
$$;
revoke execute on function brake_trip_by_watcher from public;
grant execute on function brake_trip_by_watcher to sente_watcher;
