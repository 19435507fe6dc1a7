-- Taxes as data: VAT on fees and the levy on mobile money, each on an account of its own beside the fees.
select set_config('app.platform', 'on', true);

-- From a moment on, for all companies; nothing is changed backwards. A rate of zero ends a tax.
create table tax_rates (
  id uuid primary key,
  -- VAT is taken of the fee, the levy of the amount.
  tax text not null check (tax in ('vat', 'levy')),
  direction text not null check (direction in ('collection', 'payout', 'settlement')),
  name text not null,
  basis_points integer not null check (basis_points between 0 and 5000),
  -- Otherwise it is part of the fee.
  is_on_top boolean not null,
  effective_from timestamptz not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
create unique index tax_rates_key on tax_rates (tax, direction, effective_from desc);
create trigger tax_rates_kept before update or truncate on tax_rates
  for each statement execute function refuse_change();
alter table tax_rates enable row level security;
alter table tax_rates force row level security;
-- Companies are charged by it.
create policy tax_rates_read on tax_rates for select using (true);
create policy tax_rates_write on tax_rates
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, delete on tax_rates to sente_app;

-- What of the fee is tax.
alter table payments
  add column vat bigint not null default 0,
  add column levy bigint not null default 0,
  add constraint payments_tax check (vat >= 0 and levy >= 0 and vat + levy <= fee);
grant update (vat, levy) on payments to sente_app;
alter table settlements
  add column vat bigint not null default 0,
  add column levy bigint not null default 0,
  add constraint settlements_tax check (vat >= 0 and levy >= 0 and vat + levy <= fee);

alter table accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (
    kind in ('customer', 'clearing', 'fees', 'vat', 'levy', 'settlement', 'suspense', 'receivable')
  );
insert into accounts (id, company_id, kind, floor)
select gen_random_uuid(), a.company_id, t.kind, null
from accounts a cross join (values ('vat'), ('levy')) t (kind)
where a.kind = 'fees';

-- A company may have a fee of its own for its settlements.
alter table fee_schedules
  drop constraint fee_schedules_direction_check,
  add constraint fee_schedules_direction_check check (direction in ('collection', 'payout', 'settlement'));

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in (
    'deposit', 'reversal', 'staff-role', 'fee', 'tax', 'limit', 'brake', 'payout-rule', 'factor-reset',
    'case', 'cases', 'bank-account', 'settlement-batch', 'settlement-return', 'float'
  ));
-- Several cases in one request.
create index approvals_cases_idx on approvals using gin ((details -> 'caseIds')) where kind = 'cases';
