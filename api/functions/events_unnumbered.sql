-- Companies with events that nobody has sent or read yet; for the upkeep.
create or replace function events_unnumbered() returns table (company_id uuid)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  return query select distinct e.company_id from webhook_events e where e.sequence is null limit 500;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function events_unnumbered from public;
grant execute on function events_unnumbered to sente_jobs;
