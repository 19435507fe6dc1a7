-- What one person asks for and another one approves. Payouts, decisions about unclear payments and
-- about money of unknown owners stay in their own tables; everything else is stored in `approvals`.
-- The view `approval_queue` lists all of them.
select set_config('app.platform', 'on', true);

-- What applies to the whole platform; one row. Amounts are hundredths of UGX.
create table platform_settings (
  id boolean primary key default true check (id),
  -- An initial deposit above it needs a second person.
  deposit_limit bigint not null default 100000000 check (deposit_limit >= 0),
  -- A payout that nobody decides about fails after this time, and its hold is released.
  payout_expiry_hours integer not null default 72 check (payout_expiry_hours > 0),
  -- What waited before there was a limit has its whole time from then on.
  expiry_since timestamptz not null default '-infinity',
  -- The same for every other request.
  approval_expiry_hours integer not null default 168 check (approval_expiry_hours > 0)
);
insert into platform_settings default values;
update platform_settings set expiry_since = now()
where exists (select from payments where awaits_approval);
alter table platform_settings enable row level security;
alter table platform_settings force row level security;
create policy platform_settings_read on platform_settings for select using (true);
create policy platform_settings_write on platform_settings
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select on platform_settings to sente_app;

create table approvals (
  id uuid primary key,
  kind text not null
    check (kind in ('deposit', 'reversal', 'staff-role', 'fee', 'limit', 'brake')),
  -- What it is about, in one word: at most one request about the same thing waits.
  subject text not null,
  company_id uuid references companies (id),
  account_id uuid,
  transaction_id uuid,
  user_id uuid references users (id),
  role_id uuid,
  amount bigint check (amount > 0),
  -- What carrying it out needs besides.
  details jsonb not null default '{}',
  note text check (length(note) <= 200),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 200),
  -- The transaction that carried it out.
  result_id uuid,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state in ('waiting', 'expired')) = (decided_by is null)),
  check (state not in ('approved', 'rejected') or decided_by <> asked_by),
  check (state <> 'withdrawn' or decided_by = asked_by),
  check (state <> 'rejected' or decision_note is not null),
  check (result_id is null or state = 'approved')
);
create unique index approvals_waiting_key on approvals (kind, subject) where state = 'waiting';
create index approvals_transaction_idx on approvals (transaction_id);
create index approvals_account_idx on approvals (account_id) where state = 'waiting';
alter table approvals enable row level security;
alter table approvals force row level security;
create policy approvals_platform on approvals
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on approvals to sente_app;

-- What was asked for never changes, and a decision is final.
create function approvals_decide_once() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'waiting' or
    (new.id, new.kind, new.subject, new.company_id, new.account_id, new.transaction_id, new.user_id,
      new.role_id, new.amount, new.details, new.note, new.asked_by, new.asked_at, new.expires_at)
    is distinct from
    (old.id, old.kind, old.subject, old.company_id, old.account_id, old.transaction_id, old.user_id,
      old.role_id, old.amount, old.details, old.note, old.asked_by, old.asked_at, old.expires_at)
  then
    raise exception 'a request for approval changes only by its decision'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger approvals_decide_once before update on approvals
  for each row execute function approvals_decide_once();
create trigger approvals_stay before delete or truncate on approvals
  for each statement execute function refuse_change();

-- How a payout of the portal was decided about, when, and why.
alter table payments
  add column decision text check (decision in ('approved', 'rejected', 'withdrawn', 'expired')),
  add column decided_at timestamptz,
  add column decision_note text check (length(decision_note) <= 200);
update payments p
set decision = case when p.reason_code = 'REJECTED' then 'rejected' else 'approved' end,
  decided_at = coalesce(
    (
      select max(s.at) from payment_steps s
      where s.company_id = p.company_id and s.payment_id = p.id and s.kind = 'approval'
    ),
    p.finished_at, p.created_at
  )
where p.requested_by is not null and p.direction = 'payout' and not p.awaits_approval
  and p.decided_by is not null;
create index payments_asked_idx on payments (company_id, id)
  where requested_by is not null and direction = 'payout';

-- Why a proposal was rejected.
alter table suspense_decisions
  add column decision_note text check (length(decision_note) <= 200);

create view approval_queue with (security_invoker = true) as
select a.id, a.kind, a.state, a.state = 'waiting' as is_waiting, a.company_id, a.account_id, a.transaction_id, null::uuid as payment_id,
  null::uuid as notice_id, a.user_id, a.role_id, a.amount, null::bigint as fee, a.details, a.note,
  a.asked_by, a.asked_at, a.expires_at, a.decided_by, a.decided_at, a.decision_note, a.result_id
from approvals a
union all
select p.id, 'payout', case when p.awaits_approval then 'waiting' else coalesce(p.decision, 'approved') end,
  p.awaits_approval, p.company_id, p.account_id, p.transaction_id, p.id, null, null, null, p.amount, p.fee, '{}',
  p.description, p.requested_by, p.created_at,
  greatest(p.created_at, s.expiry_since) + s.payout_expiry_hours * interval '1 hour',
  p.decided_by, p.decided_at, p.decision_note, null
from payments p cross join platform_settings s
where p.direction = 'payout'
  and (p.awaits_approval or (p.requested_by is not null and p.decided_at is not null))
union all
select r.id, 'payment-decision', case when r.closed_at is null then 'waiting' else 'approved' end,
  r.closed_at is null, r.company_id, p.account_id, p.transaction_id, p.id, null, null, null,
  coalesce(r.network_amount, r.proposed_amount, p.amount), p.fee,
  jsonb_build_object('decision', r.decision), r.note, r.proposed_by, r.proposed_at, null,
  r.confirmed_by, case when r.confirmed_by is not null then r.closed_at end, null, null
from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
where r.proposed_by is not null and (r.closed_at is null or r.confirmed_by is not null)
union all
select d.id, 'suspense',
  case d.state when 'proposed' then 'waiting' when 'undone' then 'approved' when 'confirmed' then 'approved'
    else d.state end,
  d.state = 'proposed', a.company_id, d.account_id, d.transaction_id, null, d.notice_id, null, null, d.amount, null,
  jsonb_build_object('decision', d.kind, 'direction', d.direction, 'network', n.network,
    'reference', n.reference),
  d.note, d.proposed_by, d.proposed_at, null, d.decided_by, d.decided_at, d.decision_note,
  d.transaction_id
from suspense_decisions d
join network_notices n on n.id = d.notice_id
left join accounts a on a.id = d.account_id;
grant select on approval_queue to sente_app;
