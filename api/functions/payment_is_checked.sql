-- Whether people decide about a payment at the moment, such as one that failed and that the network paid after
-- all. Companies do not see reviews, but what they pay again depends on it.
create or replace function payment_is_checked(p_company uuid, p_payment uuid) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_is_checked boolean;
begin
  select exists (
    select from payment_reviews r
    where r.payment_id = p_payment and r.company_id = p_company and r.closed_at is null
  ) into v_is_checked;
  perform set_config('app.platform', v_platform, true);
  return v_is_checked;
end
$$;
revoke execute on function payment_is_checked from public;
grant execute on function payment_is_checked to sente_app;
