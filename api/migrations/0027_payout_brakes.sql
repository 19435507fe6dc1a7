-- The payout brake: while it is on, payouts wait and nothing is sent. One person or the watcher trips it,
-- two people end it. Requests only read these tables; functions write them.

-- A server of the version before would send payouts that a brake holds, and approve payouts without leaving
-- the proof that the watcher looks for.
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

-- The role of the watcher, a process of its own: it reads payments and trips the brake. As for sente_app,
-- an administrator or another database may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sente_watcher') then
    create role sente_watcher nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  execute format('grant sente_watcher to %I', current_user);
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'sente_watcher', 'member') then
      raise;
    end if;
end
$$;
grant usage on schema public to sente_watcher;

create table payout_brakes (
  id uuid primary key default gen_random_uuid(),
  -- Without a company: all payouts.
  company_id uuid references companies (id),
  -- What tripped it: a sign of the watcher, or 'person'.
  sign text not null check (sign in (
    'person', 'first-time-receivers', 'one-amount', 'sum-of-the-hour', 'sum-of-the-day', 'without-approval',
    'many-companies', 'sum-of-all'
  )),
  -- A sentence for people.
  reason text not null check (length(reason) between 1 and 500),
  -- What was seen and what is usual: [{"label": "...", "seen": "...", "usual": "..."}], all texts.
  figures jsonb not null default '[]'
    check (jsonb_typeof(figures) = 'array' and length(figures::text) <= 2000),
  tripped_at timestamptz not null default now(),
  -- Null: the watcher.
  tripped_by uuid references users (id),
  ended_at timestamptz,
  -- The request whose two people ended it.
  approval_id uuid references approvals (id),
  ended_by uuid references users (id),
  -- partly: some held payouts were cancelled, the others released.
  outcome text check (outcome in ('released', 'cancelled', 'partly')),
  -- When the end was proposed: until then two people could look at what it held.
  looked_until timestamptz,
  -- What was committed by then. Times do not tell: a transaction can stay open for as long as somebody likes.
  looked_at pg_snapshot,
  -- What the payouts have in common that are cancelled although the others go on; see brake_selected.
  selection jsonb,
  -- SHA-256 of what only a server with the key of the credentials can calculate, written by the watcher.
  -- Without it nobody ends the brake: whoever has nothing but a login of the database can write the
  -- approvals of two people.
  seal bytea check (length(seal) = 32),
  key_name text,
  check ((sign = 'person') = (tripped_by is not null)),
  check (num_nonnulls(ended_at, approval_id, ended_by, outcome, looked_until, looked_at) in (0, 6)),
  check (looked_until between tripped_at and ended_at),
  check ((seal is null) = (key_name is null))
);
-- At most one is on for a company, and one for all.
create unique index payout_brakes_on_key on payout_brakes
  (coalesce(company_id, '00000000-0000-0000-0000-000000000000')) where ended_at is null;
create index payout_brakes_tripped_idx on payout_brakes (tripped_at desc);

-- What the watcher wants to be stopped and is no brake yet. Only the watcher writes it, and nothing refers to
-- it, so nobody can keep it waiting by a transaction that stays open. The claim of payouts reads it.
create table watcher_stops (
  -- Null: all payouts.
  company_id uuid,
  sign text not null check (sign in (
    'first-time-receivers', 'one-amount', 'sum-of-the-hour', 'sum-of-the-day', 'without-approval',
    'many-companies', 'sum-of-all'
  )),
  reason text not null check (length(reason) between 1 and 500),
  figures jsonb not null check (jsonb_typeof(figures) = 'array' and length(figures::text) <= 2000),
  stopped_at timestamptz not null default clock_timestamp()
);
create unique index watcher_stops_key on watcher_stops
  (coalesce(company_id, '00000000-0000-0000-0000-000000000000'));
-- Every claim reads it, by index only, as everything that a claim reads.
create index watcher_stops_company_idx on watcher_stops (company_id);

-- The payouts that a brake holds, or held.
create table braked_payments (
  brake_id uuid not null references payout_brakes (id),
  payment_id uuid not null,
  company_id uuid not null,
  held_at timestamptz not null default now(),
  -- The transaction that held it.
  held_in xid8 not null default pg_current_xact_id(),
  -- Named by those who ended the brake: it fails although the others go on.
  is_to_cancel boolean not null default false,
  -- Null while it is held, and after the end of the brake until its turn comes. resumed: it goes on like
  -- the released ones, but was held after the release was proposed, so nobody has looked at it.
  outcome text check (outcome in ('released', 'resumed', 'cancelled')),
  -- Two people looked at it and let it go: the watcher no longer counts it.
  released_at timestamptz,
  primary key (brake_id, payment_id),
  foreign key (company_id, payment_id) references payments (company_id, id),
  check ((released_at is not null) = (outcome is not distinct from 'released'))
);
create index braked_payments_open_idx on braked_payments (brake_id, held_at, payment_id)
  where outcome is null;
create index braked_payments_payment_idx on braked_payments (payment_id);

-- What was committed when a request was made: what the two people can have looked at. Whoever writes requests
-- cannot choose it.
alter table approvals add column seen pg_snapshot;
create function approvals_keep_seen() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  new.seen := case when tg_op = 'INSERT' then pg_current_snapshot() else old.seen end;
  return new;
end
$$;
create trigger approvals_keep_seen before insert or update on approvals
  for each row execute function approvals_keep_seen();

-- When the watcher last looked, and at what. One row once it has.
create table watcher_pulse (
  id boolean primary key default true check (id),
  last_looked_at timestamptz not null,
  -- Which of several watchers it was.
  watcher_id uuid not null,
  -- What was committed by then: it has seen the payouts of these transactions.
  seen pg_snapshot not null,
  -- Whether it has the key of the credentials, without which no brake ends.
  can_seal boolean not null,
  figures jsonb not null
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['payout_brakes', 'braked_payments', 'watcher_pulse', 'watcher_stops']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
  foreach v_table in array array['payments', 'open_payments', 'companies', 'payout_brakes', 'braked_payments',
    'watcher_pulse', 'watcher_stops']
  loop
    execute format(
      'create policy %I on %I for select to sente_watcher using (true)', v_table || '_watcher', v_table
    );
  end loop;
end
$$;
-- A company sees what stops its payouts.
create policy payout_brakes_read_own on payout_brakes for select
  using (company_id = (select app_company_id())
    or (company_id is null and (select app_company_id()) is not null));
create policy braked_payments_read_own on braked_payments for select
  using (company_id = (select app_company_id()));
-- The claim of a payout writes its hold, under a brake that is on. Functions write what becomes of it.
create policy braked_payments_hold on braked_payments as restrictive for insert
  with check (exists (
    select from payout_brakes b
    where b.id = brake_id and b.ended_at is null
      and (b.company_id is null or b.company_id = braked_payments.company_id)
  ));

grant select on payout_brakes, braked_payments, watcher_pulse, watcher_stops to sente_app;
grant select on braked_payments, watcher_pulse, watcher_stops to sente_watcher;
-- Not the name of the key: whoever knows it can seal a brake so that no server opens it.
grant select (id, company_id, sign, tripped_at, ended_at, looked_until, seal) on payout_brakes
  to sente_watcher;
grant insert (brake_id, payment_id, company_id) on braked_payments to sente_app;
grant select on payments, open_payments to sente_watcher;
grant select (id, name) on companies to sente_watcher;
