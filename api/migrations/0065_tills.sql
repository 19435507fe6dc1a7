-- Shared phones and tablets at which cashiers take payments into one account.
select set_config('app.platform', 'on', true);

create table tills (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  -- That receives; it stays the same.
  account_id uuid not null references accounts (id),
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (company_id, id)
);
create unique index tills_name_key on tills (company_id, lower(name)) where ended_at is null;

-- What cashiers may sell there.
create table till_products (
  company_id uuid not null,
  till_id uuid not null,
  product_id uuid not null,
  primary key (till_id, product_id),
  foreign key (company_id, till_id) references tills (company_id, id),
  foreign key (company_id, product_id) references internet_products (company_id, id)
);
create index till_products_product_idx on till_products (company_id, product_id);

create table till_devices (
  id uuid primary key,
  company_id uuid not null,
  till_id uuid not null,
  name text not null,
  -- Of the code that pairs it, until it is paired.
  code_hash bytea unique,
  code_expires_at timestamptz,
  -- Of the token in its cookie, from then on.
  token_hash bytea unique,
  paired_at timestamptz,
  seen_at timestamptz,
  unpaired_at timestamptz,
  -- In a row.
  wrong_pins integer not null default 0,
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (company_id, till_id) references tills (company_id, id),
  unique (company_id, id),
  check ((code_hash is null) = (code_expires_at is null)),
  check ((token_hash is null) = (paired_at is null))
);
create index till_devices_till_idx on till_devices (till_id);

-- People who work at a till. They have no sign-in here.
create table till_cashiers (
  id uuid primary key,
  company_id uuid not null,
  till_id uuid not null,
  name text not null,
  -- Keyed with the servers' key: six digits alone would be found by trying.
  pin_mark text not null,
  pin_set_at timestamptz not null default now(),
  removed_at timestamptz,
  foreign key (company_id, till_id) references tills (company_id, id),
  unique (company_id, id)
);
create unique index till_cashiers_pin_key on till_cashiers (till_id, pin_mark) where removed_at is null;

create table till_shifts (
  id uuid primary key,
  company_id uuid not null,
  till_id uuid not null,
  device_id uuid not null,
  cashier_id uuid not null,
  token_hash bytea not null unique,
  opened_at timestamptz not null default now(),
  -- When it ends by itself: touching the screen moves it.
  ends_at timestamptz not null,
  -- When somebody ended it before that.
  closed_at timestamptz,
  -- Null: the cashier.
  closed_by uuid references users (id),
  foreign key (company_id, till_id) references tills (company_id, id),
  foreign key (company_id, device_id) references till_devices (company_id, id),
  foreign key (company_id, cashier_id) references till_cashiers (company_id, id),
  unique (company_id, id),
  check (closed_at <= ends_at),
  check (closed_by is null or closed_at is not null)
);
create index till_shifts_till_idx on till_shifts (till_id, id desc);
-- A device has one shift at a time.
create unique index till_shifts_open_key on till_shifts (device_id) where closed_at is null;

-- Payments that a shift asked for.
create table till_requests (
  company_id uuid not null,
  shift_id uuid not null,
  payment_id uuid primary key,
  foreign key (company_id, shift_id) references till_shifts (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);
create index till_requests_shift_idx on till_requests (shift_id);

-- Payments whose message was shown at a till: shown again, it may be for other goods.
create table till_checks (
  company_id uuid not null,
  shift_id uuid not null,
  payment_id uuid not null,
  checked_at timestamptz not null default now(),
  foreign key (company_id, shift_id) references till_shifts (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);
create index till_checks_payment_idx on till_checks (company_id, payment_id, checked_at);
create index till_checks_shift_idx on till_checks (shift_id);

-- A company reads its own and manages its tills. What happens at a till is written by the platform.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'tills', 'till_products', 'till_devices', 'till_cashiers', 'till_shifts', 'till_requests', 'till_checks'
  ] loop
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
  foreach v_table in array array['tills', 'till_products', 'till_devices', 'till_cashiers'] loop
    execute format(
      'create policy %I on %I for insert with check (company_id = (select app_company_id()))',
      v_table || '_add', v_table
    );
  end loop;
  foreach v_table in array array['tills', 'till_devices', 'till_cashiers', 'till_shifts'] loop
    execute format(
      'create policy %I on %I for update using (company_id = (select app_company_id()))
         with check (company_id = (select app_company_id()))',
      v_table || '_change', v_table
    );
  end loop;
end
$$;
create policy till_products_remove on till_products for delete
  using (company_id = (select app_company_id()));
grant select, insert
  on tills, till_products, till_devices, till_cashiers, till_shifts, till_requests, till_checks
  to sente_app;
grant update (name, ended_at) on tills to sente_app;
grant delete on till_products to sente_app;
grant update (code_hash, code_expires_at, token_hash, paired_at, seen_at, unpaired_at, wrong_pins, locked_at)
  on till_devices to sente_app;
grant update (pin_mark, pin_set_at, removed_at) on till_cashiers to sente_app;
grant update (ends_at, closed_at, closed_by) on till_shifts to sente_app;

-- till: asked for by a cashier at a till.
alter table payments drop constraint payments_origin_check;
alter table payments add constraint payments_origin_check
  check (origin in ('api', 'portal', 'link', 'till', 'import'));
