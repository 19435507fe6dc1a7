-- What went at once by the rules of a company on the day of a moment in Kampala. One sum for all its people
-- and systems: people are easily made. What failed does not count. From the count that payments_accept
-- keeps, or from the payments before the first payout of the day.
create or replace function payout_went_at_once(p_company uuid, p_now timestamptz) returns bigint
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_day date := kampala_day(p_now);
  v_amount bigint;
begin
  select coalesce(
    (
      select u.amount - (
        select coalesce(sum(r.amount), 0) from limit_returns r
        where r.company_id = p_company and r.direction = 'payout' and r.is_at_once and r.day = v_day
      )
      from limit_usage u
      where (u.company_id, u.scope, u.direction, u.period, u.starts)
        = (p_company, 'at_once', 'payout', 'day', v_day)
    ),
    (select c.amount from limits_count(p_company, 'at_once', 'payout', 'day', v_day) c)
  ) into v_amount;
  perform set_config('app.platform', v_platform, true);
  return v_amount;
end
$$;
revoke execute on function payout_went_at_once from public;
grant execute on function payout_went_at_once to sente_app;
