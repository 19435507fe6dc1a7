-- What the back-office keeps beside the ledger: the companies' API credentials, the administrators'
-- notification switches, and pictures of people.

-- The key pair with which a company signs its calls. The secret is encrypted by the server, which
-- alone holds the key: a copy of this table is worth nothing.
create table company_credentials (
  id uuid primary key,
  company_id uuid not null references companies (id),
  channel_id text not null,
  -- Initialisation vector, ciphertext and authentication tag, one after the other.
  secret_sealed bytea not null,
  -- Names the key that sealed it, so that a lost or changed key is told from a broken row.
  key_name text not null,
  is_active boolean not null default true,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint company_credentials_one_set unique (company_id),
  constraint company_credentials_channel_key unique (channel_id)
);

-- Companies never read it: staff hand the keys over, and signatures are checked by the server.
alter table company_credentials enable row level security;
alter table company_credentials force row level security;
create policy company_credentials_platform on company_credentials
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update, delete on company_credentials to sente_app;

create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  settings jsonb not null,
  updated_at timestamptz not null default now()
);
alter table notification_settings enable row level security;
alter table notification_settings force row level security;
create policy notification_settings_self on notification_settings
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
grant select, insert, update on notification_settings to sente_app;

-- Named by their content: the address of a picture cannot be guessed, and what it shows never
-- changes.
create table avatars (
  hash text primary key,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 524288),
  created_at timestamptz not null default now()
);
alter table avatars enable row level security;
alter table avatars force row level security;
create policy avatars_read on avatars for select using (true);
create policy avatars_write on avatars for insert with check ((select app_is_platform()));
-- A picture that nobody shows any more is removed when it is replaced.
create policy avatars_remove on avatars for delete using ((select app_is_platform()));
grant select, insert, delete on avatars to sente_app;

-- Failures are few and are looked for among all companies; a posting that succeeds never touches it.
create index transactions_failed_idx on transactions (id) where status = 'failed';

-- The list of users is read in this order, a page at a time.
create index users_name_idx on users (
  lower(first_name) collate "C", lower(last_name) collate "C", id
) where deleted_at is null;

-- The people of an archived company go with it. Those archived so far were left behind, and kept
-- their emails and usernames from everybody else.
select set_config('app.platform', 'on', true);
update users u set deleted_at = c.archived_at, updated_at = now()
from companies c
where c.id = u.company_id and c.archived_at is not null and u.deleted_at is null;
