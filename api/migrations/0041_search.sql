-- What a caller quotes is found from indexes. Row-level security lets only leakproof operators use one:
-- equality and ranges of plain columns, no functions and no trigrams.

-- The phone numbers of a company's payments, also read backwards, because callers quote the last digits.
-- Far fewer than payments, and those of a number are found by payments_phone_idx.
create table known_numbers (
  company_id uuid not null references companies (id),
  phone_number text collate "C" not null,
  backwards text collate "C" not null generated always as (reverse(phone_number)) stored,
  primary key (phone_number, company_id)
);
create index known_numbers_backwards_idx on known_numbers (backwards, company_id);

alter table known_numbers enable row level security;
alter table known_numbers force row level security;
create policy known_numbers_platform on known_numbers
  using ((select app_is_platform())) with check ((select app_is_platform()));
create policy known_numbers_read on known_numbers for select
  using (company_id = (select app_company_id()));
grant select, insert on known_numbers to sente_app;

insert into known_numbers (company_id, phone_number)
select distinct company_id, phone_number from payments;

-- Filled in by api/functions/known_numbers_add.sql.
create function known_numbers_add() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger payments_known_numbers after insert on payments
  referencing new table as added
  for each statement execute function known_numbers_add();

-- With the company second they serve one company as well as all of them.
drop index payments_phone_idx;
create index payments_phone_idx on payments (phone_number, company_id, id);
drop index payments_reference_idx;
create index payments_reference_idx on payments (reference collate "C", company_id, id)
  where reference is not null;
create index payments_network_reference_idx on payments (network_reference collate "C")
  where network_reference is not null;
create index transactions_amount_idx on transactions (amount, company_id, id);
