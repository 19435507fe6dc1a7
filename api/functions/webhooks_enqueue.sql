-- Delivers an event again from the first attempt, whatever its state.
create or replace function webhooks_enqueue(p_company uuid, p_event uuid, p_at timestamptz) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update webhook_events
  set state = 'waiting', next_attempt_at = p_at, gave_up_at = null,
    job_id = webhooks_add_job(p_company, p_event, p_at)
  where company_id = p_company and id = p_event;
end
$$;
revoke execute on function webhooks_enqueue from public;
grant execute on function webhooks_enqueue to sente_app;
