-- The state of each operation of the networks: for a company, what concerns everyone and itself; for staff
-- (null), what concerns everyone. Other companies' own trouble shows to staff as degraded only, and to a
-- company not before it has spread to three of them.
create or replace function networks_health(p_company uuid)
  returns table (network text, operation text, down_until timestamptz, is_degraded boolean)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform(array_remove(array[p_company], null));
begin
  return query
  select n.name, o.operation,
    (
      select max(c.opened_until) from network_circuits c
      where c.network = n.name and c.operation = o.operation and c.opened_until > now()
        and (c.company_id is null or c.company_id = p_company)
    ),
    exists (
      select from network_circuits c
      where c.network = n.name and c.operation = o.operation
        and (p_company is null or c.company_id is null or c.company_id = p_company)
    ) or exists (
      select from network_calls k
      where k.network = n.name and k.operation = o.operation and k.unanswered > 0
        and k.bucket > now() - interval '1 minute'
      having count(*) filter (where p_company is null or k.company_id = p_company) > 0
        or count(distinct k.company_id) >= 3
    )
  from networks n cross join (values ('collection'), ('payout')) o (operation);
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function networks_health from public;
grant execute on function networks_health to sente_app;
