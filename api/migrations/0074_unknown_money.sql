-- Money of an unknown owner is booked once, whether a message of the network or its statement told of it first, and
-- what a case wrote to suspense is released as any other.
select set_config('app.platform', 'on', true);

-- A payment that was reversed here, and that the network carried out.
alter table reconciliation_cases drop constraint reconciliation_cases_kind_check;
alter table reconciliation_cases add constraint reconciliation_cases_kind_check check (kind in ('only-theirs',
  'only-ours', 'late-success', 'not-paid', 'amount', 'doubled', 'after-reversal', 'fee', 'charge', 'transfer',
  'reversal'));
-- By our id in the message that the money was booked by.
alter table reconciliation_bookings drop constraint reconciliation_bookings_how_check;
alter table reconciliation_bookings add constraint reconciliation_bookings_how_check
  check (how in ('reference', 'order', 'phone', 'transfer', 'reversal', 'text', 'amount', 'batch', 'people', 'told'));
-- The reference of what a case booked as a transfer is the network's, and says nothing at the bank.
update reconciliation_bookings b set reference = null
from transactions t
where b.network = 'BANK' and b.kind = 'float' and b.state in ('open', 'case')
  and t.company_id = b.company_id and t.id = b.transaction_id and t.key like 'float:case:%';

-- The network's own id beside the one that we gave the payment: statements have this one.
alter table network_notices add column network_reference text check (length(network_reference) <= 100);
update network_notices set network_reference =
  substring(content from '"(?:financialTransactionId|airtel_money_id)"\s*:\s*"([^"]{1,100})"');
create index network_notices_network_reference_idx on network_notices (network_reference, network)
  where network_reference is not null and closed_at is null;
-- What a case wrote to suspense: a statement told it. It may be at the bank. Its money is its own, so it has no
-- reference of ours: a statement may have two lines of one id.
alter table network_notices add column case_id uuid unique references reconciliation_cases (id);
alter table network_notices drop constraint network_notices_network_fkey;
alter table network_notices add constraint network_notices_network_check
  check (network in ('MTN', 'AIRTEL') or (network = 'BANK' and case_id is not null));
-- Which transaction took the place of which: a release that of the booking, a return to suspense that of the release.
create table suspense_moves (
  transaction_id uuid primary key,
  instead_of uuid not null unique
);
create trigger suspense_moves_append_only before update or delete or truncate on suspense_moves
  for each statement execute function refuse_change();
alter table suspense_moves enable row level security;
alter table suspense_moves force row level security;
create policy suspense_moves_platform on suspense_moves
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on suspense_moves to sente_app;
insert into suspense_moves (transaction_id, instead_of)
select r.transaction_id, b.transaction_id
from suspense_decisions r join suspense_decisions b on b.payment_key = r.payment_key and b.kind = 'book'
  and b.state = 'confirmed'
where r.kind = 'release' and r.state = 'confirmed';

-- What cases wrote to suspense until now.
insert into network_notices (id, network, reference, network_reference, case_id, said, is_proven, content, amount,
  direction, says_paid, first_at, last_at)
select gen_random_uuid(), c.network, '', left(t.reference, 100), c.id,
  left(t.description, 200), true, '', t.amount, case t.type when 'credit' then 'collection' else 'payout' end, true,
  c.settled_at, c.settled_at
from reconciliation_cases c
join reconciliation_bookings b on b.case_id = c.id and b.kind = 'suspense' and b.reversal_of is null
join transactions t on t.company_id = b.company_id and t.id = b.transaction_id
where c.action = 'suspense' and t.kind = 'suspense' and not exists (
  select from transactions o where o.company_id = t.company_id and o.reversal_of = t.id and o.status <> 'failed'
);
insert into suspense_decisions (id, payment_key, notice_id, kind, direction, amount, note, state, proposed_by,
  proposed_at, decided_by, decided_at, transaction_id)
select gen_random_uuid(), n.payment_key, n.id, 'book', n.direction, n.amount, coalesce(left(a.note, 200), ''),
  'confirmed', a.asked_by, a.asked_at, a.decided_by, a.decided_at, b.transaction_id
from network_notices n
join reconciliation_cases c on c.id = n.case_id
join approvals a on a.id = c.approval_id
join reconciliation_bookings b on b.case_id = c.id and b.kind = 'suspense' and b.reversal_of is null;

-- Nothing is added to what was booked on a closed day either. Filled in by api/functions/entries_in_open_days.sql.
create function entries_in_open_days() returns trigger
  language plpgsql as $$ begin return null; end $$;
create trigger entries_in_open_days after insert on entries
  referencing new table as inserted for each statement execute function entries_in_open_days();
