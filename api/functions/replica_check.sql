-- What a server says about itself where reports are read: whether it follows another one, the last migration that it
-- has, and the last readiness check, which the primary writes every second. Writes nothing, as a replica cannot.
create or replace function replica_check()
  returns table (is_replica boolean, version integer, checked_at_ms float8)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  return query select
    pg_is_in_recovery(),
    (select max(m.version) from schema_migrations m),
    (select extract(epoch from c.checked_at)::float8 * 1000 from readiness_checks c);
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function replica_check from public;
grant execute on function replica_check to sente_app;
