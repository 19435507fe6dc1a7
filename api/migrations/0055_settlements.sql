-- Money of companies on its way to their banks.
select set_config('app.platform', 'on', true);

-- Where it may go. What identifies an account never changes: a change is a new one.
create table bank_accounts (
  id uuid primary key,
  company_id uuid not null references companies (id),
  bank text not null,
  branch text,
  account_name text not null,
  -- Digits only.
  account_number text not null check (account_number ~ '^[0-9]{5,25}$'),
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'refused', 'retired')),
  added_by uuid not null references users (id),
  added_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state in ('refused', 'retired')) = (ended_at is not null)),
  unique (company_id, id)
);
create unique index bank_accounts_number_key on bank_accounts (company_id, lower(bank), account_number)
  where state in ('waiting', 'approved');

-- The content of the file is written when a second person approves the batch.
create table settlement_batches (
  id uuid primary key,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  count integer not null check (count > 0),
  -- Hundredths of UGX.
  amount bigint not null check (amount > 0),
  file text,
  check ((state = 'approved') = (file is not null)),
  check ((state = 'approved') = (approved_at is not null))
);
create index settlement_batches_created_idx on settlement_batches (created_at desc, id desc);

create table settlements (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- On the bank's statement.
  reference text not null unique,
  account_id uuid not null,
  bank_account_id uuid not null,
  -- What arrives, in hundredths of UGX: whole shillings. The fee comes on top.
  amount bigint not null check (amount > 0 and amount % 100 = 0),
  fee bigint not null check (fee >= 0),
  -- Pending in the ledger, with amount and fee held, until it is paid, returned or cancelled.
  transaction_id uuid not null,
  state text not null default 'requested'
    check (state in ('requested', 'batched', 'paid', 'returned', 'cancelled')),
  -- Null for one that the schedule made.
  requested_by uuid references users (id),
  requested_at timestamptz not null default now(),
  -- The same request again is the same settlement.
  request_key text not null,
  -- Of one that the schedule made.
  due_day date,
  batch_id uuid references settlement_batches (id),
  bank_reference text,
  paid_at timestamptz,
  -- When it was returned or cancelled.
  ended_at timestamptz,
  reason text,
  check ((requested_by is null) = (due_day is not null)),
  check ((state = 'requested') = (batch_id is null) or state = 'cancelled'),
  check (state <> 'cancelled' or batch_id is null),
  check ((state in ('returned', 'cancelled')) = (ended_at is not null)),
  check ((state = 'returned') = (reason is not null)),
  check ((paid_at is null) = (bank_reference is null)),
  check (state <> 'paid' or paid_at is not null),
  check (state in ('paid', 'returned') or paid_at is null),
  foreign key (company_id, bank_account_id) references bank_accounts (company_id, id)
);
create unique index settlements_request_key on settlements (company_id, request_key);
create unique index settlements_due_key on settlements (company_id, due_day);
create unique index settlements_transaction_key on settlements (transaction_id);
create index settlements_company_idx on settlements (company_id, id desc);
create index settlements_batch_idx on settlements (batch_id);
create index settlements_requested_idx on settlements (id) where state = 'requested';

-- Settled every day or every week; without a row on request only.
create table settlement_schedules (
  company_id uuid primary key references companies (id),
  every text not null check (every in ('day', 'week')),
  -- 1 is Monday.
  weekday smallint check (weekday between 1 and 7),
  account_id uuid not null,
  bank_account_id uuid not null,
  minimum bigint not null check (minimum >= 0),
  keep bigint not null check (keep >= 0),
  -- The last day in Kampala that is done with.
  last_day date not null,
  updated_at timestamptz not null default now(),
  check ((every = 'week') = (weekday is not null)),
  foreign key (company_id, bank_account_id) references bank_accounts (company_id, id)
);

-- Their bodies come with the functions.
create function settlements_move() returns trigger language plpgsql as 'begin return new; end';
create function settlement_batches_move() returns trigger language plpgsql as 'begin return new; end';
create function approvals_let_go() returns trigger language plpgsql as 'begin return new; end';
create trigger settlements_move before update on settlements
  for each row execute function settlements_move();
create trigger settlements_stay before delete or truncate on settlements
  for each statement execute function refuse_change();
create trigger settlement_batches_move before update on settlement_batches
  for each row execute function settlement_batches_move();
create trigger settlement_batches_stay before delete or truncate on settlement_batches
  for each statement execute function refuse_change();
create trigger approvals_let_go after update of state on approvals
  for each row when (new.state in ('rejected', 'withdrawn', 'expired'))
  execute function approvals_let_go();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['bank_accounts', 'settlements', 'settlement_schedules'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format(
      'create policy %I on %I for select using (company_id = (select app_company_id()))',
      v_table || '_read', v_table
    );
  end loop;
end
$$;
alter table settlement_batches enable row level security;
alter table settlement_batches force row level security;
create policy settlement_batches_platform on settlement_batches
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on bank_accounts, settlements, settlement_batches to sente_app;
grant update (state, ended_at) on bank_accounts to sente_app;
grant update (state, batch_id, bank_reference, paid_at, ended_at, reason) on settlements to sente_app;
grant update (state, approved_at, file) on settlement_batches to sente_app;
grant select, insert, update, delete on settlement_schedules to sente_app;

-- Hundredths of UGX, for each settlement.
alter table platform_settings
  add column settlement_fee bigint not null default 0 check (settlement_fee >= 0);
grant update (settlement_fee) on platform_settings to sente_app;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in (
    'deposit', 'reversal', 'staff-role', 'fee', 'limit', 'brake', 'payout-rule', 'factor-reset',
    'case', 'bank-account', 'settlement-batch', 'settlement-return', 'float'
  ));
