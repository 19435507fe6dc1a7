-- Takes some payouts of brakes that have ended, writes what becomes of each and lets those go that are not
-- cancelled; the caller cancels the others in the same transaction. Returns none when all are done.
create or replace function brake_settle(
  p_limit integer,
  -- Payouts that could not be settled: they are left for later.
  p_except uuid[] default '{}'
)
  -- goes_on: it waited because of the brake and is in the queue again.
  returns table (payment_id uuid, company_id uuid, outcome text, goes_on boolean)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform();
  v_now timestamptz := clock_timestamp();
  v_brakes uuid[];
  v_ids uuid[];
begin
  select array_agg(t.brake_id), array_agg(t.payment_id) into v_brakes, v_ids
  from (
    select h.brake_id, h.payment_id
    from braked_payments h join payout_brakes b on b.id = h.brake_id
    where h.outcome is null and b.ended_at is not null and h.payment_id <> all (p_except)
    order by h.brake_id, h.held_at, h.payment_id
    limit p_limit for update of h skip locked
  ) t;
  -- Nobody ends them from here on. The next statement sees what became of them until now.
  perform from payments p where p.id = any (v_ids) order by p.id for update;
  return query
  with selected as materialized (
    -- Servers may have held some while the brake ended.
    select b.id as brake_id, s.payment_id
    from payout_brakes b cross join lateral brake_selected(b.id, b.selection, v_ids) s(payment_id)
    where b.id = any (v_brakes) and b.selection is not null
  ), decided as (
    select h.brake_id, h.payment_id, case
      when not d.is_to_cancel and d.waits and pg_visible_in_snapshot(h.held_in, b.looked_at)
      then 'released'
      when d.is_to_cancel and d.waits and p.status = 'PENDING' then 'cancelled'
      else 'resumed'
    end as outcome, d.waits
    from unnest(v_brakes, v_ids) t(brake_id, payment_id)
    join braked_payments h on h.brake_id = t.brake_id and h.payment_id = t.payment_id
    join payout_brakes b on b.id = h.brake_id
    join payments p on p.id = h.payment_id
    cross join lateral (
      select b.outcome = 'cancelled' or h.is_to_cancel
          or (h.brake_id, h.payment_id) in (select s.brake_id, s.payment_id from selected s)
          as is_to_cancel,
        -- Because of the brake: not what a server works on, what waits for approval, or what a network told
        -- about meanwhile, which people look at.
        p.status in ('PENDING', 'PROCESSING') and not p.awaits_approval and exists (
          select from open_payments o where o.payment_id = p.id and o.next_step_at is null
        ) and not exists (
          select from payment_reviews r where r.payment_id = p.id and r.closed_at is null
        ) as waits
    ) d
  ), marked as (
    update braked_payments h
    set outcome = d.outcome, released_at = case when d.outcome = 'released' then v_now end
    from decided d
    where h.brake_id = d.brake_id and h.payment_id = d.payment_id
    returning h.payment_id, h.company_id, h.outcome, d.waits
  ), queued as materialized (
    select o.payment_id from open_payments o
    where o.payment_id in (select m.payment_id from marked m where m.waits and m.outcome <> 'cancelled')
    order by o.payment_id for update
  ), gone as (
    -- Their clocks start again, so that the time in which they were held does not count. One that was sent
    -- before is asked about first.
    update open_payments o
    set next_step_at = payout_due_at(v_now), ready_at = v_now, queued_in = pg_current_xact_id(),
      not_found_count = 0,
      sent_at = case when o.sent_at is not null then v_now end,
      last_sent_at = case when o.sent_at is not null then v_now end
    from queued q where o.payment_id = q.payment_id
    returning o.payment_id
  )
  select m.payment_id, m.company_id, m.outcome,
    exists (select from gone g where g.payment_id = m.payment_id)
  from marked m;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function brake_settle from public;
grant execute on function brake_settle to sente_app;
