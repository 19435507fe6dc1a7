-- Tells that a watcher has looked: at what, and which keys it has to seal brakes with. Refuses a look at what
-- is not there yet: later payouts would count as seen.
create or replace function watcher_beat(
  p_watcher uuid, p_seen pg_snapshot, p_key_names text[], p_figures jsonb
) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_can_seal boolean;
begin
  if pg_snapshot_xmax(p_seen) > pg_snapshot_xmax(pg_current_snapshot()) then
    raise exception 'nobody has seen the future' using errcode = 'invalid_parameter_value';
  end if;
  begin
    -- Requests can lock the credentials; whoever does so does not stop the pulse.
    perform set_config('lock_timeout', '200ms', true);
    v_can_seal := credentials_open_with(p_key_names);
  exception when lock_not_available then
    v_can_seal := coalesce((select w.can_seal from watcher_pulse w), false);
  end;
  insert into watcher_pulse (last_looked_at, watcher_id, seen, can_seal, figures)
  values (clock_timestamp(), p_watcher, p_seen, v_can_seal, p_figures)
  on conflict (id) do update
  set last_looked_at = excluded.last_looked_at, watcher_id = excluded.watcher_id, seen = excluded.seen,
    can_seal = excluded.can_seal, figures = excluded.figures;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function watcher_beat from public;
grant execute on function watcher_beat to sente_watcher;
