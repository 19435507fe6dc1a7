-- What reports need besides the daily figures: by kind with the fees, by hour, and what became of payments
-- by network, product and reason. Kept in the transactions that they count.
select set_config('app.platform', 'on', true);
-- Waits for postings and payments under way.
lock table transactions, payments in share row exclusive mode;

-- A row counts on the day of its creation, as in company_day_figures. `fees` is what the provider earned,
-- on the day of the transaction that it was paid for; a reversal takes it back there.
create table kind_day_figures (
  day date not null,
  company_id uuid not null,
  kind text not null,
  type transaction_type not null,
  status transaction_status not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  left_out bigint not null default 0,
  primary key (day, company_id, kind, type, status)
) with (fillfactor = 70);

-- The same for all companies. Hours of Kampala begin when those of UTC do.
create table platform_hour_figures (
  hour timestamptz not null,
  kind text not null,
  type transaction_type not null,
  status transaction_status not null,
  shard smallint not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  left_out bigint not null default 0,
  primary key (hour, kind, type, status, shard)
) with (fillfactor = 50);

-- Payments that have ended, by the day of their creation. Those whose transaction was reversed count
-- without an amount and are in `left_out`. Several rows per figure: a payment is stored before its
-- transaction and ends after it, so a row that two of them need would let each wait for the other.
create table payment_day_figures (
  company_id uuid not null,
  day date not null,
  direction text not null,
  network text not null,
  -- Zeros if nothing was sold.
  product_id uuid not null,
  status text not null,
  -- Empty for successes.
  reason_code text not null,
  shard smallint not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  left_out bigint not null default 0,
  primary key (company_id, day, direction, network, product_id, status, reason_code, shard)
) with (fillfactor = 70);
create index payment_day_figures_sales_idx on payment_day_figures (day)
  where product_id <> '00000000-0000-0000-0000-000000000000';

create table platform_payment_figures (
  day date not null,
  direction text not null,
  network text not null,
  status text not null,
  reason_code text not null,
  shard smallint not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  left_out bigint not null default 0,
  primary key (day, direction, network, status, reason_code, shard)
) with (fillfactor = 50);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['kind_day_figures', 'payment_day_figures']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform()) or company_id = (select app_company_id()))
         with check ((select app_is_platform()))',
      v_table || '_tenant', v_table
    );
  end loop;
  foreach v_table in array array['platform_hour_figures', 'platform_payment_figures']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
end
$$;
grant select on kind_day_figures, platform_hour_figures, payment_day_figures, platform_payment_figures
  to sente_app;

-- It also takes kinds, moments and fees.
drop function if exists ledger_count(
  uuid[], date[], transaction_type[], transaction_status[], integer[], bigint[], bigint[], integer[]
);

-- Filled in by api/functions/payments_count.sql.
create function payments_count() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger payments_counted after insert on payments
  referencing new table as added
  for each statement execute function payments_count();
create trigger payments_recounted after update on payments
  referencing old table as removed new table as added
  for each statement execute function payments_count();

-- Counts what exists.
create temporary table counted on commit drop as
select t.company_id, date_trunc('hour', t.created_at) as hour, t.kind, t.type, t.status, count(*) as count,
  coalesce(sum(t.amount) filter (where t.is_business and r.id is null), 0) as amount,
  0::numeric as fees,
  count(*) filter (where not t.is_business or r.id is not null) as left_out
from (
  select *, reversal_of is null and kind not in ('advance', 'repayment', 'suspense') as is_business
  from transactions
) t
left join transactions r
  on r.company_id = t.company_id and r.reversal_of = t.id and r.status <> 'failed'
group by 1, 2, 3, 4, 5
union all
select o.company_id, date_trunc('hour', o.created_at), o.kind, o.type, o.status, 0, 0, sum(e.amount), 0
from accounts a
join entries e on e.company_id = a.company_id and e.account_id = a.id
join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
join transactions o on o.company_id = t.company_id and o.id = coalesce(t.reversal_of, t.id)
where a.kind = 'fees'
group by 1, 2, 3, 4, 5;
insert into kind_day_figures (day, company_id, kind, type, status, count, amount, fees, left_out)
select kampala_day(hour), company_id, kind, type, status, sum(count), sum(amount), sum(fees), sum(left_out)
from counted group by 1, 2, 3, 4, 5;
insert into platform_hour_figures (hour, kind, type, status, shard, count, amount, fees, left_out)
select hour, kind, type, status, 0, sum(count), sum(amount), sum(fees), sum(left_out)
from counted group by 1, 2, 3, 4;
drop table counted;

insert into payment_day_figures (company_id, day, direction, network, product_id, status, reason_code, shard,
  count, amount, fees, left_out)
select p.company_id, kampala_day(p.created_at), p.direction, p.network,
  coalesce(p.product_id, '00000000-0000-0000-0000-000000000000'), p.status,
  case p.status when 'FAILED' then left(coalesce(p.reason_code, ''), 60) else '' end, 0, count(*),
  coalesce(sum(p.amount) filter (where r.id is null), 0),
  coalesce(sum(p.fee) filter (where r.id is null and p.status = 'SUCCESS'), 0), count(r.id)
from payments p
left join transactions r
  on r.company_id = p.company_id and r.reversal_of = p.transaction_id and r.status <> 'failed'
where p.status in ('SUCCESS', 'FAILED')
group by 1, 2, 3, 4, 5, 6, 7;
insert into platform_payment_figures (day, direction, network, status, reason_code, shard, count, amount,
  fees, left_out)
select day, direction, network, status, reason_code, 0, sum(count), sum(amount), sum(fees), sum(left_out)
from payment_day_figures group by 1, 2, 3, 4, 5;
