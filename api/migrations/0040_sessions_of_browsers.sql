-- A passkey proves changes of the second factor, and a session knows the browser that it was opened in.

-- Later migrations call it; the functions of the files are created after the migrations.
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

-- A server of the version before would take a challenge for a change as one for signing in, which then
-- needs no password.
select refuse_older_servers();

alter table factor_challenges drop constraint factor_challenges_purpose_check;
alter table factor_challenges add constraint factor_challenges_purpose_check
  check (purpose in ('second-step', 'passkey-sign-in', 'passkey-setup', 'passkey-proof'));

-- Of the browser: its trust ends with the session. Null for sessions of the version before.
alter table sessions add column device_hash bytea;

-- Of the former way to count wrong passwords.
alter table throttles drop column failures, drop column last_failure_at, drop column blocked_until;
