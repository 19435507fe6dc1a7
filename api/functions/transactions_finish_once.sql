-- Trigger function: a pending transaction is finished once; nothing else about it ever changes. Rows are
-- compared as records: as JSON it takes a fifth of the time of finishing a batch.
create or replace function transactions_finish_once() returns trigger
  language plpgsql as $$
declare
  v_unfinished transactions := new;
begin
  v_unfinished.status := old.status;
  v_unfinished.reason := old.reason;
  v_unfinished.finished_at := old.finished_at;
  v_unfinished.finish_id := old.finish_id;
  v_unfinished.chain_hash := old.chain_hash;
  if old.status <> 'pending' or new.status = 'pending' or v_unfinished is distinct from old then
    raise exception 'transactions is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
