-- Adds to the figures, given one array element per change. `p_left_out` counts the transactions that are
-- not business, so that their amount is in no figure. Rows are locked in key order, so two servers that
-- count the same companies cannot deadlock. Kinds come with the moments of the days and with the fees.
create or replace function ledger_count(
  p_companies uuid[],
  p_days date[],
  p_types transaction_type[],
  p_statuses transaction_status[],
  p_counts integer[],
  p_amounts bigint[],
  p_moved bigint[],
  p_left_out integer[] default '{}',
  p_kinds text[] default '{}',
  p_at timestamptz[] default '{}',
  p_fees bigint[] default '{}'
) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_shard smallint := ledger_shard();
begin
  with changes as materialized (
    select company_id, day, date_trunc('hour', at) as hour, kind, type, status, sum(count) as count,
      sum(amount) as amount, sum(moved) as moved, sum(coalesce(left_out, 0)) as left_out,
      sum(coalesce(fee, 0)) as fees
    from unnest(p_companies, p_days, p_at, p_kinds, p_types, p_statuses, p_counts, p_amounts, p_moved,
        p_left_out, p_fees)
      c (company_id, day, at, kind, type, status, count, amount, moved, left_out, fee)
    group by 1, 2, 3, 4, 5, 6
  ),
  company_totals as (
    insert into company_figures as f (company_id, type, status, count, amount, moved, left_out)
    select company_id, type, status, sum(count), sum(amount), sum(moved), sum(left_out)
    from changes group by 1, 2, 3 order by 1, 2, 3
    on conflict (company_id, type, status) do update
      set count = f.count + excluded.count, amount = f.amount + excluded.amount,
        moved = f.moved + excluded.moved, left_out = f.left_out + excluded.left_out
  ),
  company_days as (
    insert into company_day_figures as f (company_id, day, type, status, count, amount, moved, left_out)
    select company_id, day, type, status, sum(count), sum(amount), sum(moved), sum(left_out)
    from changes group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, day, type, status) do update
      set count = f.count + excluded.count, amount = f.amount + excluded.amount,
        moved = f.moved + excluded.moved, left_out = f.left_out + excluded.left_out
  ),
  kind_days as (
    insert into kind_day_figures as f (day, company_id, kind, type, status, count, amount, fees, left_out)
    select day, company_id, kind, type, status, sum(count), sum(amount), sum(fees), sum(left_out)
    from changes where kind is not null and (count, amount, fees, left_out) <> (0, 0, 0, 0)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, company_id, kind, type, status) do update
      set count = f.count + excluded.count, amount = f.amount + excluded.amount,
        fees = f.fees + excluded.fees, left_out = f.left_out + excluded.left_out
  ),
  platform_hours as (
    insert into platform_hour_figures as f (hour, kind, type, status, shard, count, amount, fees, left_out)
    select hour, kind, type, status, v_shard, sum(count), sum(amount), sum(fees), sum(left_out)
    from changes where kind is not null and (count, amount, fees, left_out) <> (0, 0, 0, 0)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (hour, kind, type, status, shard) do update
      set count = f.count + excluded.count, amount = f.amount + excluded.amount,
        fees = f.fees + excluded.fees, left_out = f.left_out + excluded.left_out
  )
  insert into platform_day_figures as f (day, type, status, shard, count, amount, moved, left_out)
  select day, type, status, v_shard, sum(count), sum(amount), sum(moved), sum(left_out)
  from changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, type, status, shard) do update
    set count = f.count + excluded.count, amount = f.amount + excluded.amount,
      moved = f.moved + excluded.moved, left_out = f.left_out + excluded.left_out;
end
$$;
revoke execute on function ledger_count from public;
