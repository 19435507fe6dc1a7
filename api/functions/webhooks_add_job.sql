-- Adds the job of a delivery; requests cannot reach the queue's own tables. The queue waits exp(attempts)
-- seconds between attempts, at most exp(10), so 24 attempts take 3.7 days. The job key prevents a second job for
-- the same delivery; the flags limit how many jobs of one company and of one webhook run at once.
create or replace function webhooks_add_job(
  p_company uuid,
  p_webhook uuid,
  p_delivery uuid,
  p_at timestamptz
) returns bigint
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  return jobs_add(
    'deliver-webhook',
    'webhook:' || p_delivery,
    json_build_object('companyId', p_company, 'webhookId', p_webhook, 'deliveryId', p_delivery),
    p_run_at := p_at,
    p_max_attempts := 24,
    p_flags := array['company:' || p_company, 'webhook:' || p_webhook]
  );
end
$$;
revoke execute on function webhooks_add_job from public;
