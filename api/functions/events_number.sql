-- Numbers the events of a company that were committed since the last time, and returns the last number. Not in the
-- transaction of the event: a counter there would make all payments of a company wait for each other, and numbers
-- would become visible in another order than they were taken. Whoever sends or reads events calls it first.
create or replace function events_number(p_company uuid) returns bigint
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_last bigint;
begin
  if exists (select from webhook_events where company_id = p_company and sequence is null) then
    insert into event_sequences (company_id, last) values (p_company, 0) on conflict do nothing;
    -- One after the other. The statements after the wait see what the one before has numbered.
    select last into v_last from event_sequences where company_id = p_company for update;
    with fresh as (
      select id, v_last + row_number() over (order by id) as sequence from webhook_events
      where company_id = p_company and sequence is null
    ), numbered as (
      update webhook_events e set sequence = f.sequence from fresh f
      where e.company_id = p_company and e.id = f.id
      returning e.id, e.sequence
    ), deliveries as (
      update webhook_deliveries d set sequence = n.sequence from numbered n
      where d.company_id = p_company and d.event_id = n.id
    )
    update event_sequences set last = last + (select count(*) from numbered) where company_id = p_company
    returning last into v_last;
  else
    select last into v_last from event_sequences where company_id = p_company;
  end if;
  perform set_config('app.platform', v_platform, true);
  return coalesce(v_last, 0);
end
$$;
revoke execute on function events_number from public;
grant execute on function events_number to sente_app;
