-- The rule: whose approval a payout needs. `none`, `colleague`, `provider` or `colleague_and_provider`.
-- Without rules of the company a payout of the portal waits for the provider and one of the company's
-- systems goes at once. Fees do not count.
create or replace function payout_approval(
  p_company uuid,
  p_origin text,
  p_amount bigint,
  -- What already went at once on this day, from payout_went_at_once; null if it must not go at once.
  p_went bigint default 0
) returns text
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(
    (
      select case
        when p_went + p_amount <= r.at_once_up_to then 'none'
        when p_amount <= r.colleague_up_to then 'colleague'
        else 'colleague_and_provider'
      end
      from payout_rules r where r.company_id = p_company and r.at_once_up_to is not null
    ),
    case p_origin when 'api' then 'none' else 'provider' end
  )
$$;
revoke execute on function payout_approval from public;
grant execute on function payout_approval to sente_app, sente_watcher;
