-- Proves with a small committed write that the database accepts writes, and returns what operators
-- watch: the last migration and the one that servers must know at least, the database's clock, the age of the oldest
-- due job in seconds, and how many payments have open notices of the networks, proven ones that wait for somebody and
-- others.
create or replace function readiness_check()
  returns table (version integer, clock_ms float8, oldest_job_seconds float8, proven_notices integer,
    unproven_notices integer, needs integer)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  update readiness_checks set checked_at = now();
  return query select
    (select max(m.version) from schema_migrations m),
    extract(epoch from clock_timestamp())::float8 * 1000,
    coalesce((
      -- All jobs have the same priority, so the index of the queue gives the oldest one.
      select extract(epoch from now() - j.run_at)::float8 from graphile_worker._private_jobs j
      where j.is_available and j.run_at <= now() order by j.priority, j.run_at limit 1
    ), 0),
    (
      select count(distinct n.payment_key)::integer from network_notices n
      where n.closed_at is null and n.is_proven and notice_waits(n.id)
    ),
    (
      select count(distinct n.payment_key)::integer from network_notices n
      where n.closed_at is null and not n.is_proven
    ),
    (select max(m.needs) from schema_migrations m);
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function readiness_check from public;
grant execute on function readiness_check to sente_app;
