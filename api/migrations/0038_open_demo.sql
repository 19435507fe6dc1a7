-- Sessions of visitors who look around in demo data without a password. The server lets them change nothing.

-- A server of the version before would give them all rights of the person they look as.
do $$
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

alter table sessions add column is_visitor boolean not null default false;

-- Its result has another column; a fresh database does not have it yet.
drop function if exists session_actors(bytea[], interval);
