-- Queues a payout whose approvals are complete: from now on the servers process it.
create or replace function payout_release(p_company uuid, p_payment uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  -- Not the time of the transaction, which may have begun long ago: the watcher looks for what is new.
  v_now timestamptz := clock_timestamp();
begin
  -- Whoever approves has locked the payment that it refunds, and so has whoever reverses that one.
  if exists (
    select from refunds f join payments o on o.company_id = f.company_id and o.id = f.payment_id
    join transactions r on r.company_id = o.company_id and r.reversal_of = o.transaction_id
    where f.company_id = p_company and f.refund_id = p_payment and r.status <> 'failed'
  ) then
    raise exception 'the payment that it refunds was reversed' using errcode = 'insufficient_privilege';
  end if;
  update open_payments o set ready_at = v_now, queued_in = pg_current_xact_id(), next_step_at = payout_due_at(v_now)
  from payments p
  where o.payment_id = p_payment and o.next_step_at is null and o.sent_at is null
    and p.id = o.payment_id and p.company_id = p_company and p.direction = 'payout'
    and not p.awaits_approval
    and payout_is_approved(
      p.company_id, p.id, coalesce(p.approval, 'provider'), p.requested_by, p.is_at_once
    )
    and not exists (
      select from braked_payments b where b.payment_id = p.id and b.outcome is null
    );
  if not found then
    raise exception 'a payout needs its approvals' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function payout_release from public;
grant execute on function payout_release to sente_app;
