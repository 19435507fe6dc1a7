-- What a company asks the provider in its portal, beside what visitors of the site write. Its people read the answer there.
alter table enquiries add column company_id uuid references companies (id);
create index enquiries_company_idx on enquiries (company_id, received_at desc) where company_id is not null;
create policy enquiries_read_own on enquiries for select using (company_id = (select app_company_id()));
create policy enquiries_ask on enquiries for insert with check (company_id = (select app_company_id()));
