-- What people are told. An event is written in the transaction of its cause, and a job decides who is
-- told of it and how.
create table notification_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Whose people are told; null for staff, or for the people of all companies.
  company_id uuid references companies (id),
  -- The only person who is told, if there is one.
  user_id uuid references users (id) on delete cascade,
  -- The record that it is about; which table it is in follows from the kind.
  subject_id uuid,
  -- What happened: people are told once, however often the cause is repeated.
  event_key text not null unique,
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index notification_events_created_idx on notification_events (created_at);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null references notification_events (id) on delete cascade,
  kind text not null,
  is_in_bell boolean not null,
  mail_state text not null check (mail_state in ('none', 'waiting', 'done')),
  -- When it happened, not when the job came to it.
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  unique (event_id, user_id)
);
create index notifications_bell_idx on notifications (user_id, created_at desc, id desc) where is_in_bell;
create index notifications_new_idx on notifications (user_id) where is_in_bell and read_at is null;
create index notifications_mail_idx on notifications (user_id) where mail_state = 'waiting';
create index notifications_mailed_idx on notifications (user_id, mailed_at) where mailed_at is not null;

alter table notification_events enable row level security;
alter table notification_events force row level security;
create policy notification_events_read on notification_events for select
  using (
    (select app_is_platform())
    or (
      -- Nothing of a company that the person has left, and nothing that was for staff.
      case
        when company_id = (select app_company_id()) then true
        when company_id is null then user_id = (select app_user_id()) or kind = 'payouts-stopped'
        else user_id = (select app_user_id()) and kind = 'new-sign-in'
      end
      and exists (
        select 1 from notifications n
        where n.event_id = notification_events.id and n.user_id = (select app_user_id())
      )
    )
  );
create policy notification_events_platform on notification_events
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select on notification_events to sente_app;

alter table notifications enable row level security;
alter table notifications force row level security;
-- People read theirs and mark them; only the platform tells, or they could show themselves any event.
create policy notifications_self on notifications for select
  using (user_id = (select app_user_id()));
create policy notifications_mark on notifications for update
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
create policy notifications_platform on notifications
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on notifications to sente_app;
grant update (read_at, mail_state, mailed_at) on notifications to sente_app;

-- Payments are not told one by one: a job counts them here, and tells of many together.
create table notification_tallies (
  company_id uuid not null references companies (id),
  kind text not null,
  count bigint not null,
  amount bigint not null,
  -- One of them, for the link if it is the only one.
  example_id uuid,
  told_at timestamptz,
  primary key (company_id, kind)
);
alter table notification_tallies enable row level security;
alter table notification_tallies force row level security;
create policy notification_tallies_platform on notification_tallies
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on notification_tallies to sente_app;

-- What was told last about a state that lasts: a product that runs low, a network that is down. Also until
-- when payments were counted and when the last weekly summary was written.
create table notification_states (
  key text primary key,
  is_on boolean not null,
  at timestamptz not null
);
alter table notification_states enable row level security;
alter table notification_states force row level security;
create policy notification_states_platform on notification_states
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on notification_states to sente_app;

-- What a person chose for single kinds: {"low-stock": {"bell": true, "mail": false}}.
alter table notification_settings add column kinds jsonb not null default '{}';
-- The job that tells people reads what they chose.
create policy notification_settings_platform on notification_settings for select
  using ((select app_is_platform()));

-- People are told when this many vouchers are left; null: never.
alter table internet_products add column low_stock_at integer check (low_stock_at >= 0);

-- The last event of a company that was given up: whether its webhook fails is asked every minute.
create index webhook_events_given_up_idx on webhook_events (company_id, gave_up_at desc)
  where state = 'gave_up';
