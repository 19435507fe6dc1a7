-- The role that requests run as. It owns nothing, so row-level security always applies to it.
-- Roles belong to the whole server: an administrator, another database, or another instance at this
-- very moment may have made it. The right to create roles is needed only if nobody has.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sente_app') then
    create role sente_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- From version 16 on, whoever creates a role may not yet become it, hence the grant in any case. Who
-- may not grant it has to have been given it already.
do $$
begin
  execute format('grant sente_app to %I', current_user);
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'sente_app', 'member') then
      raise;
    end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to sente_app;

-- The tenant of the running transaction. After SET LOCAL and COMMIT a custom setting is an empty
-- string, not null, hence nullif.
create function app_company_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

-- The signed-in user of the running transaction.
create function app_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- True only in transactions that the server opened for staff or for itself.
create function app_is_platform() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.platform', true), '') = 'on';

create table companies (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  website text,
  logo_url text,
  description text,
  is_head_office boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Companies are never erased: an archived one vanishes from every list and its people cannot
  -- sign in, but its history stays.
  archived_at timestamptz
);
create unique index companies_email_key on companies (lower(email)) where archived_at is null;
create index companies_name_idx on companies (lower(name) collate "C") where archived_at is null;

create table users (
  id uuid primary key,
  company_id uuid references companies (id),
  -- Platform power is this flag and nothing else; no role name can give it.
  is_staff boolean not null default false,
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  phone_number text,
  avatar_url text,
  password_hash text not null,
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Not scoped by company: people sign in by email before any company is known.
create unique index users_email_key on users (lower(email)) where deleted_at is null;
create unique index users_username_key on users (lower(username)) where deleted_at is null;
create index users_company_idx on users (company_id) where deleted_at is null;

create table roles (
  id uuid primary key,
  name text not null,
  description text,
  is_built_in boolean not null default false,
  -- Only staff may hold it.
  is_staff boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_name_key on roles (lower(name));

create table permissions (
  id uuid primary key,
  name text not null,
  description text,
  module text
);
create unique index permissions_name_key on permissions (name);

create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  permission_id uuid not null references permissions (id) on delete cascade,
  primary key (role_id, permission_id)
);

create table user_roles (
  user_id uuid not null references users (id) on delete cascade,
  role_id uuid not null references roles (id),
  -- Order of assignment.
  position bigint generated always as identity,
  primary key (user_id, role_id)
);
create index user_roles_role_idx on user_roles (role_id);

create table sessions (
  -- The token itself is never stored.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  address text,
  user_agent text
);
create index sessions_user_idx on sessions (user_id);
create index sessions_expiry_idx on sessions (expires_at);

-- Failed attempts per key (an account, an address), shared by all instances.
create table throttles (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  company_id uuid,
  actor_id uuid,
  actor_email text,
  action text not null,
  subject_type text,
  subject_id uuid,
  result text not null check (result in ('done', 'refused')),
  address text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_subject_idx on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor_idx on audit_log (actor_id, id desc);

-- The ledger posts to these; nothing else changes a balance. Amounts are hundredths of UGX.
create table accounts (
  id uuid primary key,
  company_id uuid not null references companies (id),
  kind text not null default 'customer'
    check (kind in ('customer', 'clearing', 'fees', 'settlement', 'suspense')),
  is_active boolean not null default true,
  balance bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- Null: may go below zero without limit (system accounts).
  floor bigint default 0,
  constraint accounts_floor check (floor is null or balance - held >= floor)
) with (fillfactor = 70);
create index accounts_company_idx on accounts (company_id);

-- Facts about this database that the server keeps for itself.
create table server_facts (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
