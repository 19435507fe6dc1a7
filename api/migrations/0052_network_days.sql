-- What was seen of the networks on each day in Kampala, a minute at a time. A minute in which no server ran is
-- not counted.
create table network_days (
  day date not null,
  network text not null references networks (name),
  minutes integer not null,
  -- Of these: some calls failed; new payments were refused.
  degraded integer not null,
  down integer not null,
  primary key (day, network)
);
alter table network_days enable row level security;
alter table network_days force row level security;
create policy network_days_read on network_days for select using (true);
create policy network_days_write on network_days
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select on network_days to sente_app;

-- The history of the books is read from their checks.
create index ledger_checks_time_idx on ledger_checks (finished_at);
