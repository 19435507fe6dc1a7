-- For migrations that a running server of the version before could not live with.
create or replace function refuse_older_servers() returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  for i in 1..20 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'sente'
    );
    if i = 20 then
      raise exception 'Servers of the version before still use the database. Stop all of them, then start this version.'
        using errcode = 'object_in_use';
    end if;
    -- One that was just stopped may still be connected.
    perform pg_sleep(0.25);
  end loop;
end
$$;
revoke execute on function refuse_older_servers from public;
