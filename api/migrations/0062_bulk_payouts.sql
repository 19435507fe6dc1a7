-- Payouts to many numbers that are checked first and approved together.
select set_config('app.platform', 'on', true);

create table bulk_payouts (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- That pays.
  account_id uuid not null references accounts (id),
  name text not null,
  origin text not null check (origin in ('api', 'portal')),
  -- draft: checked, and nothing is asked for yet. refused: not approved, or faulty and ordered by the API.
  state text not null default 'checking' check (
    state in ('checking', 'draft', 'waiting', 'running', 'finished', 'cancelled', 'refused')
  ),
  -- When a server takes it up again; null while there is nothing for it to do.
  next_step_at timestamptz default now(),
  line_count integer not null check (line_count between 1 and 10000),
  -- From the check. Amounts are hundredths of UGX, of the lines without a fault.
  checked_count integer not null default 0,
  ok_count integer not null default 0,
  warned_count integer not null default 0,
  amount bigint not null default 0,
  fee bigint not null default 0,
  tax bigint not null default 0,
  -- Faulty lines are left out; else they keep the others from being paid.
  leaves_out boolean not null default false,
  -- What it needs, from payout_approval, once it is submitted.
  approval text check (approval in ('none', 'colleague', 'provider', 'colleague_and_provider')),
  -- Null: ordered by the company's systems, under this key.
  created_by uuid references users (id),
  key_hash uuid,
  input_hash uuid,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  decision text check (decision in ('approved', 'rejected', 'withdrawn', 'expired')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision_note text,
  -- Why it was refused.
  reason text,
  finished_at timestamptz,
  -- When it finished; a line can still succeed late.
  paid_count integer,
  failed_count integer,
  paid_amount bigint,
  -- The one whose failed lines it pays.
  retry_of uuid references bulk_payouts (id),
  unique (company_id, id),
  check ((key_hash is null) = (input_hash is null)),
  check ((created_by is null) = (origin = 'api')),
  check ((next_step_at is not null) = (state in ('checking', 'running'))),
  check ((state = 'finished') = (finished_at is not null)),
  check (state not in ('waiting', 'running', 'finished') or (submitted_at is not null and approval is not null)),
  check ((decision is null) = (decided_at is null))
);
create unique index bulk_payouts_request_key on bulk_payouts (company_id, key_hash);
-- The failed lines of one are paid again once.
create unique index bulk_payouts_retry_key on bulk_payouts (retry_of)
  where state not in ('cancelled', 'refused');
create index bulk_payouts_company_idx on bulk_payouts (company_id, id desc);
create index bulk_payouts_due_idx on bulk_payouts (next_step_at) where next_step_at is not null;
create index bulk_payouts_waiting_idx on bulk_payouts (submitted_at) where state = 'waiting';

create table bulk_payout_lines (
  bulk_id uuid not null,
  -- Of the file, or the place in the request.
  number integer not null check (number > 0),
  company_id uuid not null,
  -- As written.
  phone_typed text not null,
  amount_typed text not null,
  network_typed text,
  name_given text,
  reference text,
  -- From the check.
  phone_number text,
  network text,
  amount bigint check (amount > 0),
  name_found text,
  fee bigint not null default 0,
  tax bigint not null default 0,
  faults text[] not null default '{}',
  warnings text[] not null default '{}',
  -- made: it is a payment now. failed: it could not become one.
  state text not null default 'new' check (state in ('new', 'ok', 'faulty', 'made', 'failed')),
  reason_code text,
  reason text,
  payment_id uuid unique,
  primary key (bulk_id, number),
  foreign key (company_id, bulk_id) references bulk_payouts (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id),
  check ((state = 'made') = (payment_id is not null)),
  check ((state = 'failed') = (reason is not null)),
  check (state not in ('ok', 'made') or (phone_number is not null and network is not null and amount is not null))
);
create index bulk_payout_lines_state_idx on bulk_payout_lines (bulk_id, state, number);

-- Their body comes with the functions: what was decided stays, and a line never leaves its payment.
create function bulk_payouts_move() returns trigger language plpgsql as 'begin return new; end';
create function bulk_payout_lines_move() returns trigger language plpgsql as 'begin return new; end';
create trigger bulk_payouts_move before update on bulk_payouts
  for each row execute function bulk_payouts_move();
create trigger bulk_payout_lines_move before update on bulk_payout_lines
  for each row execute function bulk_payout_lines_move();
create trigger bulk_payouts_stay before delete or truncate on bulk_payouts
  for each statement execute function refuse_change();
create trigger bulk_payout_lines_stay before delete or truncate on bulk_payout_lines
  for each statement execute function refuse_change();

-- A company reads its own; the platform writes them.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['bulk_payouts', 'bulk_payout_lines'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format(
      'create policy %I on %I for select using (company_id = (select app_company_id()))',
      v_table || '_read', v_table
    );
  end loop;
end
$$;
grant select, insert, update on bulk_payouts, bulk_payout_lines to sente_app;

-- One of them waits as a whole. A payout of a bulk is not decided about by itself.
create or replace view approval_queue with (security_invoker = true) as
select a.id, a.kind, a.state, a.state = 'waiting' as is_waiting, a.company_id, a.account_id, a.transaction_id, null::uuid as payment_id,
  null::uuid as notice_id, a.user_id, a.role_id, a.amount, null::bigint as fee,
  -- The ids of a brake's payouts may be thousands, and no list shows them.
  a.details - 'cancelledIds' as details, a.note,
  a.asked_by, a.asked_at, a.expires_at, a.decided_by, a.decided_at, a.decision_note, a.result_id,
  null::text as approval,
  case
    when a.state <> 'waiting' then null
    when a.kind = 'payout-rule' then payout_step(a.company_id, null, 'colleague', a.asked_by)
    else 'provider'
  end as step
from approvals a
union all
select p.id, 'payout', case when p.awaits_approval then 'waiting' else coalesce(p.decision, 'approved') end,
  p.awaits_approval, p.company_id, p.account_id, p.transaction_id, p.id, null, null, null, p.amount, p.fee, '{}',
  p.description, p.requested_by, p.created_at,
  greatest(p.created_at, s.expiry_since) + s.payout_expiry_hours * interval '1 hour',
  p.decided_by, p.decided_at, p.decision_note, null, p.approval,
  case when p.awaits_approval then payout_step(p.company_id, p.id, p.approval, p.requested_by) end
from payments p cross join platform_settings s
where p.direction = 'payout' and (p.awaits_approval or p.decided_at is not null)
union all
select r.id, 'payment-decision', case when r.closed_at is null then 'waiting' else 'approved' end,
  r.closed_at is null, r.company_id, p.account_id, p.transaction_id, p.id, null, null, null,
  coalesce(r.network_amount, r.proposed_amount, p.amount), p.fee,
  jsonb_build_object('decision', r.decision), r.note, r.proposed_by, r.proposed_at, null,
  r.confirmed_by, case when r.confirmed_by is not null then r.closed_at end, null, null, null,
  case when r.closed_at is null then 'provider' end
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
  d.transaction_id, null, case when d.state = 'proposed' then 'provider' end
from suspense_decisions d
join network_notices n on n.id = d.notice_id
left join accounts a on a.id = d.account_id
union all
select b.id, 'bulk-payout', case when b.state = 'waiting' then 'waiting' else b.decision end,
  b.state = 'waiting', b.company_id, b.account_id, null, null, null, null, null, b.amount, b.fee,
  jsonb_build_object('name', b.name, 'count', b.ok_count, 'warned', b.warned_count,
    'leftOut', b.line_count - b.ok_count, 'state', b.state, 'finishedAt', b.finished_at),
  null, b.created_by, b.submitted_at,
  greatest(b.submitted_at, s.expiry_since) + s.payout_expiry_hours * interval '1 hour',
  b.decided_by, b.decided_at, b.decision_note, null, b.approval,
  case when b.state = 'waiting' then payout_step(b.company_id, b.id, b.approval, b.created_by) end
from bulk_payouts b cross join platform_settings s
where b.state = 'waiting' or b.decision is not null;

-- It also takes the bulk payout that its payouts belong to.
drop function if exists payments_accept;
