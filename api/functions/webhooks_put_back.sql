-- Returns a running delivery job to the queue as it was before, without using an attempt: a new job takes its
-- place, and the queue deletes the old one when it ends. Nothing happens if the delivery has a newer job.
create or replace function webhooks_put_back(
  p_company uuid,
  p_delivery uuid,
  p_job bigint,
  p_attempts integer,
  p_at timestamptz
) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_webhook uuid;
  v_job bigint;
begin
  select webhook_id into v_webhook from webhook_deliveries
  where company_id = p_company and id = p_delivery and job_id = p_job for update;
  if found then
    v_job := webhooks_add_job(p_company, v_webhook, p_delivery, p_at);
    perform graphile_worker.reschedule_jobs(array[v_job], attempts := p_attempts);
    update webhook_deliveries set job_id = v_job where company_id = p_company and id = p_delivery;
  end if;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function webhooks_put_back from public;
grant execute on function webhooks_put_back to sente_jobs;
