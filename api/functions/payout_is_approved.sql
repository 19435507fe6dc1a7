-- Whether a payout has the approvals that it needed when it was accepted. A person's payout goes at once
-- only by the rules of the company.
create or replace function payout_is_approved(
  p_company uuid, p_payment uuid, p_approval text, p_asker uuid, p_is_at_once boolean
) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select case
    when coalesce(p_approval, 'none') = 'none' then p_asker is null or p_is_at_once
    else not exists (
      select from unnest(
        case p_approval when 'colleague_and_provider' then array['colleague', 'provider']
          else array[p_approval] end
      ) needed (step)
      where not exists (
        select from payout_approvals a
        where a.company_id = p_company and a.payment_id = p_payment and a.step = needed.step
      )
    )
  end
$$;
revoke execute on function payout_is_approved from public;
grant execute on function payout_is_approved to sente_app, sente_watcher;
