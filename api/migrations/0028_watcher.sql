-- What the watcher compares payouts with, and what the role of requests cannot do to hide them from it.

-- The ledger is written by functions only: a payout without its hold there went around them.
grant select (company_id, id, type, amount) on transactions to sente_watcher;
grant select on company_day_figures, platform_day_figures to sente_watcher;
do $$
declare
  v_table text;
begin
  foreach v_table in array array['transactions', 'company_day_figures', 'platform_day_figures']
  loop
    execute format(
      'create policy %I on %I for select to sente_watcher using (true)', v_table || '_watcher', v_table
    );
  end loop;
end
$$;

-- payments_accept inserts. Afterwards a payment changes in what became of it, and not in who gets what
-- from whom.
revoke insert, update on payments from sente_app;
grant update (status, reason_code, reason, network_reference, transaction_id, product_code_id,
  awaits_approval, finished_at, amount, fee, decision, decided_by, decided_at, decision_note, is_notified)
  on payments to sente_app;

-- Triggers on what requests change let the owner of the table and functions with the owner's rights pass. They
-- do not ask for the name of the role: a login can have its rights without switching to it.

-- The amount follows the network's report, which people look at: meanwhile the payout is in no queue. What a
-- server or the brake may still have sent keeps it.
create function payout_amounts_stay() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
    and (
      exists (
        select from open_payments o
        where o.payment_id = old.id and (o.next_step_at is not null or o.sent_at is null)
      )
      or exists (select from braked_payments b where b.payment_id = old.id and b.outcome is null)
    )
  then
    raise exception 'the amount of a payout that can be sent does not change'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger payments_amount_stays before update of amount on payments
  for each row when (old.direction = 'payout' and new.amount <> old.amount)
  execute function payout_amounts_stay();

-- The watcher finds what is about to be sent by the time at which it became ready, and the brake by its
-- company. Functions write those.
revoke update on open_payments from sente_app;
grant update (next_step_at, sent_at, last_sent_at, send_count, not_found_count) on open_payments
  to sente_app;
