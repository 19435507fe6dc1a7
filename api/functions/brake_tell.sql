-- Tells all servers that payouts of a company, or of all (null), were stopped or go on: see api/src/live. Here and not in
-- the program that asked, because the watcher is another one; commits wait for a notification, but there are few.
create or replace function brake_tell(p_company uuid) returns void
  language sql
  set search_path = public, pg_temp
as $$
  select pg_notify('sente_live', 'brakes:' || coalesce(p_company::text, ''))
$$;
revoke execute on function brake_tell from public;
