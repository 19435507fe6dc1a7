-- Deliveries of events that a webhook was not sent, because it was switched off, so that a range can be sent again
-- with them. Not of events from before the webhook. Returns how many were added, the oldest first.
create or replace function webhooks_add_missed(
  p_company uuid,
  p_webhook uuid,
  p_from timestamptz,
  p_to timestamptz,
  p_limit integer
) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_count integer;
begin
  with missed as (
    select e.id, e.sequence, e.created_at
    from company_webhooks w
    join webhook_events e on e.company_id = w.company_id and e.created_at >= w.created_at
      and (w.event_types is null or e.type = any (w.event_types))
    where w.id = p_webhook and w.company_id = p_company and e.created_at >= p_from and e.created_at < p_to
      and not exists (
        select from webhook_deliveries d
        where d.company_id = e.company_id and d.event_id = e.id and d.webhook_id = w.id
      )
    order by e.id limit p_limit
  )
  insert into webhook_deliveries (company_id, id, event_id, webhook_id, sequence, state, created_at, gave_up_at)
  select p_company, free.id, m.id, p_webhook, m.sequence, 'gave_up', m.created_at, now()
  from missed m
  cross join lateral (
    -- Beside the event, after those of the other webhooks.
    select uuid_beside(m.id, n) as id from generate_series(0, 99) n
    where not exists (
      select from webhook_deliveries d where d.company_id = p_company and d.id = uuid_beside(m.id, n)
    )
    order by n limit 1
  ) free
  on conflict do nothing;
  get diagnostics v_count = row_count;
  perform set_config('app.platform', v_platform, true);
  return v_count;
end
$$;
revoke execute on function webhooks_add_missed from public;
grant execute on function webhooks_add_missed to sente_app;
