-- What the network says was paid, in hundredths of UGX, if it said so in UGX.
alter table network_notices add column amount bigint check (amount > 0);
-- Collection: it came in at the network. Payout: it left there. Null if the message does not say it.
alter table network_notices add column direction text check (direction in ('collection', 'payout'));
-- Whether the network says that the payment was made.
alter table network_notices add column says_paid boolean not null default false;
-- All messages about one payment concern the same money. A message without a reference is about a
-- payment of its own.
alter table network_notices add column payment_key text not null generated always as
  (network || ' ' || case reference when '' then id::text else reference end) stored;
create index network_notices_payment_key_idx on network_notices (payment_key);
select set_config('app.platform', 'on', true);
update network_notices set says_paid = true
  where said ~ '^paid( |$)' or said like '% says that it was paid, but not how much';

-- What happens to the money of a payment that does not exist here: one person proposes to book it to
-- suspense, or to release it from there to an account, and another one confirms. Each proposal is a row
-- that stays.
create table suspense_decisions (
  id uuid primary key,
  -- Of the messages about it.
  payment_key text not null,
  -- The message that it was decided about.
  notice_id uuid not null references network_notices (id),
  kind text not null check (kind in ('book', 'release')),
  direction text not null check (direction in ('collection', 'payout')),
  amount bigint not null check (amount > 0),
  account_id uuid references accounts (id),
  note text not null check (length(note) <= 200),
  -- Withdrawn by whoever proposed it, or rejected by somebody else. Undone: confirmed, and its
  -- transaction was reversed since.
  state text not null default 'proposed'
    check (state in ('proposed', 'confirmed', 'withdrawn', 'rejected', 'undone')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null default now(),
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- Booked: where its money is in suspense, or was until its release. Released: what the account got.
  transaction_id uuid,
  -- Who reversed that transaction.
  undone_by uuid references users (id),
  undone_at timestamptz,
  check ((kind = 'release') = (account_id is not null)),
  check ((state = 'proposed') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((state in ('confirmed', 'undone')) = (transaction_id is not null)),
  check (state in ('proposed', 'withdrawn') or decided_by <> proposed_by),
  check ((state = 'undone') = (undone_by is not null)),
  check ((undone_by is null) = (undone_at is null))
);
create unique index suspense_decisions_open_key on suspense_decisions (payment_key)
  where state = 'proposed';
-- A payment is booked once and released once.
create unique index suspense_decisions_done_key on suspense_decisions (payment_key, kind)
  where state = 'confirmed';
create index suspense_decisions_transaction_idx on suspense_decisions (transaction_id)
  where state = 'confirmed';
alter table suspense_decisions enable row level security;
alter table suspense_decisions force row level security;
create policy suspense_decisions_platform on suspense_decisions
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on suspense_decisions to sente_app;
