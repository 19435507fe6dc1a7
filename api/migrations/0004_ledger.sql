-- The ledger. Money moves through the functions of the next migration and in no other way: the role
-- of requests may read these tables and write none of them. Amounts are hundredths of UGX. A
-- company's postings touch only its own accounts, so its entries sum to zero by themselves and all
-- tables but the platform's own figures can be spread over servers by company_id.
create type transaction_type as enum ('credit', 'debit');
create type transaction_status as enum ('pending', 'completed', 'failed');

alter table accounts
  add column name text,
  add column number text,
  -- Code and name are kept together: readings of the codes differ, the name is what people see.
  add column type_code smallint,
  add column type_name text,
  -- The mobile-money network that a clearing account stands for.
  add column network text,
  add column opened_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column last_transaction_at timestamptz,
  -- The number of the account's last entry; entries are numbered without gaps.
  add column entry_count bigint not null default 0,
  add constraint accounts_customer check (
    kind <> 'customer' or (name is not null and number is not null and type_code is not null)
  ),
  -- Nobody overdraws; only the other side of a company's money may be below zero.
  add constraint accounts_floor_kind check (
    case when kind = 'customer' then floor is not null and floor >= 0 else floor is null end
  ),
  add constraint accounts_network check ((kind = 'clearing') = (network is not null));
create unique index accounts_number_key on accounts (number);
create index accounts_name_idx on accounts (lower(name) collate "C", id) where kind = 'customer';
create unique index accounts_system_key on accounts (company_id, kind, coalesce(network, ''))
  where kind <> 'customer';

-- No foreign keys between accounts, transactions and entries: they halve the rate of posting, one
-- function writes all three, and the check of the invariants proves what they would.
create table transactions (
  company_id uuid not null,
  -- Version 7 and made from created_at, so the order of ids is the order of time.
  id uuid not null,
  -- The customer account that it is about, and how it looks from there.
  account_id uuid not null,
  type transaction_type not null,
  amount bigint not null check (amount > 0),
  status transaction_status not null,
  -- Kept back on the account while pending.
  held bigint not null default 0 check (held >= 0),
  kind text not null,
  -- The caller's name for this one intent; a hash of company and key, by which it is found again;
  -- and a hash of what was asked under it.
  key text not null,
  key_hash uuid not null,
  input_hash uuid not null,
  reversal_of uuid,
  -- Why it failed.
  reason text,
  reference text,
  description text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Names the attempt that finished it, so that one who lost the answer knows it was theirs.
  finish_id uuid,
  primary key (company_id, id),
  constraint transactions_key unique (key_hash, company_id),
  check ((status = 'pending') = (finished_at is null))
);
create index transactions_time_idx on transactions (id);
create index transactions_pending_idx on transactions (company_id, account_id)
  where status = 'pending';
create unique index transactions_reversal_key on transactions (reversal_of, company_id)
  where reversal_of is not null and status <> 'failed';

create table entries (
  company_id uuid not null,
  account_id uuid not null,
  number bigint not null,
  transaction_id uuid not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (company_id, account_id, number)
);
-- Finds the legs of a transaction. It takes a tenth of the rate of one hot account, and nothing that
-- can be measured when postings are spread.
create index entries_transaction_idx on entries (transaction_id);

-- Daily figures (days in Africa/Kampala) and totals, kept in the transaction that they count, so
-- that no dashboard ever adds up transactions. A row counts by the day it was created. A reversal
-- counts without an amount and takes that of the other one out on its own day. `moved` is what
-- customer accounts gained, by the day the money moved.
create table company_day_figures (
  company_id uuid not null,
  day date not null,
  type transaction_type not null,
  status transaction_status not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  moved bigint not null default 0,
  primary key (company_id, day, type, status)
) with (fillfactor = 70);

create table company_figures (
  company_id uuid not null,
  type transaction_type not null,
  status transaction_status not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  moved bigint not null default 0,
  primary key (company_id, type, status)
) with (fillfactor = 50);

-- Several rows per figure, so that postings at the same moment never wait for each other here.
create table platform_day_figures (
  day date not null,
  type transaction_type not null,
  status transaction_status not null,
  shard smallint not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  moved bigint not null default 0,
  primary key (day, type, status, shard)
) with (fillfactor = 50);

-- When all of the ledger was checked, and what was found.
create table ledger_checks (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null default now(),
  duration_ms integer not null,
  entries bigint not null,
  violations jsonb not null
);

create function entries_must_balance() returns trigger
  language plpgsql as $$
begin
  if exists (select from inserted group by company_id, transaction_id having sum(amount) <> 0) then
    raise exception 'the entries of a transaction do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
-- Once per statement: a deferred trigger per row costs more than the posting itself.
create trigger entries_balanced after insert on entries
  referencing new table as inserted for each statement execute function entries_must_balance();
create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
create trigger transactions_kept before delete or truncate on transactions
  for each statement execute function refuse_change();

-- A pending transaction is finished once; nothing else about it ever changes.
create function transactions_finish_once() returns trigger
  language plpgsql as $$
begin
  if old.status <> 'pending' or new.status = 'pending'
    or (to_jsonb(new) - '{status,reason,finished_at,finish_id}'::text[])
      <> (to_jsonb(old) - '{status,reason,finished_at,finish_id}'::text[])
  then
    raise exception 'transactions is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger transactions_finish_once before update on transactions
  for each row execute function transactions_finish_once();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['transactions', 'entries', 'company_day_figures', 'company_figures']
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
end
$$;
alter table platform_day_figures enable row level security;
alter table platform_day_figures force row level security;
create policy platform_day_figures_platform on platform_day_figures
  using ((select app_is_platform())) with check ((select app_is_platform()));

alter table ledger_checks enable row level security;
alter table ledger_checks force row level security;
create policy ledger_checks_platform on ledger_checks
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on ledger_checks to sente_app;

grant select on transactions, entries, company_day_figures, company_figures, platform_day_figures
  to sente_app;
-- An account is opened empty and renamed or switched off; its money is the functions' alone.
grant insert (id, company_id, kind, network, floor, name, number, type_code, type_name, is_active)
  on accounts to sente_app;
grant update (name, is_active, updated_at) on accounts to sente_app;
