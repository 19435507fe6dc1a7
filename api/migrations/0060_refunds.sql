-- Payouts that give a payer back what was paid, whole or in part.
select set_config('app.platform', 'on', true);

create table refunds (
  company_id uuid not null,
  -- The collection that is refunded.
  payment_id uuid not null,
  -- The payout.
  refund_id uuid not null unique,
  -- For the company's own people; the payer is not told.
  reason text,
  -- Null: by the company's systems.
  requested_by uuid references users (id),
  created_at timestamptz not null default now(),
  primary key (company_id, refund_id),
  foreign key (company_id, payment_id) references payments (company_id, id),
  foreign key (company_id, refund_id) references payments (company_id, id)
);
create index refunds_payment_idx on refunds (payment_id, refund_id);

-- A company reads its own; the platform writes them where it accepts payouts.
alter table refunds enable row level security;
alter table refunds force row level security;
create policy refunds_platform on refunds
  using ((select app_is_platform())) with check ((select app_is_platform()));
create policy refunds_read on refunds for select
  using (company_id = (select app_company_id()));
grant select, insert on refunds to sente_app;
