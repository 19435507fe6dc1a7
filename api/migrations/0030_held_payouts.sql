-- What whoever has nothing but the login of requests could still do: have the networks pay what no account
-- has, be faster than the watcher, and end a brake in the name of two others.

-- A payout is stored only together with the money that is held for it; payments_accept leaves that to its
-- caller.

create function payouts_are_held() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from transactions t
    where t.company_id = new.company_id and t.id = new.transaction_id and t.type = 'debit'
      and t.amount = new.amount and t.status = 'pending' and t.held = new.amount + new.fee
  ) then
    raise exception 'a payout needs its money to be held' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
-- At the end of the transaction, because the hold follows the payment.
create constraint trigger payouts_are_held after insert on payments
  deferrable initially deferred
  for each row when (new.direction = 'payout' and new.status = 'PENDING' and new.origin <> 'import')
  execute function payouts_are_held();

-- What waits for people, for an approval, a review or the end of a brake, is woken by functions. And nothing
-- counts as sent that was not due: servers ask the network about such a payment, and send it if it is unknown.
create function open_payments_keep_turns() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
  then
    raise exception 'a payment that is not due does not change so' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger open_payments_keep_turns before update of next_step_at, sent_at on open_payments
  for each row when (
    (old.next_step_at is null and new.next_step_at is not null)
    or (
      old.sent_at is null and new.sent_at is not null
      and (old.next_step_at is null or old.next_step_at > now())
    )
  )
  execute function open_payments_keep_turns();

-- Before its time a payout is not sent, whoever asks for it: it waits until the watcher has looked.
create function payouts_wait() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
    and exists (select from payments p where p.id = new.payment_id and p.direction = 'payout')
  then
    new.next_step_at := greatest(new.next_step_at, payout_due_at(new.ready_at));
  end if;
  return new;
end
$$;
create trigger open_payments_wait before update of next_step_at on open_payments
  for each row when (new.sent_at is null and new.next_step_at < new.ready_at + interval '5 seconds')
  execute function payouts_wait();

-- The transaction that queued it. Times do not tell what the watcher has seen: a transaction can stay open for
-- as long as somebody likes, and its payments are old when they become visible.
alter table open_payments add column queued_in xid8 not null default pg_current_xact_id();

-- Whether the money is still held.
grant select (status, held) on transactions to sente_watcher;

-- Who may delete from a table may lock it, and the watcher could not look: open_payments_remove deletes.
revoke delete on open_payments from sente_app;
