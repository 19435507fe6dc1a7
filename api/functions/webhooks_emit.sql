-- Creates events in the transaction that causes them, of companies that can hear of them: by a webhook, also one that
-- is switched off for a while, or by asking with a key. Each active webhook that wants the type gets a delivery. An event
-- gets its number later, see events_number, so that payments of one company do not wait for each other here.
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
  v_delivery record;
begin
  insert into webhook_events (company_id, id, payment_id, type, payload)
  select e.company_id, e.id, e.payment_id, e.type, e.payload
  from unnest(p_companies, p_ids, p_payments, p_types, p_payloads)
    e(company_id, id, payment_id, type, payload)
  -- As values: a plan with `exists`, made while the tables were small, would read all of them.
  where (select true from company_webhooks w where w.company_id = e.company_id limit 1)
    or (select true from company_credentials c where c.company_id = e.company_id limit 1);
  -- The ids are beside that of the event, so that they sort by time.
  for v_delivery in
    select e.company_id, e.event_id, e.payment_id, w.id as webhook_id, uuid_beside(e.event_id,
      (row_number() over (partition by e.event_id order by w.created_at, w.id))::integer - 1) as id
    from unnest(p_companies, p_ids, p_payments, p_types) with ordinality
      e(company_id, event_id, payment_id, type, n)
    join company_webhooks w on w.company_id = e.company_id and w.is_active
      and (w.event_types is null or e.type = any (w.event_types))
    order by e.n, w.created_at, w.id
  loop
    insert into webhook_deliveries (company_id, id, event_id, webhook_id, next_attempt_at, job_id)
    values (v_delivery.company_id, v_delivery.id, v_delivery.event_id, v_delivery.webhook_id, now(),
      webhooks_add_job(v_delivery.company_id, v_delivery.webhook_id, v_delivery.id, now()));
    update payments set is_notified = false
    where company_id = v_delivery.company_id and id = v_delivery.payment_id;
  end loop;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function webhooks_emit from public;
grant execute on function webhooks_emit to sente_app;
