-- Browsers in which a person has signed in before. Each has its own budget of wrong passwords, so that
-- strangers who guess cannot keep the person out.
create table devices (
  -- The token itself is in the browser only.
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Several people may use one browser.
  primary key (token_hash, user_id)
);
create index devices_user_idx on devices (user_id);
create index devices_age_idx on devices (last_used_at);
alter table devices enable row level security;
alter table devices force row level security;
create policy devices_platform on devices
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update, delete on devices to sente_app;

-- A budget of wrong passwords: each moves this time forward, and when it is too far ahead of now, the
-- next one has to wait. The columns of the former way stay for servers of the version before.
alter table throttles add column spent_until timestamptz not null default now();
alter table throttles alter column failures set default 0;
alter table throttles alter column last_failure_at set default now();
alter table throttles alter column blocked_until set default now();
create index throttles_spent_idx on throttles (spent_until);

-- People see their sessions and end one of them; the hash of the token names none.
alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_id_key on sessions (id);
