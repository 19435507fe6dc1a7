-- A company may have several keys. Staff still make one set; its own people make the others.
alter table company_credentials
  add column name text not null default 'Key from the provider',
  add column by_staff boolean not null default true,
  add column scopes text[] not null default '{collect,payout,read}'
    check (scopes <@ '{collect,payout,read}' and cardinality(scopes) > 0),
  -- Addresses and ranges from which it is accepted; empty: any.
  add column allowed_addresses text[] not null default '{}',
  add column last_used_address text,
  add column ends_at timestamptz,
  -- Of a key whose private half only the company has: the 32 bytes of Ed25519. It has no secret.
  add column public_key bytea check (octet_length(public_key) = 32),
  alter column secret_sealed drop not null,
  alter column key_name drop not null,
  add constraint company_credentials_one_kind check (
    (public_key is null) = (secret_sealed is not null) and (public_key is null) = (key_name is not null)
  ),
  drop constraint company_credentials_one_set;
create unique index company_credentials_one_set on company_credentials (company_id) where by_staff;
create index company_credentials_company_idx on company_credentials (company_id);

-- The company sees that staff made a set, and changes only its own keys.
create policy company_credentials_read on company_credentials for select
  using (company_id = (select app_company_id()));
create policy company_credentials_add on company_credentials for insert
  with check (company_id = (select app_company_id()) and not by_staff);
create policy company_credentials_change on company_credentials for update
  using (company_id = (select app_company_id()) and not by_staff)
  with check (company_id = (select app_company_id()) and not by_staff);
create policy company_credentials_remove on company_credentials for delete
  using (company_id = (select app_company_id()) and not by_staff);

-- Their columns and parameters have changed.
drop function if exists api_callers(text[]);
drop function if exists signatures_use(bytea[], uuid[]);
