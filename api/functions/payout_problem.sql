-- Why somebody cannot approve a payout, and because of whom: from second_person_problem with everybody who
-- may be behind it, and with the colleague who approved it before. No row if they can.
create or replace function payout_problem(
  p_company uuid, p_payment uuid, p_asker uuid, p_confirmer uuid
) returns table (problem text, person uuid)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
begin
  return query
  select s.problem, a.id
  from (
    select 1 as place, asker as id from payout_askers(p_company, p_payment, p_asker) asker
    union
    select 2, c.approved_by from payout_approvals c
    where c.company_id = p_company and c.payment_id = p_payment
  ) a
  cross join lateral (select second_person_problem(a.id, p_confirmer) as problem) s
  where s.problem is not null
  order by a.place limit 1;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function payout_problem from public;
grant execute on function payout_problem to sente_app;
