-- The floats that networks tell by call, lines of the bank that stand for a whole batch, and expected fees.
select set_config('app.platform', 'on', true);

-- The last that a network told on a day, with what explained it then. Hundredths of UGX.
create table float_calls (
  network text not null,
  -- In Kampala.
  day date not null,
  read_at timestamptz not null,
  amount bigint not null,
  -- By the ledger and the statements; null while no statement tells a balance.
  explained bigint,
  -- Sent to the network and not ended here, so that the network may have moved it.
  under_way_in bigint not null,
  under_way_out bigint not null,
  -- What neither explains; null without a statement.
  unexplained bigint,
  -- How many answers in a row were not explained.
  strikes integer not null default 0,
  primary key (network, day),
  check ((explained is null) = (unexplained is null))
);
alter table float_calls enable row level security;
alter table float_calls force row level security;
create policy float_calls_platform on float_calls
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on float_calls to sente_app;

-- Of a settlement: the bank may pay a whole batch with one line.
alter table reconciliation_bookings add column batch_id uuid;
update reconciliation_bookings b set batch_id = s.batch_id
from settlements s
where b.network = 'BANK' and s.transaction_id = coalesce(b.reversal_of, b.transaction_id);
create index reconciliation_bookings_batch_idx on reconciliation_bookings (batch_id)
  where batch_id is not null and state in ('open', 'case');
drop index reconciliation_bookings_line_key;
create unique index reconciliation_bookings_line_key on reconciliation_bookings (line_id)
  where line_id is not null and how <> 'batch';
create index reconciliation_bookings_of_batches_idx on reconciliation_bookings (line_id) where how = 'batch';
alter table reconciliation_bookings drop constraint reconciliation_bookings_how_check;
alter table reconciliation_bookings add constraint reconciliation_bookings_how_check
  check (how in ('reference', 'order', 'phone', 'transfer', 'reversal', 'text', 'amount', 'batch', 'people'));
create index reconciliation_lines_bank_idx on reconciliation_lines (moved)
  where network = 'BANK' and state in ('open', 'case');

-- Two people say that a line and a booking belong together.
alter table reconciliation_cases drop constraint reconciliation_cases_action_check;
alter table reconciliation_cases add constraint reconciliation_cases_action_check check (action in ('match',
  'late-success', 'reverse', 'suspense', 'account', 'network-fee', 'float'));
-- Of a fee that a network took: what its tariff says.
alter table reconciliation_cases add column expected_fee bigint check (expected_fee >= 0);

-- A list by call is complete a day later: until then a payment may be missing on it.
create or replace view statement_coverage with (security_invoker = true) as
with complete as not materialized (
  select f.id, f.network, f.wallet, f.first_at, e.last_at, f.opening_balance, f.closing_balance
  from statement_files f
  cross join lateral (
    select case when f.source in ('call', 'simulator') then least(f.last_at, f.begun_at - interval '1 day')
      else f.last_at end as last_at
  ) e
  where f.state = 'done' and f.matched_at >= f.finished_at and f.first_at <= e.last_at
    and f.bad_lines = 0 and f.is_balanced
), joined as (
  select f.network, f.wallet, range_agg(tstzrange(f.first_at,
    greatest(date_trunc('minute', f.last_at) + interval '1 minute', n.first_at), '[)')) as covered
  from complete f
  left join lateral (
    select g.first_at, g.opening_balance from complete g
    where f.closing_balance is not null
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

-- The balance at the end of each day of a file, also of lines that another file told first.
create table statement_balances (
  file_id uuid not null references statement_files (id),
  -- In Kampala.
  day date not null,
  at timestamptz not null,
  -- Hundredths of UGX.
  balance bigint not null,
  primary key (file_id, day)
);
create index statement_balances_day_idx on statement_balances (day);
insert into statement_balances (file_id, day, at, balance)
select distinct on (l.file_id, d.day) l.file_id, d.day, l.at, l.balance_after
from statement_lines l
join statement_files f on f.id = l.file_id
cross join lateral (select (l.at at time zone interval '3 hours')::date as day) d
cross join lateral (
  select at, balance_after from statement_lines where file_id = l.file_id order by id limit 1
) first
cross join lateral (
  select at from statement_lines where file_id = l.file_id order by id desc limit 1
) last
where f.state = 'done' and l.status = 'completed' and l.balance_after is not null
order by l.file_id, d.day, l.at desc,
  -- Whole minutes do not order lines, so the order of the file counts, which may be newest first.
  case when first.at > last.at or (first.at = last.at and first.balance_after = f.closing_balance)
    then l.id else -l.id end;
alter table statement_balances enable row level security;
alter table statement_balances force row level security;
create policy statement_balances_platform on statement_balances
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on statement_balances to sente_app;
-- Equal payments of layouts with and without the network's id are looked up by it.
create index statement_lines_without_id_idx on statement_lines (phone, amount, at)
  where reference is null and phone is not null;
