-- Ends a brake as two people decided in a request of kind 'brake', and queues the job that lets its payouts
-- go or cancels them. Refuses unless the request is approved and two different people who may move money
-- stand behind it, and the caller can open the seal of the watcher.
create or replace function brake_end(
  p_approval uuid,
  -- What opens the seal of the brake, one for each key of the ring.
  p_keys text[]
) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_request approvals;
  v_brake payout_brakes;
  v_people integer;
  v_selection jsonb;
begin
  select a.* into v_request from approvals a
  where a.id = p_approval and a.kind = 'brake' and a.state = 'approved' for update;
  select count(distinct u.id) into v_people
  from users u
  where u.id in (v_request.asked_by, v_request.decided_by) and u.is_staff and u.is_active
    and exists (
      select from user_roles ur
      join role_permissions rp on rp.role_id = ur.role_id
      join permissions n on n.id = rp.permission_id
      where ur.user_id = u.id and n.name = 'staffMoney'
    );
  if v_people is distinct from 2
    or second_person_problem(v_request.asked_by, v_request.decided_by) is not null
  then
    raise exception 'a brake ends by two people' using errcode = 'insufficient_privilege';
  end if;
  select b.* into v_brake from payout_brakes b
  where b.id = v_request.subject::uuid and b.ended_at is null for no key update;
  if not found then
    raise exception 'the brake has ended' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from unnest(p_keys) k where sha256(convert_to(k, 'UTF8')) = v_brake.seal) then
    raise exception 'the brake is sealed, or was not sealed yet' using errcode = 'insufficient_privilege';
  end if;
  if v_request.asked_at not between v_brake.tripped_at and clock_timestamp() then
    raise exception 'the end was not proposed during the brake' using errcode = 'insufficient_privilege';
  end if;

  v_selection := v_request.details->'selection';
  if v_request.details->>'decision' = 'cancel' or v_selection is not null then
    -- What was accepted and waits for its turn is cancelled with the others. Of a selection, what does not
    -- match goes on.
    with waiting as materialized (
      -- In one order, so that two transactions do not wait for each other.
      select o.payment_id from open_payments o join payments p on p.id = o.payment_id
      where p.direction = 'payout' and o.next_step_at is not null and o.sent_at is null
        and (v_brake.company_id is null or o.company_id = v_brake.company_id)
      order by o.payment_id for update of o
    ), stopped as (
      update open_payments o set next_step_at = null from waiting w
      where o.payment_id = w.payment_id
      returning o.payment_id, o.company_id
    )
    insert into braked_payments (brake_id, payment_id, company_id)
    select v_brake.id, s.payment_id, s.company_id from stopped s on conflict do nothing;
  end if;
  update braked_payments h set is_to_cancel = true
  where h.brake_id = v_brake.id
    and h.payment_id in (
      select jsonb_array_elements_text(v_request.details->'cancelledIds')::uuid
      union all
      select brake_selected(v_brake.id, v_selection) where v_selection is not null
    );
  update payout_brakes b
  set ended_at = clock_timestamp(), approval_id = v_request.id, ended_by = v_request.decided_by,
    looked_until = v_request.asked_at, looked_at = v_request.seen, selection = v_selection, outcome = case
      when v_request.details->>'decision' = 'cancel' then 'cancelled'
      when v_selection is not null or jsonb_array_length(v_request.details->'cancelledIds') > 0
      then 'partly'
      else 'released'
    end
  where b.id = v_brake.id;
  perform brake_tell(v_brake.company_id);
  perform jobs_add('settle-braked', 'settle-braked');
  perform notifications_add('payouts-stopped', v_brake.company_id, null, v_brake.id,
    'brake-off:' || v_brake.id,
    jsonb_build_object('isOn', false,
      'outcome', (select b.outcome from payout_brakes b where b.id = v_brake.id),
      'company', (select c.name from companies c where c.id = v_brake.company_id)));
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function brake_end from public;
grant execute on function brake_end to sente_app;
