-- Takes the earlier new sign-ins of a day that the person has not read into this one: the bell shows one entry with
-- their number and the last three of them.
create or replace function notifications_fold(p_event uuid, p_user uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  with earlier as (
    delete from notifications n using notification_events e, notification_events this
    where this.id = p_event and e.id = n.event_id and n.event_id <> p_event and n.user_id = p_user
      and n.kind = 'new-sign-in' and n.is_in_bell and n.read_at is null and n.mail_state <> 'waiting'
      and n.created_at between this.created_at - interval '1 day' and this.created_at
    returning n.created_at, e.data
  ), shown as (
    select jsonb_agg(s.one) as list from (
      select one from earlier, jsonb_array_elements(
        jsonb_build_array(data - array['count', 'earlier']) || coalesce(data->'earlier', '[]')
      ) with ordinality o (one, place)
      order by created_at desc, place limit 3
    ) s
  )
  update notification_events e set data = e.data || jsonb_build_object(
    'count', (select 1 + sum(coalesce((data->>'count')::int, 1)) from earlier), 'earlier', shown.list)
  from shown where e.id = p_event and shown.list is not null;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function notifications_fold from public;
grant execute on function notifications_fold to sente_app;
