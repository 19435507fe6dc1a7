-- A batch is decided once, its file never changes, and who fetched it first is noted once.
create or replace function settlement_batches_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_kept constant text[] := case when old.state = 'waiting' then '{state,approved_at,file}'
    when old.state = 'approved' and old.fetched_at is null then '{fetched_at,fetched_by}' else '{}' end;
begin
  if to_jsonb(new) - v_kept <> to_jsonb(old) - v_kept then
    raise exception 'a batch changes only by its decision' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
