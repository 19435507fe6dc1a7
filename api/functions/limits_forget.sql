-- What a company has used is counted anew at its next payment. Waits for payments that are being
-- accepted, also those that found no limit, and makes others wait until the limits have changed.
create or replace function limits_forget(p_company uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
begin
  perform pg_advisory_xact_lock(7368309, hashtext(p_company::text));
  perform pg_advisory_xact_lock(7368308, hashtext(p_company::text));
  delete from limit_usage where company_id = p_company;
  delete from limit_returns where company_id = p_company;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function limits_forget from public;
grant execute on function limits_forget to sente_app;
