-- Puts the running transaction into the platform scope and returns the previous setting, which the
-- caller restores before it returns. Within the scope of a company it refuses to act for another one.
-- A function definition cannot carry the setting itself: only a superuser may attach a custom setting.
create or replace function app_enter_platform(p_companies uuid[] default '{}') returns text
  language plpgsql
as $$
declare
  v_before text := coalesce(current_setting('app.platform', true), '');
begin
  if v_before <> 'on' and app_company_id() is not null
    and array_remove(p_companies, app_company_id()) <> '{}'
  then
    raise exception 'acts for another company' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.platform', 'on', true);
  return v_before;
end
$$;
revoke execute on function app_enter_platform from public;
