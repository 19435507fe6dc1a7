-- Locks a role against changes of what it allows until the transaction ends. Any scope may: a company's person gives
-- roles that staff may be changing at the same moment.
create or replace function role_hold(p_role uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
begin
  perform 1 from roles where id = p_role for key share;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function role_hold from public;
grant execute on function role_hold to sente_app;
