-- Addresses at which anybody pays a company, and what people did there.
select set_config('app.platform', 'on', true);

create table payment_links (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- In the address: 130 random bits. Whoever has it may pay, so it is shown again.
  code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{26}$'),
  -- That receives.
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('fixed', 'chosen', 'product')),
  -- Hundredths of UGX, whole shillings. A product has its own price.
  amount bigint check (amount > 0 and amount % 100 = 0),
  least_amount bigint check (least_amount > 0 and least_amount % 100 = 0),
  most_amount bigint check (most_amount >= least_amount and most_amount % 100 = 0),
  product_id uuid,
  -- What the payer reads; of a product its name.
  purpose text,
  -- The company's own.
  reference text,
  is_once boolean not null,
  expires_at timestamptz,
  return_url text,
  -- The one that the QR code of the account leads to.
  is_standing boolean not null default false,
  -- Null: through the payments API, under this key.
  created_by uuid references users (id),
  key_hash uuid,
  input_hash uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid references users (id),
  unique (company_id, id),
  foreign key (company_id, product_id) references internet_products (company_id, id),
  check ((kind = 'fixed') = (amount is not null)),
  check ((kind = 'chosen') = (least_amount is not null) and (kind = 'chosen') = (most_amount is not null)),
  check ((kind = 'product') = (product_id is not null)),
  check (kind = 'product' or purpose is not null),
  check (not is_standing or (kind = 'chosen' and not is_once)),
  check ((key_hash is null) = (input_hash is null)),
  check (ended_by is null or ended_at is not null)
);
create unique index payment_links_standing_key on payment_links (account_id)
  where is_standing and ended_at is null;
create unique index payment_links_request_key on payment_links (company_id, key_hash);
create index payment_links_company_idx on payment_links (company_id, id desc);
create index payment_links_product_idx on payment_links (company_id, product_id);

-- One visit that began to pay. Who has its secret sees what became of it.
create table checkouts (
  id uuid primary key,
  company_id uuid not null references companies (id),
  link_id uuid not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  foreign key (company_id, link_id) references payment_links (company_id, id),
  unique (company_id, id)
);
create index checkouts_link_idx on checkouts (link_id, id desc);

-- The payments of a checkout, one after the other: the next one begins when the last one has failed.
create table checkout_attempts (
  company_id uuid not null,
  checkout_id uuid not null,
  number integer not null check (number > 0),
  payment_id uuid not null unique,
  primary key (checkout_id, number),
  foreign key (company_id, checkout_id) references checkouts (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);

-- A company reads its own. What payers do is written by the platform.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['payment_links', 'checkouts', 'checkout_attempts'] loop
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
create policy payment_links_add on payment_links for insert
  with check (company_id = (select app_company_id()));
create policy payment_links_end on payment_links for update
  using (company_id = (select app_company_id()))
  with check (company_id = (select app_company_id()));
grant select, insert on payment_links, checkouts, checkout_attempts to sente_app;
grant update (ended_at, ended_by) on payment_links to sente_app;

-- link: asked for by a payer at a payment link.
alter table payments drop constraint payments_origin_check;
alter table payments add constraint payments_origin_check
  check (origin in ('api', 'portal', 'link', 'import'));
