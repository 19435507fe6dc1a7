-- What a person keeps of a list under a name: its filters, as in the address, and the hidden columns.
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  filters text not null,
  hidden_columns text[] not null,
  created_at timestamptz not null default now()
);
create unique index saved_views_name_key on saved_views (user_id, list, lower(name));

alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy saved_views_self on saved_views
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
grant select, insert, delete on saved_views to sente_app;
grant update (name, filters, hidden_columns) on saved_views to sente_app;

-- A file with everything that passes the filters of a list. A job writes it part by part, on any
-- instance, and the person who asked for it downloads it until it expires.
create table exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Of the person; null for staff without one.
  company_id uuid references companies (id),
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  filters jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'done', 'failed')),
  row_count integer not null default 0,
  -- When it was asked for; null if they are too many to count.
  total_count integer,
  -- There are more rows than one file may have.
  is_cut boolean not null default false,
  -- The last row that was written.
  after_id uuid,
  part_count integer not null default 0,
  size_bytes bigint not null default 0,
  -- What the end of an Excel file says of the sheet in it.
  sheet_crc bigint not null default 0,
  sheet_bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index exports_user_idx on exports (user_id, created_at desc);
create index exports_expiry_idx on exports (expires_at);

create table export_parts (
  export_id uuid not null references exports (id) on delete cascade,
  -- 0 is the front of the file, which is written last.
  number integer not null,
  content bytea not null,
  primary key (export_id, number)
);

alter table exports enable row level security;
alter table exports force row level security;
-- Nothing of a company that the person has left.
create policy exports_self on exports
  using (
    user_id = (select app_user_id()) and company_id is not distinct from (select app_company_id())
  )
  with check (
    user_id = (select app_user_id()) and company_id is not distinct from (select app_company_id())
  );
create policy exports_platform on exports
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update, delete on exports to sente_app;

alter table export_parts enable row level security;
alter table export_parts force row level security;
create policy export_parts_as_their_export on export_parts
  using (exists (select from exports e where e.id = export_id))
  with check (exists (select from exports e where e.id = export_id));
grant select, insert on export_parts to sente_app;
