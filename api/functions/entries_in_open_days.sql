-- Trigger function: nothing is added to a transaction of a closed day. What is written with its transaction was looked
-- at by transactions_in_open_days, so only older ones are read: an id has the time of its request, and nothing is
-- finished before that. An hour more, because clocks differ.
create or replace function entries_in_open_days() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_closed date := (select max(day) from closed_days);
  v_first uuid;
  v_platform text;
  v_earliest timestamptz;
begin
  if v_closed is null then
    return null;
  end if;
  v_first := rpad(lpad(to_hex((extract(epoch from
    (v_closed + 1)::timestamp at time zone interval '3 hours' + interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0');
  if not exists (select from inserted i where i.transaction_id < v_first) then
    return null;
  end if;
  v_platform := app_enter_platform();
  perform pg_advisory_xact_lock_shared(7368321);
  select min(t.finished_at) into v_earliest
  from inserted i join transactions t on t.company_id = i.company_id and t.id = i.transaction_id
  where i.transaction_id < v_first;
  perform set_config('app.platform', v_platform, true);
  if kampala_day(v_earliest) <= (select max(day) from closed_days) then
    raise exception 'the day % is closed: nothing is booked into it', kampala_day(v_earliest)
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke execute on function entries_in_open_days from public;
