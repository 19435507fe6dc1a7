-- Trigger function: a pending transaction is finished once; nothing else about it ever changes.
create or replace function transactions_finish_once() returns trigger
  language plpgsql as $$
begin
  if old.status <> 'pending' or new.status = 'pending'
    or (to_jsonb(new) - '{status,reason,finished_at,finish_id}'::text[])
      <> (to_jsonb(old) - '{status,reason,finished_at,finish_id}'::text[])
  then
    raise exception 'transactions is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
