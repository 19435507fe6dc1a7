-- What waited for a second person who did not approve: the settlements of a batch are requested again, and a
-- bank account is refused. However the request ended: rejected, withdrawn or expired.
create or replace function approvals_let_go() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if new.kind = 'settlement-batch' then
    update settlement_batches set state = 'refused' where id = new.subject::uuid and state = 'waiting';
    update settlements set state = 'requested', batch_id = null
    where batch_id = new.subject::uuid and state = 'batched';
  elsif new.kind = 'bank-account' then
    update bank_accounts set state = 'refused', ended_at = now()
    where id = new.subject::uuid and state = 'waiting';
  end if;
  return null;
end
$$;
