-- Trigger function: nothing is booked into a day that is closed. Whoever closes a day takes the lock alone, so
-- what was on its way into the day is booked before, and everything later sees that it is closed.
create or replace function transactions_in_open_days() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_earliest timestamptz;
begin
  select min(finished_at) into v_earliest from written;
  if v_earliest is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(7368321);
  if kampala_day(v_earliest) <= (select max(day) from closed_days) then
    raise exception 'the day % is closed: nothing is booked into it', kampala_day(v_earliest)
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke execute on function transactions_in_open_days from public;
