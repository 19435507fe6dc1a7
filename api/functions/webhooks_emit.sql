-- Creates events for the companies with an active webhook, in the transaction that causes them.
create or replace function webhooks_emit(
  p_companies uuid[],
  p_ids uuid[],
  p_payments uuid[],
  p_types text[],
  p_payloads json[]
) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  i integer;
begin
  for i in
    select n from generate_series(1, cardinality(p_ids)) n
    join company_webhooks w on w.company_id = p_companies[n] and w.is_active
    order by n
  loop
    insert into webhook_events (company_id, id, payment_id, type, payload, next_attempt_at, job_id)
    values (p_companies[i], p_ids[i], p_payments[i], p_types[i], p_payloads[i], now(),
      webhooks_add_job(p_companies[i], p_ids[i], now()));
    update payments set is_notified = false
    where company_id = p_companies[i] and id = p_payments[i];
  end loop;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function webhooks_emit from public;
grant execute on function webhooks_emit to sente_app;
