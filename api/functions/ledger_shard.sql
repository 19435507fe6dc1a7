-- Picks a shard of the platform's figures that no other transaction is writing to: one of eight shared
-- shards if it is free, otherwise one that belongs to this connection.
create or replace function ledger_shard() returns smallint
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_first integer := pg_backend_pid() % 8;
begin
  for i in 0..7 loop
    if pg_try_advisory_xact_lock(7368304, (v_first + i) % 8) then
      return (v_first + i) % 8;
    end if;
  end loop;
  return 8 + pg_backend_pid() % 30000;
end
$$;
revoke execute on function ledger_shard from public;
