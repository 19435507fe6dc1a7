-- Adds to the figures of payments that have ended, given one array element per change. Changes that cancel
-- each other out, such as an update of something that no figure has, write nothing.
create or replace function payments_figure(
  p_companies uuid[],
  p_days date[],
  p_directions text[],
  p_networks text[],
  p_products uuid[],
  p_statuses text[],
  p_reasons text[],
  p_counts integer[],
  p_amounts bigint[],
  p_fees bigint[],
  p_left_out integer[]
) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_shard smallint;
begin
  if p_companies is null or not exists (
    select from generate_series(1, cardinality(p_companies)) i
    group by p_companies[i], p_days[i], p_directions[i], p_networks[i], p_products[i], p_statuses[i],
      p_reasons[i]
    having (sum(p_counts[i]), sum(p_amounts[i]), sum(p_fees[i]), sum(p_left_out[i])) <> (0, 0, 0, 0)
  ) then
    return;
  end if;
  v_shard := ledger_shard();
  with changes as materialized (
    select p_companies[i] as company_id, p_days[i] as day, p_directions[i] as direction,
      p_networks[i] as network,
      coalesce(p_products[i], '00000000-0000-0000-0000-000000000000') as product_id,
      p_statuses[i] as status,
      case p_statuses[i] when 'FAILED' then left(coalesce(p_reasons[i], ''), 60) else '' end as reason_code,
      sum(p_counts[i]) as count, sum(p_amounts[i]) as amount,
      sum(case p_statuses[i] when 'SUCCESS' then p_fees[i] else 0 end) as fees,
      sum(p_left_out[i]) as left_out
    from generate_series(1, cardinality(p_companies)) i
    group by 1, 2, 3, 4, 5, 6, 7
    having (sum(p_counts[i]), sum(p_amounts[i]), sum(p_fees[i]), sum(p_left_out[i])) <> (0, 0, 0, 0)
  ),
  companies as (
    insert into payment_day_figures as f (company_id, day, direction, network, product_id, status,
      reason_code, shard, count, amount, fees, left_out)
    select company_id, day, direction, network, product_id, status, reason_code, v_shard, count, amount,
      fees, left_out
    from changes
    on conflict (company_id, day, direction, network, product_id, status, reason_code, shard) do update
      set count = f.count + excluded.count, amount = f.amount + excluded.amount,
        fees = f.fees + excluded.fees, left_out = f.left_out + excluded.left_out
  )
  insert into platform_payment_figures as f (day, direction, network, status, reason_code, shard, count,
    amount, fees, left_out)
  select day, direction, network, status, reason_code, v_shard, sum(count), sum(amount), sum(fees),
    sum(left_out)
  from changes group by 1, 2, 3, 4, 5
  on conflict (day, direction, network, status, reason_code, shard) do update
    set count = f.count + excluded.count, amount = f.amount + excluded.amount,
      fees = f.fees + excluded.fees, left_out = f.left_out + excluded.left_out;
end
$$;
revoke execute on function payments_figure from public;
