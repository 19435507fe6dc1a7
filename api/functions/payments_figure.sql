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
    -- Not by subscript: in an array of texts that goes through all before it, which takes seconds for thousands.
    select from unnest(p_companies, p_days, p_directions, p_networks, p_products, p_statuses, p_reasons, p_counts,
        p_amounts, p_fees, p_left_out)
      c (company_id, day, direction, network, product_id, status, reason_code, count, amount, fees, left_out)
    group by company_id, day, direction, network, product_id, status, reason_code
    having (sum(count), sum(amount), sum(fees), sum(left_out)) <> (0, 0, 0, 0)
  ) then
    return;
  end if;
  v_shard := ledger_shard();
  with changes as materialized (
    select company_id, day, direction, network,
      coalesce(product_id, '00000000-0000-0000-0000-000000000000') as product_id,
      status,
      case status when 'FAILED' then left(coalesce(reason_code, ''), 60) else '' end as reason_code,
      sum(count) as count, sum(amount) as amount,
      sum(case status when 'SUCCESS' then fees else 0 end) as fees,
      sum(left_out) as left_out
    from unnest(p_companies, p_days, p_directions, p_networks, p_products, p_statuses, p_reasons, p_counts,
        p_amounts, p_fees, p_left_out)
      c (company_id, day, direction, network, product_id, status, reason_code, count, amount, fees, left_out)
    group by 1, 2, 3, 4, 5, 6, 7
    having (sum(count), sum(amount), sum(fees), sum(left_out)) <> (0, 0, 0, 0)
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
