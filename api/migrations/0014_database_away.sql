-- Rewritten by every readiness check, as proof that this database accepts writes. One row.
create table readiness_checks (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null default now()
);
insert into readiness_checks default values;
alter table readiness_checks enable row level security;
alter table readiness_checks force row level security;
create policy readiness_checks_platform on readiness_checks
  using ((select app_is_platform())) with check ((select app_is_platform()));

-- What a network said about payments that do not exist here, for staff to look into. The same words
-- about the same payment are one row.
create table network_notices (
  id uuid primary key,
  network text not null references networks (name),
  -- The payment's id at the network, as far as the message contains one.
  reference text not null check (length(reference) <= 100),
  said text not null check (length(said) <= 200),
  -- Whether the message carried the secret or the hash that only the network can have.
  is_proven boolean not null,
  -- The beginning of the last message.
  content text not null check (length(content) <= 2000),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  closed_at timestamptz,
  closed_by uuid references users (id),
  note text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (note is null))
);
create unique index network_notices_key on network_notices (network, reference, said, is_proven)
  where closed_at is null;
create index network_notices_first_idx on network_notices (network, is_proven, first_at);
alter table network_notices enable row level security;
alter table network_notices force row level security;
create policy network_notices_platform on network_notices
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on network_notices to sente_app;
