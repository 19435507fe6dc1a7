-- What the networks say happened on the provider's wallets. Only staff and the server see it.
create table statement_files (
  id uuid primary key,
  network text not null check (network in ('MTN', 'AIRTEL')),
  source text not null check (source in ('upload', 'folder', 'call', 'simulator')),
  name text not null,
  -- SHA-256 of the content: the same content again adds nothing.
  checksum text not null,
  -- Null until the header was recognised.
  layout text,
  -- Null for what the server read by itself.
  imported_by uuid references users (id),
  begun_at timestamptz not null default now(),
  -- Of the last batch: an import that stands still has lost its server.
  progressed_at timestamptz not null default now(),
  finished_at timestamptz,
  state text not null default 'importing' check (state in ('importing', 'done', 'failed')),
  -- Why it failed.
  problem text,
  new_lines integer not null default 0,
  known_lines integer not null default 0,
  bad_lines integer not null default 0,
  first_at timestamptz,
  last_at timestamptz,
  -- Hundredths of UGX; null if the file does not tell them.
  opening_balance bigint,
  closing_balance bigint,
  check ((state = 'importing') = (finished_at is null)),
  check ((state = 'failed') = (problem is not null)),
  unique (network, checksum)
);
create index statement_files_begun_idx on statement_files (begun_at desc, id desc);
create index statement_files_importing_idx on statement_files (progressed_at)
  where state = 'importing';

create table statement_lines (
  id bigint generated always as identity primary key,
  network text not null check (network in ('MTN', 'AIRTEL')),
  -- Of the file that told it first.
  file_id uuid not null references statement_files (id),
  line_number integer not null,
  -- 128 bits of a SHA-256; see line_key in docs/decisions/0030-network-statements.md.
  line_key uuid not null,
  -- The network's id.
  reference text,
  -- Our id, where the statement carries it.
  order_id text,
  phone text check (phone ~ '^256[0-9]{9}$'),
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  -- Hundredths of UGX.
  amount bigint not null check (amount >= 0),
  fee bigint check (fee >= 0),
  balance_after bigint,
  kind text not null check (kind in ('payment', 'reversal', 'fee', 'transfer', 'other')),
  status text not null check (status in ('completed', 'failed', 'pending')),
  text text not null,
  unique (network, line_key)
);
create index statement_lines_at_idx on statement_lines (network, at);
create index statement_lines_reference_idx on statement_lines (network, reference);
create trigger statement_lines_append_only before update or delete or truncate on statement_lines
  for each statement execute function refuse_change();

-- Lines that could not be read, as they are in the file.
create table statement_bad_lines (
  file_id uuid not null references statement_files (id),
  line_number integer not null,
  content text not null,
  problem text not null,
  primary key (file_id, line_number)
);

alter table statement_files enable row level security;
alter table statement_files force row level security;
create policy statement_files_platform on statement_files
  using ((select app_is_platform())) with check ((select app_is_platform()));
alter table statement_lines enable row level security;
alter table statement_lines force row level security;
create policy statement_lines_platform on statement_lines
  using ((select app_is_platform())) with check ((select app_is_platform()));
alter table statement_bad_lines enable row level security;
alter table statement_bad_lines force row level security;
create policy statement_bad_lines_platform on statement_bad_lines
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on statement_files to sente_app;
grant select, insert on statement_lines to sente_app;
-- An import that is tried again begins with none.
grant select, insert, delete on statement_bad_lines to sente_app;
