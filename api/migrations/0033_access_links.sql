-- People are invited and choose their password themselves; until then they have none.
alter table users alter column password_hash drop not null;
-- Somebody else typed the password: the person has to choose one first.
alter table users add column is_password_temporary boolean not null default false;

-- Links that stand for a person. They are used once and expire; the secret itself is not stored.
create table access_links (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('invitation', 'password', 'email')),
  token_hash bytea not null unique,
  -- Where it was sent to. It ends when the user has another email by then; a link of the kind email
  -- makes this one the user's.
  email text not null,
  -- Null if the person asked for it.
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
-- A new link of a kind replaces the one before.
create unique index access_links_open_key on access_links (user_id, kind)
  where used_at is null and revoked_at is null;

create index access_links_user_idx on access_links (user_id, created_at);

alter table access_links enable row level security;
alter table access_links force row level security;
create policy access_links_tenant on access_links
  using (
    (select app_is_platform())
    or exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id()))
  )
  with check (
    (select app_is_platform())
    or exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id()))
  );
grant select, insert on access_links to sente_app;
grant update (used_at, revoked_at) on access_links to sente_app;

-- It returns one column more.
drop function session_actors(bytea[], interval);
