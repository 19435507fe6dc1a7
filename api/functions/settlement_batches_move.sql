-- A batch is decided once, and its file never changes.
create or replace function settlement_batches_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.state <> 'waiting' or
    (new.id, new.created_by, new.created_at, new.count, new.amount)
    is distinct from (old.id, old.created_by, old.created_at, old.count, old.amount)
  then
    raise exception 'a batch changes only by its decision' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
