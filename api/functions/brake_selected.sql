-- The payouts of a brake that have something in common; what the selection does not name does not matter. None
-- of it changes while a payout is held, so the same ones are found again, and those that came since.
create or replace function brake_selected(
  p_brake uuid,
  -- As people write it, the amount in UGX: brakeSelection of the contract.
  p_selection jsonb,
  -- Only of these.
  p_ids uuid[] default null
) returns setof uuid
  language sql stable
  set search_path = public, pg_temp
as $$
  select h.payment_id
  from payout_brakes b
  join braked_payments h on h.brake_id = b.id
  join payments p on p.id = h.payment_id
  where b.id = p_brake and (p_ids is null or h.payment_id = any (p_ids))
    and (p_selection->>'companyId' is null or h.company_id = (p_selection->>'companyId')::uuid)
    and (p_selection->>'askedBy' is null
      or coalesce(p.requested_by::text, p.origin) = p_selection->>'askedBy')
    and (p_selection->>'amount' is null or p.amount = (p_selection->>'amount')::numeric * 100)
    and (p_selection->>'heldFrom' is null or h.held_at >= (p_selection->>'heldFrom')::timestamptz)
    -- Never paid before, as the watcher counts it: those who rob were paid in the hour before.
    and (p_selection->>'receivers' is null or not exists (
      select from payments e
      where e.company_id = p.company_id and e.phone_number = p.phone_number
        and e.direction = 'payout' and e.status = 'SUCCESS'
        and e.finished_at < b.tripped_at - interval '1 hour'
    ))
$$;
revoke execute on function brake_selected from public;
grant execute on function brake_selected to sente_app;
