-- Mobile money: what a company asks of the networks, the vouchers it sells, what it is told, and
-- what it pays for it. A payment is what the portal calls an API transaction. Amounts are hundredths
-- of UGX.

-- Whoever names no account means the oldest active one.
create index accounts_default_idx on accounts (company_id, opened_at, id)
  where kind = 'customer' and is_active;

create table internet_products (
  company_id uuid not null references companies (id),
  id uuid not null,
  code text not null,
  name text not null,
  amount bigint not null check (amount > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index internet_products_code_key on internet_products (company_id, lower(code))
  where deleted_at is null;

-- Vouchers. A free one is reserved when its payer is asked, and used or free again when that ended.
-- No foreign key to the product: it takes half of the time of an upload, and nobody can delete the
-- row of a product. The check of the ledger looks for codes without one.
create table product_codes (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  product_id uuid not null,
  -- In the order of upload, which is the order of sale.
  number bigint generated always as identity,
  code text not null,
  state text not null default 'free' check (state in ('free', 'reserved', 'used')),
  payment_id uuid,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (company_id, id),
  -- Over all products: whoever redeems a code names no product.
  constraint product_codes_code_key unique (company_id, code),
  check ((state = 'free') = (payment_id is null)),
  check ((state = 'used') = (used_at is not null))
) with (fillfactor = 80);
create index product_codes_free_idx on product_codes (company_id, product_id, number)
  where state = 'free';
create index product_codes_list_idx on product_codes (company_id, number);

create table networks (
  name text primary key,
  display_name text not null,
  -- The circuit breaker, shared by all servers: after too many calls without an answer nobody is
  -- asked until then.
  failures integer not null default 0,
  opened_until timestamptz,
  last_answer_at timestamptz
);
-- The two digits that follow 256.
create table network_prefixes (
  prefix text primary key check (prefix ~ '^[0-9]{2,3}$'),
  network text not null references networks (name)
);
insert into networks (name, display_name) values ('MTN', 'MTN MoMo'), ('AIRTEL', 'Airtel Money');
insert into network_prefixes (prefix, network) values
  ('76', 'MTN'), ('77', 'MTN'), ('78', 'MTN'), ('31', 'MTN'), ('39', 'MTN'),
  ('70', 'AIRTEL'), ('74', 'AIRTEL'), ('75', 'AIRTEL');

create table payments (
  company_id uuid not null,
  -- Version 7; also the name under which the network knows it.
  id uuid not null,
  direction text not null check (direction in ('collection', 'payout')),
  -- api: signed by the company's systems; portal: asked for by a person; import: history.
  origin text not null check (origin in ('api', 'portal', 'import')),
  account_id uuid not null,
  -- 2567...: digits only.
  phone_number text not null,
  network text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0),
  reference text,
  description text,
  -- PENDING: written down; PROCESSING: the network has it; SUCCESS and FAILED are final. History may
  -- have other words.
  status text not null,
  reason_code text,
  reason text,
  -- Of company and key, by which the same request is found again; and of what was asked under it.
  key_hash uuid,
  input_hash uuid,
  product_id uuid,
  product_code_id uuid,
  -- In the ledger: of a payout from the start, of a collection once it is paid.
  transaction_id uuid,
  network_reference text,
  -- A payout of the portal waits for a second person.
  requested_by uuid,
  awaits_approval boolean not null default false,
  decided_by uuid,
  -- Set before the network is called for the first time: from then on it may have it.
  sent_at timestamptz,
  ask_count integer not null default 0,
  -- When a server takes it up again; null: nothing is left to do.
  next_step_at timestamptz,
  -- Whether the company's webhook was delivered; null: it has none.
  is_notified boolean,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  constraint payments_key unique (key_hash),
  check (status not in ('PENDING', 'PROCESSING') or finished_at is null),
  check (status not in ('SUCCESS', 'FAILED') or next_step_at is null)
) with (fillfactor = 70);
create unique index payments_id_key on payments (id);
create index payments_due_idx on payments (next_step_at) where next_step_at is not null;
create index payments_transaction_idx on payments (transaction_id) where transaction_id is not null;
create index payments_finished_idx on payments (network, finished_at) where finished_at is not null;
create index payments_reference_idx on payments (company_id, reference, id);
-- Lists by status: most are SUCCESS and found at once, the others would be looked for among them.
create index payments_open_idx on payments (company_id, status, id)
  where status not in ('SUCCESS', 'FAILED');
create index payments_failed_idx on payments (company_id, id) where status = 'FAILED';
create index payments_approval_idx on payments (id) where awaits_approval;

-- What happened on the way, for people: calls to the network and its callbacks, decisions.
create table payment_steps (
  company_id uuid not null,
  payment_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  title text not null,
  is_good boolean,
  request text,
  answer text,
  duration_ms integer,
  primary key (company_id, payment_id, id)
);

-- What no server decides: one person proposes, another confirms.
create table payment_reviews (
  id uuid primary key,
  company_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('late_success', 'amount_differs', 'account_inactive', 'unanswered')),
  network_amount bigint,
  network_reference text,
  opened_at timestamptz not null default now(),
  decision text check (decision in ('book', 'fail')),
  note text,
  proposed_by uuid,
  proposed_at timestamptz,
  confirmed_by uuid,
  closed_at timestamptz,
  check (confirmed_by is null or confirmed_by <> proposed_by)
);
create unique index payment_reviews_open_key on payment_reviews (payment_id) where closed_at is null;

create table fee_schedules (
  id uuid primary key,
  company_id uuid not null references companies (id),
  direction text not null check (direction in ('collection', 'payout')),
  -- Percent: hundredths of a percent, least and most. Banded: the upper ends, the last one null, and
  -- what each costs.
  percent_hundredths integer check (percent_hundredths between 0 and 5000),
  minimum bigint check (minimum >= 0 and minimum % 100 = 0),
  maximum bigint check (maximum >= coalesce(minimum, 0) and maximum % 100 = 0),
  band_ends bigint[],
  band_fees bigint[],
  effective_from timestamptz not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  check ((percent_hundredths is null) = (band_fees is not null)),
  check (cardinality(band_ends) is not distinct from cardinality(band_fees))
);
create unique index fee_schedules_key on fee_schedules (company_id, direction, effective_from desc);

-- The one place that knows a fee. A percentage is rounded to whole shillings, half up; least, most
-- and the fees of bands are whole shillings to begin with.
create function fee_of(p_company uuid, p_direction text, p_amount bigint, p_at timestamptz)
  returns bigint
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_rule fee_schedules%rowtype;
  v_fee bigint;
begin
  select f.* into v_rule from fee_schedules f
  where f.company_id = p_company and f.direction = p_direction and f.effective_from <= p_at
  order by f.effective_from desc limit 1;
  if not found then
    return 0;
  end if;
  if v_rule.percent_hundredths is null then
    for i in 1..cardinality(v_rule.band_fees) loop
      if v_rule.band_ends[i] is null or p_amount <= v_rule.band_ends[i] then
        return v_rule.band_fees[i];
      end if;
    end loop;
    return 0;
  end if;
  v_fee := trunc((p_amount::numeric * v_rule.percent_hundredths + 500000) / 1000000) * 100;
  v_fee := greatest(v_fee, coalesce(v_rule.minimum, 0));
  return least(v_fee, coalesce(v_rule.maximum, v_fee));
end
$$;

create table company_webhooks (
  company_id uuid primary key references companies (id),
  url text not null,
  secret_sealed bytea not null,
  key_name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Written in the transaction of their cause, delivered by whichever server is free.
create table webhook_events (
  company_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  type text not null,
  -- Letter by letter what is sent, hence not jsonb, which sorts the fields.
  payload json not null,
  -- The job that delivers it; an earlier one, still at work when it was sent again, changes nothing.
  job_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'gave_up')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  gave_up_at timestamptz,
  primary key (company_id, id)
);
create index webhook_events_payment_idx on webhook_events (company_id, payment_id);
create index webhook_events_gave_up_idx on webhook_events (gave_up_at) where state = 'gave_up';
create index webhook_events_open_idx on webhook_events (company_id, state, id)
  where state <> 'delivered';

create table webhook_attempts (
  company_id uuid not null,
  event_id uuid not null,
  number integer not null,
  at timestamptz not null default now(),
  url text not null,
  request_headers jsonb not null,
  status_code integer,
  answer text,
  error text,
  duration_ms integer not null,
  primary key (company_id, event_id, number)
);

-- Signatures of the last minutes, so that none is used twice. Logged, although it is short-lived: the
-- idempotency key is not signed, so after a crash that emptied it a captured request under another
-- key would pay a second time. That costs 0.1 ms for one signature and 0.3 ms for 64 together.
create table used_signatures (
  signature bytea primary key,
  seen_at timestamptz not null default now()
);
create index used_signatures_seen_idx on used_signatures (seen_at);

do $$
declare
  v_table text;
begin
  -- What companies keep themselves.
  foreach v_table in array array['internet_products', 'product_codes']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform()) or company_id = (select app_company_id()))
         with check ((select app_is_platform()) or company_id = (select app_company_id()))',
      v_table || '_tenant', v_table
    );
  end loop;
  -- What the server writes and companies may read of themselves.
  foreach v_table in array array['payments', 'payment_steps', 'fee_schedules', 'webhook_events',
    'webhook_attempts']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I for select using (company_id = (select app_company_id()))',
      v_table || '_read', v_table
    );
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
  foreach v_table in array array['payment_reviews', 'company_webhooks', 'used_signatures']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
end
$$;
alter table networks enable row level security;
alter table networks force row level security;
create policy networks_read on networks for select using (true);
create policy networks_write on networks for update
  using ((select app_is_platform())) with check ((select app_is_platform()));
alter table network_prefixes enable row level security;
alter table network_prefixes force row level security;
create policy network_prefixes_read on network_prefixes for select using (true);
-- No call changes them; whoever looks after the database does, when a network gets new numbers.
create policy network_prefixes_write on network_prefixes
  using ((select app_is_platform())) with check ((select app_is_platform()));

grant select, insert, update on internet_products, payments, payment_reviews, webhook_events
  to sente_app;
grant select, insert, update, delete on product_codes, company_webhooks, used_signatures to sente_app;
grant select, insert on payment_steps, webhook_attempts to sente_app;
grant select, insert, delete on fee_schedules to sente_app;
grant select, update on networks to sente_app;
grant select on network_prefixes to sente_app;
