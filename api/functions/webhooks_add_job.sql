-- Adds the delivery job of an event; requests cannot reach the queue's own tables. The queue waits
-- exp(attempts) seconds between attempts, at most exp(10), so 24 attempts take 3.7 days. The job key
-- prevents a second job for the same event; the flag limits how many jobs of one company run at once.
create or replace function webhooks_add_job(p_company uuid, p_event uuid, p_at timestamptz) returns bigint
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  return jobs_add(
    'deliver-webhook',
    'webhook:' || p_event,
    json_build_object('companyId', p_company, 'eventId', p_event),
    p_run_at := p_at,
    p_max_attempts := 24,
    p_flags := array['company:' || p_company]
  );
end
$$;
revoke execute on function webhooks_add_job from public;
