-- Examinations of webhooks and orders. They are in the test world; the live one has the tables because both have the
-- same migrations, and nothing is ever written to them there.
select set_config('app.platform', 'on', true);

create table examinations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- May be removed since.
  webhook_id uuid not null,
  -- As it was examined.
  url text not null,
  started_by uuid references users (id),
  started_at timestamptz not null default now(),
  -- Orders are disturbed and watched until then; null: they are not.
  orders_until timestamptz,
  finished_at timestamptz,
  is_passed boolean,
  -- What was tried, as the report shows it.
  checks jsonb not null default '[]',
  unique (company_id, id),
  check ((finished_at is null) = (is_passed is null))
);
create index examinations_company_idx on examinations (company_id, started_at desc, id desc);
-- One at a time: two would see each other's orders.
create unique index examinations_running_key on examinations (company_id) where finished_at is null;

-- The orders of a company's systems while they are watched.
create table examination_orders (
  examination_id uuid not null,
  company_id uuid not null,
  id bigint generated always as identity primary key,
  -- Of company and key, by which its payment is found.
  key_hash uuid not null,
  -- Whom, how much and what for: the same wish under another key is a second payment.
  wish text not null,
  -- What was done to it; null: nothing.
  disturbance text check (disturbance in ('answer lost', 'paid late', 'refused')),
  at timestamptz not null default now(),
  foreign key (company_id, examination_id) references examinations (company_id, id)
);
create index examination_orders_examination_idx on examination_orders (examination_id, id);
create index examination_orders_key_idx on examination_orders (key_hash) where disturbance is not null;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['examinations', 'examination_orders'] loop
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
create policy examinations_add on examinations for insert
  with check (company_id = (select app_company_id()));
grant select, insert on examinations, examination_orders to sente_app;
grant delete on examination_orders to sente_app;
grant update (finished_at, is_passed, checks) on examinations to sente_app;

-- How old the passed examination may be that new keys of live mode need; 0: none is needed.
alter table platform_settings add column examination_days integer not null default 0
  check (examination_days between 0 and 365);
grant update (examination_days) on platform_settings to sente_app;
