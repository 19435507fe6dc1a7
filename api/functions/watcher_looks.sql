-- Whether a watcher looks: the last time within 15 seconds. It looks every second; after that time something
-- is wrong with it, payouts no longer wait for it, and staff are told. In plpgsql, which keeps the plan: it runs
-- for every call that accepts or claims payments, and as SQL it was planned each time.
create or replace function watcher_looks(p_now timestamptz) returns boolean
  language plpgsql stable
  set search_path = public, pg_temp
as $$
begin
  return exists (select from watcher_pulse w where w.last_looked_at > p_now - interval '15 seconds');
end
$$;
revoke execute on function watcher_looks from public;
grant execute on function watcher_looks to sente_app;
