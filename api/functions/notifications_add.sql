-- Stores what people have to be told and the job that tells them, unless it was stored for the same cause.
-- Any scope may: a company's person asks staff for an approval.
create or replace function notifications_add(
  p_kind text,
  -- Whose people are told; null for staff, or for the people of all companies.
  p_company uuid,
  -- The only person who is told, if there is one.
  p_user uuid,
  p_subject uuid,
  p_key text,
  p_data jsonb
) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_id uuid;
begin
  insert into notification_events (kind, company_id, user_id, subject_id, event_key, data)
  values (p_kind, p_company, p_user, p_subject, p_key, p_data)
  on conflict (event_key) do nothing
  returning id into v_id;
  if v_id is not null then
    perform graphile_worker.add_job('tell-people', json_build_object('eventId', v_id), max_attempts := 14);
  end if;
  perform set_config('app.platform', v_platform, true);
  return v_id is not null;
end
$$;
revoke execute on function notifications_add from public;
grant execute on function notifications_add to sente_app;
