-- Trigger function: writes to voucher_counts what a statement changed, one row for each batch, product
-- and state.
create or replace function product_codes_count() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  c_none constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    insert into voucher_counts (company_id, batch_id, product_id, state, count)
    select a.company_id, coalesce(a.batch_id, c_none), a.product_id, a.state, count(*)
    from added a group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into voucher_counts (company_id, batch_id, product_id, state, count)
    select r.company_id, coalesce(r.batch_id, c_none), r.product_id, r.state, -count(*)
    from removed r group by 1, 2, 3, 4;
  else
    insert into voucher_counts (company_id, batch_id, product_id, state, count)
    select u.company_id, coalesce(u.batch_id, c_none), u.product_id, u.state, sum(u.change)
    from (
      select company_id, batch_id, product_id, state, 1 as change from added
      union all
      select company_id, batch_id, product_id, state, -1 from removed
    ) u
    group by 1, 2, 3, 4 having sum(u.change) <> 0;
  end if;
  return null;
end
$$;
