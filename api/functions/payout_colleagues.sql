-- The people of a company who can approve what these people may be behind (payout_askers).
create or replace function payout_colleagues(p_company uuid, p_askers uuid[])
  returns table (user_id uuid, name text)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
begin
  return query
  select u.id, u.first_name || ' ' || u.last_name from users u
  where u.company_id = p_company and not u.is_staff and u.is_active and u.deleted_at is null
    and exists (
      select from user_roles ur
      join role_permissions rp on rp.role_id = ur.role_id
      join permissions n on n.id = rp.permission_id
      where ur.user_id = u.id and n.name = 'canApprovePayouts'
    )
    and not exists (
      select from unnest(p_askers) asker
      where second_person_problem(asker, u.id) is not null
    )
  order by u.last_login_at desc nulls last, u.id;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function payout_colleagues from public;
grant execute on function payout_colleagues to sente_app;
