-- Sends events again from the first attempt, whatever the state of the deliveries.
create or replace function webhooks_enqueue(p_company uuid, p_deliveries uuid[], p_at timestamptz) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
begin
  update webhook_deliveries
  set state = 'waiting', next_attempt_at = p_at, gave_up_at = null,
    job_id = webhooks_add_job(company_id, webhook_id, id, p_at)
  where company_id = p_company and id = any (p_deliveries);
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function webhooks_enqueue from public;
grant execute on function webhooks_enqueue to sente_app;
