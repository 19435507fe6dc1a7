-- The circuit breaker by network, operation and kind of call, and due payments by network and company.

-- Calls to the networks, counted in buckets of a few seconds. The breaker reads those of its window; older
-- ones are deleted.
create table network_calls (
  network text not null,
  operation text not null check (operation in ('collection', 'payout')),
  -- send: an order; ask: the status of one.
  kind text not null check (kind in ('send', 'ask')),
  company_id uuid not null,
  bucket timestamptz not null,
  calls integer not null,
  unanswered integer not null,
  primary key (network, operation, kind, bucket, company_id)
) with (fillfactor = 70);

-- Open circuits; a closed one has no row.
create table network_circuits (
  network text not null references networks (name),
  operation text not null check (operation in ('collection', 'payout')),
  kind text not null check (kind in ('send', 'ask')),
  -- Null: open for everyone. Otherwise only for this company.
  company_id uuid,
  -- Then one call is made as a probe, which sets the next time.
  opened_until timestamptz not null,
  -- Probes in a row that were answered.
  answered_probes integer not null default 0,
  unique nulls not distinct (network, operation, kind, company_id)
);

alter table network_calls enable row level security;
alter table network_calls force row level security;
create policy network_calls_platform on network_calls
  using ((select app_is_platform())) with check ((select app_is_platform()));
alter table network_circuits enable row level security;
alter table network_circuits force row level security;
create policy network_circuits_read on network_circuits for select
  using ((select app_is_platform()) or company_id is null or company_id = (select app_company_id()));
create policy network_circuits_write on network_circuits
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update, delete on network_calls, network_circuits to sente_app;

-- Only the breaker wrote to this table.
drop policy networks_write on networks;
revoke update on networks from sente_app;
alter table networks drop column failures, drop column opened_until, drop column last_answer_at;

-- Each company waits in lanes of its own: what is to be sent, and what is to be asked about.
create index payments_to_send_idx on payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is null;
create index payments_to_ask_idx on payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is not null;
drop index payments_due_idx;
