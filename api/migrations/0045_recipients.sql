-- Receivers of money that a company keeps, with the name that the network last confirmed for the wallet.
create table recipients (
  id uuid primary key,
  company_id uuid not null references companies (id),
  label text not null,
  -- 256772123456, as payments have it.
  phone_number text not null,
  network text not null,
  -- Null if the network did not tell it.
  checked_name text,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index recipients_phone_key on recipients (company_id, phone_number);

alter table recipients enable row level security;
alter table recipients force row level security;
create policy recipients_tenant on recipients
  using ((select app_is_platform()) or company_id = (select app_company_id()))
  with check ((select app_is_platform()) or company_id = (select app_company_id()));
grant select, insert, delete on recipients to sente_app;
grant update (label, network, checked_name, checked_at) on recipients to sente_app;
