-- What a company may move, and numbers that get and give nothing. Amounts are hundredths of UGX.
create table payment_limits (
  company_id uuid not null references companies (id),
  -- company: all its payments; api: those that are signed with its credentials.
  scope text not null check (scope in ('company', 'api')),
  direction text not null check (direction in ('collection', 'payout')),
  -- payment, day, month: amounts. number: payments with one number a day. new_numbers: numbers a day
  -- that the company had no payment with before.
  kind text not null check (kind in ('payment', 'day', 'month', 'number', 'new_numbers')),
  most bigint not null check (most >= 0),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  primary key (company_id, scope, direction, kind)
);

-- What was accepted and has not failed, of companies with limits. A row is made from the payments when it
-- is first needed, so a limit that is set at noon knows the morning.
create table limit_usage (
  company_id uuid not null,
  scope text not null,
  direction text not null,
  period text not null check (period in ('day', 'month')),
  -- In Kampala.
  starts date not null,
  amount bigint not null,
  new_numbers integer not null,
  primary key (company_id, scope, direction, period, starts)
);

-- Payments that failed since their amount was counted, or succeeded after they had failed (below zero).
-- Taken off the next time: the failure itself locks nothing that an acceptance waits for.
create table limit_returns (
  company_id uuid not null,
  direction text not null,
  is_api boolean not null,
  day date not null,
  amount bigint not null
);
create index limit_returns_company_idx on limit_returns (company_id);

-- Without a company: for all of them.
create table blocked_numbers (
  id uuid primary key,
  company_id uuid references companies (id),
  -- 2567...: digits only.
  phone_number text not null,
  reason text not null check (length(reason) <= 200),
  blocked_by uuid references users (id),
  blocked_at timestamptz not null default now()
);
create unique index blocked_numbers_key on blocked_numbers
  (phone_number, coalesce(company_id, '00000000-0000-0000-0000-000000000000'));

do $$
declare
  v_table text;
begin
  foreach v_table in array array['payment_limits', 'limit_usage', 'limit_returns', 'blocked_numbers']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    if v_table <> 'limit_returns' then
      execute format(
        'create policy %I on %I for select using (company_id = (select app_company_id()))',
        v_table || '_read_own', v_table
      );
    end if;
  end loop;
end
$$;
-- A company keeps its own list of numbers.
create policy blocked_numbers_own on blocked_numbers
  using (company_id = (select app_company_id()))
  with check (company_id = (select app_company_id()));
grant select, insert, update, delete on payment_limits to sente_app;
grant select on limit_usage to sente_app;
grant select, insert, delete on blocked_numbers to sente_app;

-- Payments of one number: for the limits, and to tell the first payment to somebody.
create index payments_phone_idx on payments (company_id, phone_number, id);

-- Its body comes with the functions.
create function limits_return() returns trigger language plpgsql as 'begin return null; end';
create trigger payments_limits_return after update of status on payments
  for each row when ((old.status = 'FAILED') <> (new.status = 'FAILED'))
  execute function limits_return();

-- It answers with one column more.
drop function payments_accept;
