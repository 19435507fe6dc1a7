-- A second factor of a person: an authenticator app, passkeys, and codes for when both are lost.

-- A server of the version before would sign people in without it.
do $$
begin
  for i in 1..20 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'sente'
    );
    if i = 20 then
      raise exception 'Servers of the version before still use the database. Stop all of them, then start this version.'
        using errcode = 'object_in_use';
    end if;
    -- One that was just stopped may still be connected.
    perform pg_sleep(0.25);
  end loop;
end
$$;

create table authenticators (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret_sealed bytea not null,
  key_name text not null,
  created_at timestamptz not null default now(),
  -- It counts from then on: the person has shown a code of it.
  confirmed_at timestamptz,
  -- Of the last code that was accepted. Each is accepted once.
  last_step bigint not null default 0
);
create unique index authenticators_confirmed_key on authenticators (user_id) where confirmed_at is not null;
create unique index authenticators_started_key on authenticators (user_id) where confirmed_at is null;

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- Random like a token, so a fast hash is right.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- As the browser names it.
  credential_id text not null,
  public_key bytea not null,
  -- Of authenticators that count their uses; others stay at 0.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkeys_credential_key on passkeys (credential_id);
create index passkeys_user_idx on passkeys (user_id, created_at);

-- What a browser has to answer, once: the second step of a sign-in, or a passkey.
create table factor_challenges (
  -- The token itself is in the browser only.
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey-sign-in', 'passkey-setup')),
  -- Null while a passkey alone will tell who signs in.
  user_id uuid references users (id) on delete cascade,
  -- Of the password that was typed: with another one meanwhile the challenge is worth nothing.
  password_mark bytea,
  -- What a passkey has to sign.
  signed_text text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index factor_challenges_user_idx on factor_challenges (user_id);
create index factor_challenges_age_idx on factor_challenges (expires_at);

-- When a factor was last shown in this session; null for a password alone, also in a trusted browser.
alter table sessions add column factor_at timestamptz;

-- Until then this browser signs in without the second factor.
alter table devices add column trusted_until timestamptz;
-- A company that deactivates one of its people also ends the trust.
create policy devices_tenant on devices
  using (exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id())))
  with check (exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id())));

do $$
declare
  v_table text;
begin
  foreach v_table in array array['authenticators', 'recovery_codes', 'passkeys', 'factor_challenges'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format('grant select, insert, update, delete on %I to sente_app', v_table);
  end loop;
end
$$;

-- Whoever has to have a second factor and has none can only set one up.
alter table platform_settings add column staff_need_factor boolean not null default false;
grant update (staff_need_factor) on platform_settings to sente_app;
alter table companies add column people_need_factor boolean not null default false;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in (
    'deposit', 'reversal', 'staff-role', 'fee', 'limit', 'brake', 'payout-rule', 'factor-reset'
  ));

-- It returns one column more.
drop function if exists session_actors(bytea[], interval);
