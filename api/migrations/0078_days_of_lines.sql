-- What a call told before a file counts on the day on which the file has it. Those of two days are looked at again.
select set_config('app.platform', 'on', true);
update statement_files f set matched_at = null
where f.state = 'done' and exists (
  select from statement_tellings t join statement_lines l on l.id = t.line_id
  where t.file_id = f.id and kampala_day(t.at) <> kampala_day(l.at)
);

-- Two files are joined by their balances also if a call tells something of the time between them: it tells no balance.
create or replace view statement_coverage with (security_invoker = true) as
with complete as not materialized (
  select f.id, f.network, f.wallet, f.first_at, e.last_at, f.opening_balance, f.closing_balance, e.is_call
  from statement_files f
  cross join lateral (select f.source in ('call', 'simulator') as is_call) c
  cross join lateral (
    select c.is_call, case when c.is_call then least(f.last_at, f.begun_at - interval '1 day') else f.last_at end as last_at
  ) e
  where f.state = 'done' and f.matched_at >= f.finished_at and f.first_at <= e.last_at
    and f.bad_lines = 0 and f.is_balanced
), joined as (
  select f.network, f.wallet, range_agg(tstzrange(f.first_at,
    greatest(date_trunc('minute', f.last_at) + interval '1 minute', n.first_at), '[)')) as covered
  from complete f
  left join lateral (
    select g.first_at, g.opening_balance from complete g
    where f.closing_balance is not null and not g.is_call
      and g.network = f.network and g.wallet = f.wallet and g.first_at > f.last_at
    order by g.first_at, g.id limit 1
  ) n on n.opening_balance = f.closing_balance
  group by f.network, f.wallet
), wallets as (
  select j.network, w.wallet, range_agg(j.covered) as covered
  from joined j join (values ('collection'), ('payout')) w (wallet) on j.wallet in ('both', w.wallet)
  group by j.network, w.wallet
)
select network, wallet, covered from wallets
union all
select c.network, 'both', c.covered * p.covered
from wallets c join wallets p on p.network = c.network and p.wallet = 'payout'
where c.wallet = 'collection';
