-- A settlement goes from state to state in one direction, so that it ends once: requested, batched, paid and
-- perhaps returned; or returned without having been paid; or cancelled before it is in a batch. Only a batch
-- that was not approved lets it go back. What was asked for never changes. That its file was fetched is noted once.
create or replace function settlements_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.state = 'batched' and old.at_bank_since is null and new.at_bank_since is not null
    and to_jsonb(new) - 'at_bank_since' = to_jsonb(old) - 'at_bank_since'
  then
    return new;
  end if;
  if (new.id, new.company_id, new.reference, new.account_id, new.bank_account_id, new.amount, new.fee, new.vat, new.levy,
      new.transaction_id, new.requested_by, new.requested_at, new.request_key, new.due_day, new.at_bank_since)
    is distinct from
    (old.id, old.company_id, old.reference, old.account_id, old.bank_account_id, old.amount, old.fee, old.vat, old.levy,
      old.transaction_id, old.requested_by, old.requested_at, old.request_key, old.due_day, old.at_bank_since)
    or (old.state, new.state) not in (
      ('requested', 'batched'), ('requested', 'cancelled'), ('batched', 'requested'), ('batched', 'paid'),
      ('batched', 'returned'), ('paid', 'returned')
    )
    or (old.state <> 'requested' and new.state <> 'requested' and new.batch_id <> old.batch_id)
    or (old.paid_at is not null and (new.paid_at, new.bank_reference) <> (old.paid_at, old.bank_reference))
  then
    raise exception 'a settlement cannot go from % to %', old.state, new.state
      using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'batched' and (new.state = 'requested') = exists (
    select from settlement_batches b where b.id = old.batch_id and b.state = 'approved'
  ) then
    raise exception 'a settlement is paid or returned once its batch is approved'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
