-- The signed requests of companies' own systems, for their developers: 30 days, with masked bodies.
create table api_requests (
  company_id uuid not null references companies (id),
  -- The request id, which contains the time and is in the answer.
  id uuid not null,
  method text not null,
  path text not null,
  status integer not null,
  error_code text,
  error_message text,
  credential_id uuid not null,
  channel_id text not null,
  address text not null,
  duration_ms integer not null,
  idempotency_key text,
  request_body text,
  answer_body text,
  primary key (company_id, id)
);
create index api_requests_failed_idx on api_requests (company_id, error_code, id)
  where error_code is not null;
-- Old ones are deleted by their id, which is a time.
create index api_requests_id_idx on api_requests (id);
alter table api_requests enable row level security;
alter table api_requests force row level security;
create policy api_requests_read on api_requests for select
  using (company_id = (select app_company_id()));
create policy api_requests_platform on api_requests
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on api_requests to sente_app;

-- What an order carries for the company's own systems: up to 20 texts by name.
alter table payments add column metadata jsonb;

-- Its parameters have changed.
drop function if exists payments_accept(uuid[], uuid[], text[], text[], uuid[], text[], text[], text[], bigint[],
  text[], text[], uuid[], uuid[], text[], uuid[], uuid[]);
