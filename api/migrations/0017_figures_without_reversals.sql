-- What a reversal takes back was subtracted on the day of the reversal, so that a day with more
-- corrections than business was below zero. It is now left out on the day on which it was counted.
-- Figures contain how many of the counted transactions are left out of the amount: reversals, what they
-- took back, advances and repayments.
-- Waits for postings under way.
lock table transactions in share row exclusive mode;
alter table company_day_figures add column left_out bigint not null default 0;
alter table company_figures add column left_out bigint not null default 0;
alter table platform_day_figures add column left_out bigint not null default 0;
drop function ledger_count(
  uuid[], date[], transaction_type[], transaction_status[], integer[], bigint[], bigint[]
);

-- Corrects the existing figures.
select set_config('app.platform', 'on', true);
create temporary table corrections on commit drop as
with changes as (
  select c.*
  from transactions r
  join transactions t on t.company_id = r.company_id and t.id = r.reversal_of
  cross join lateral (
    values
      (r.company_id, kampala_day(r.created_at), r.type, r.status, 0::bigint, 1),
      (r.company_id, kampala_day(r.created_at), t.type, r.status, r.amount, 0),
      -- A reversal that was reversed is left out already.
      (t.company_id, kampala_day(t.created_at), t.type, t.status,
        case when t.reversal_of is null then -r.amount else 0 end,
        case when t.reversal_of is null then 1 else 0 end)
  ) c(company_id, day, type, status, amount, left_out)
  where r.reversal_of is not null and r.status <> 'failed'
  union all
  select company_id, kampala_day(created_at), type, status, 0, 1
  from transactions where reversal_of is not null and status = 'failed'
  union all
  select t.company_id, kampala_day(t.created_at), t.type, t.status, 0, 1
  from accounts a
  join entries e on e.company_id = a.company_id and e.account_id = a.id
  join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
  where a.kind = 'receivable'
)
select company_id, day, type, status, sum(amount) as amount, sum(left_out) as left_out
from changes group by 1, 2, 3, 4;
update company_day_figures f
set amount = f.amount + c.amount, left_out = f.left_out + c.left_out
from corrections c
where (f.company_id, f.day, f.type, f.status) = (c.company_id, c.day, c.type, c.status);
update company_figures f
set amount = f.amount + c.amount, left_out = f.left_out + c.left_out
from (
  select company_id, type, status, sum(amount) as amount, sum(left_out) as left_out
  from corrections group by 1, 2, 3
) c
where (f.company_id, f.type, f.status) = (c.company_id, c.type, c.status);
-- Only the sum over the shards has a meaning.
insert into platform_day_figures as f (day, type, status, shard, amount, left_out)
select day, type, status, 0, sum(amount), sum(left_out) from corrections group by 1, 2, 3
on conflict (day, type, status, shard) do update
  set amount = f.amount + excluded.amount, left_out = f.left_out + excluded.left_out;
drop table corrections;
