-- The statements of the networks against the ledger's clearing accounts. Only staff and the server see it.
-- `effect` is always what a wallet at the network gained, in hundredths of UGX; a payout has a minus.

-- When its lines were taken for matching.
alter table statement_files add column matched_at timestamptz;
-- Whose lines it has: a network may have a wallet for collections and one for payouts.
alter table statement_files add column wallet text not null default 'both'
  check (wallet in ('both', 'collection', 'payout'));
-- A file without balances and with one direction only does not tell of the other.
update statement_files f set wallet = l.wallet
from (
  select file_id, case min(direction) when 'in' then 'collection' else 'payout' end as wallet
  from statement_lines group by file_id having min(direction) = max(direction)
) l
where l.file_id = f.id and f.opening_balance is null;
-- False if its lines do not lead from one balance to the other: some are missing.
alter table statement_files add column is_balanced boolean not null default true;
-- Of a file that had known lines, or that tells some balances only, not all lines are at hand.
update statement_files f set is_balanced = false
from (
  select file_id, sum(case direction when 'in' then amount else -amount end - coalesce(fee, 0)) as effect
  from statement_lines where status = 'completed'
  group by file_id having count(*) = count(balance_after)
) l
where l.file_id = f.id and f.state = 'done' and f.known_lines = 0
  and f.opening_balance + l.effect <> f.closing_balance;
create index statement_files_first_idx on statement_files (network, wallet, first_at, id) where state = 'done';
create index statement_lines_file_idx on statement_lines (file_id, id);

-- What the books and the statement do not agree about. Only these are work for people.
create table reconciliation_cases (
  id uuid primary key,
  number bigint generated always as identity,
  network text not null check (network in ('MTN', 'AIRTEL')),
  kind text not null check (kind in ('only-theirs', 'only-ours', 'late-success', 'not-paid', 'amount',
    'doubled', 'fee', 'charge', 'transfer', 'reversal')),
  -- In Kampala; of the statement's line, or else of the booking.
  day date not null,
  -- Of the network less that of the books: what would have to be booked.
  effect bigint not null check (effect <> 0),
  line_id bigint references statement_lines (id),
  -- Ours, in the ledger; and the payment that it is about.
  transaction_id uuid,
  company_id uuid,
  payment_id uuid,
  -- A settled case about the same payment or line.
  follows_id uuid references reconciliation_cases (id),
  state text not null default 'open' check (state in ('open', 'settled')),
  opened_at timestamptz not null default now(),
  -- Two people decided to wait; it is no work until this day.
  wait_until date,
  settled_at timestamptz,
  -- By two people, or by the server because the other side came.
  settled_by text check (settled_by in ('people', 'server')),
  action text check (action in ('late-success', 'reverse', 'suspense', 'account', 'network-fee', 'float')),
  approval_id uuid references approvals (id),
  check ((state = 'settled') = (settled_at is not null)),
  check ((settled_at is null) = (settled_by is null)),
  check ((settled_by is not distinct from 'people') = (action is not null)),
  check ((action is null) = (approval_id is null))
);
create unique index reconciliation_cases_line_key on reconciliation_cases (line_id)
  where state = 'open' and line_id is not null;
create unique index reconciliation_cases_transaction_key on reconciliation_cases (transaction_id)
  where state = 'open' and transaction_id is not null;
create index reconciliation_cases_list_idx on reconciliation_cases (state, day desc, number desc);
create index reconciliation_cases_payment_idx on reconciliation_cases (payment_id)
  where payment_id is not null;
create index reconciliation_cases_settled_idx on reconciliation_cases (settled_at);

-- The lines of statements as matching sees them; those that are pending say nothing yet. Neither table has foreign
-- keys to the lines and the ledger, which never lose a row: they take a third of the time of matching.
create table reconciliation_lines (
  line_id bigint primary key,
  network text not null,
  reference text,
  -- Our payment, where the statement carries our id.
  order_id uuid,
  phone text,
  at timestamptz not null,
  day date not null,
  kind text not null,
  -- Without the network's fee, and with it; both are 0 for what failed.
  moved bigint not null,
  effect bigint not null,
  -- said: it failed at the network. netted: it was taken back there before anything was booked.
  state text not null check (state in ('open', 'matched', 'differs', 'netted', 'case', 'settled', 'said')),
  case_id uuid references reconciliation_cases (id),
  -- One of ours that is not booked.
  payment_id uuid
) with (fillfactor = 80);
create index reconciliation_lines_open_idx on reconciliation_lines (reference, network)
  where state in ('open', 'case');
create index reconciliation_lines_said_idx on reconciliation_lines (reference, network)
  where state = 'said';
create index reconciliation_lines_said_order_idx on reconciliation_lines (order_id)
  where state = 'said';
create index reconciliation_lines_payment_idx on reconciliation_lines (payment_id)
  where payment_id is not null;
create index reconciliation_lines_waiting_idx on reconciliation_lines (network, day)
  where state in ('open', 'netted');
create index reconciliation_lines_case_idx on reconciliation_lines (case_id) where case_id is not null;

-- Every entry of a clearing account, with the line of the statement that it belongs to.
create table reconciliation_bookings (
  transaction_id uuid primary key,
  company_id uuid not null,
  network text not null,
  -- Also of what reverses its transaction.
  payment_id uuid,
  kind text not null,
  reversal_of uuid,
  reference text,
  phone text,
  effect bigint not null,
  began_at timestamptz not null,
  booked_at timestamptz not null,
  day date not null,
  state text not null default 'open'
    check (state in ('open', 'matched', 'differs', 'netted', 'case', 'settled')),
  line_id bigint,
  line_day date,
  -- By the network's reference, by our id, by number, amount and time, or by amount and time.
  how text check (how in ('reference', 'order', 'phone', 'transfer', 'reversal')),
  case_id uuid references reconciliation_cases (id),
  check ((line_id is null) = (how is null)),
  check ((line_id is null) = (line_day is null))
) with (fillfactor = 80);
-- Not by network first: without statistics a plan would then read all of a network for each line.
create index reconciliation_bookings_reference_idx on reconciliation_bookings (reference, network);
create index reconciliation_bookings_payment_idx on reconciliation_bookings (payment_id)
  where payment_id is not null;
create index reconciliation_bookings_phone_idx on reconciliation_bookings (phone, effect, network)
  where state in ('open', 'case');
create unique index reconciliation_bookings_line_key on reconciliation_bookings (line_id)
  where line_id is not null;
create index reconciliation_bookings_differs_idx on reconciliation_bookings (transaction_id)
  where state = 'differs';
create index reconciliation_bookings_reversal_idx on reconciliation_bookings (reversal_of)
  where reversal_of is not null and state = 'open';
-- What was under way at the end of a day.
create index reconciliation_bookings_days_idx on reconciliation_bookings (network, line_day, day)
  where line_day <> day and case_id is null;
create index reconciliation_bookings_waiting_idx on reconciliation_bookings (network, day)
  where state in ('open', 'netted');
create index reconciliation_bookings_case_idx on reconciliation_bookings (case_id)
  where case_id is not null;

-- Up to which number the entries of a clearing account were taken: numbers have no gaps, times can be set.
create table reconciliation_cursors (
  account_id uuid primary key,
  number bigint not null
);

-- Sums of what was taken, so that no screen adds up lines.
create table reconciliation_days (
  network text not null,
  day date not null,
  lines bigint not null default 0,
  line_effect bigint not null default 0,
  booked_effect bigint not null default 0,
  primary key (network, day)
);

-- Of each wallet and day with lines: after the last line that tells a balance, or null if none does.
create table reconciliation_balances (
  network text not null,
  wallet text not null,
  day date not null,
  balance bigint,
  is_stale boolean not null default true,
  primary key (network, wallet, day)
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['reconciliation_cases', 'reconciliation_lines', 'reconciliation_bookings',
    'reconciliation_cursors', 'reconciliation_days', 'reconciliation_balances']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format('grant select, insert, update on %I to sente_app', v_table);
  end loop;
end
$$;

-- When the imported statements of a network were complete. One whose lines are not taken yet covers nothing:
-- all that is booked would be missing. Neither does one that lacks lines. Two statements are joined by their
-- balances: if one opens with what the other closed with, nothing happened in between. Otherwise they are joined
-- if they overlap, or if one goes on in the next minute: lines have whole minutes. For each wallet, and for the
-- time in which both are covered.
create view statement_coverage with (security_invoker = true) as
with complete as not materialized (
  select * from statement_files
  where state = 'done' and matched_at >= finished_at and first_at is not null
    and bad_lines = 0 and is_balanced
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
grant select on statement_coverage to sente_app;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('deposit', 'reversal', 'staff-role',
  'fee', 'limit', 'brake', 'payout-rule', 'factor-reset', 'case'));
