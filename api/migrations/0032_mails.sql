-- Mails that people are sent. Each is written in the transaction of its cause and sent by a job. What it
-- says is encrypted, because it may hold a link that stands for a person, and removed once it was sent.
create table mails (
  id uuid primary key,
  -- Null for somebody without a user, such as whoever answers enquiries.
  user_id uuid references users (id),
  address text not null,
  kind text not null,
  -- What the mail is about: it is sent once, however often its cause is repeated.
  event_key text not null unique,
  letter_sealed bytea,
  key_name text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'gave_up')),
  -- Of the last attempt, in words for operators and without content.
  problem text,
  created_at timestamptz not null default now(),
  -- A link that has expired or news of yesterday is not sent any more.
  useful_until timestamptz not null,
  sent_at timestamptz,
  check ((letter_sealed is null) = (key_name is null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_created_idx on mails (created_at);
create index mails_waiting_idx on mails (created_at) where state = 'waiting';
create index mails_newest_idx on mails (created_at desc) where letter_sealed is not null;

alter table mails enable row level security;
alter table mails force row level security;
create policy mails_platform on mails
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select on mails to sente_app;
grant update (letter_sealed, key_name, state, problem, sent_at) on mails to sente_app;
