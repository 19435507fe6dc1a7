-- Why the newest invitation of a person who has not come yet was not delivered; null if it was, or if nothing
-- is known of it yet. Any scope may ask: whoever invites somebody cannot read the mails themselves.
create or replace function invitation_problem(p_user uuid) returns json
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_problem json;
begin
  select json_build_object('isFinal', m.state = 'gave_up', 'reason', m.problem) into v_problem
  from (
    select id from access_links
    where user_id = p_user and kind = 'invitation' and used_at is null and revoked_at is null
    order by created_at desc, id desc limit 1
  ) l join mails m on m.event_key in ('invitation:' || l.id, 'asked-invitation:' || l.id)
  where m.state <> 'sent' and m.problem is not null;
  perform set_config('app.platform', v_platform, true);
  return v_problem;
end
$$;
revoke execute on function invitation_problem from public;
grant execute on function invitation_problem to sente_app;
