-- Queues the mail with the news of each of these people. The first goes at once, and until ten minutes later
-- there is no second one, so that many events make one mail; what is urgent does not wait.
create or replace function notifications_mail(p_users uuid[], p_is_urgent boolean) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  perform jobs_add(
    'mail-news',
    'news:' || u.id,
    json_build_object('userId', u.id),
    p_run_at := case
      when p_is_urgent then now()
      else greatest(now(), (
        select max(n.mailed_at) + interval '10 minutes' from notifications n where n.user_id = u.id
      ))
    end,
    p_max_attempts := 14,
    p_key_mode := case when p_is_urgent then 'replace' else 'preserve_run_at' end
  )
  -- In one order, so that two that tell the same people wait for each other instead of locking each other out.
  from (select id from unnest(p_users) u (id) order by id) u;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function notifications_mail from public;
grant execute on function notifications_mail to sente_app;
