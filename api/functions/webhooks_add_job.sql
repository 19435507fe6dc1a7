-- Adds the delivery job of an event; requests cannot reach the queue's own tables. The queue waits
-- exp(attempts) seconds between attempts, at most exp(10), so 24 attempts take 3.7 days. The job key
-- prevents a second job for the same event; the flag limits how many jobs of one company run at once.
create or replace function webhooks_add_job(p_company uuid, p_event uuid, p_at timestamptz) returns bigint
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  return (graphile_worker.add_job(
    'deliver-webhook',
    json_build_object('companyId', p_company, 'eventId', p_event),
    run_at := p_at,
    max_attempts := 24,
    job_key := 'webhook:' || p_event,
    flags := array['company:' || p_company]
  )).id;
end
$$;
revoke execute on function webhooks_add_job from public;
