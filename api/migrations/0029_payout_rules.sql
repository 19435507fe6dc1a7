-- How much a company pays out at once, with a colleague's approval, and with the provider's as well.
-- Amounts are hundredths of UGX.
select set_config('app.platform', 'on', true);

create table payout_rules (
  company_id uuid primary key references companies (id),
  -- Set by the company, both or none. Without them a payout of the portal waits for the provider, and one
  -- of the company's systems goes at once.
  at_once_up_to bigint check (at_once_up_to >= 0),
  colleague_up_to bigint check (colleague_up_to >= at_once_up_to),
  -- Set by the provider: the largest payout that the company can let pass without the provider.
  ceiling bigint not null default 0 check (ceiling >= 0),
  updated_at timestamptz not null default now(),
  check ((at_once_up_to is null) = (colleague_up_to is null)),
  check (colleague_up_to <= ceiling)
);

-- Who approved a payout in which step. A provider who approves in place of a colleague, because nobody in
-- the company can, has both.
create table payout_approvals (
  company_id uuid not null,
  payment_id uuid not null,
  step text not null check (step in ('colleague', 'provider')),
  approved_by uuid not null,
  approved_at timestamptz not null default now(),
  primary key (company_id, payment_id, step)
);
create trigger payout_approvals_stay before update or delete or truncate on payout_approvals
  for each statement execute function refuse_change();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['payout_rules', 'payout_approvals']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format(
      'create policy %I on %I for select using (company_id = (select app_company_id()))',
      v_table || '_read_own', v_table
    );
  end loop;
end
$$;
-- By column: who may update a whole table may lock it, and the watcher could not look.
grant select, insert, update (at_once_up_to, colleague_up_to, ceiling, updated_at) on payout_rules
  to sente_app;
grant select, insert on payout_approvals to sente_app;
-- The watcher looks for payouts that went without their approval.
grant select on payout_rules, payout_approvals to sente_watcher;
create policy payout_rules_watcher on payout_rules for select to sente_watcher using (true);
create policy payout_approvals_watcher on payout_approvals for select to sente_watcher using (true);

alter table payments
  -- What a payout needed when it was accepted, from payout_approval; null for collections and for payouts
  -- of companies' systems from before there were rules.
  add column approval text
    check (approval in ('none', 'colleague', 'provider', 'colleague_and_provider')),
  -- The rule of the company let it go at once, so it counts in the sum of the day.
  add column is_at_once boolean not null default false;
update payments set approval = 'provider' where direction = 'payout' and requested_by is not null;
insert into payout_approvals (company_id, payment_id, step, approved_by, approved_at)
select company_id, id, 'provider', decided_by, decided_at from payments
where direction = 'payout' and decision = 'approved' and decided_by is not null;

-- What went at once on a day is counted like what limits count, in a scope of its own ('at_once').
alter table limit_returns
  add column is_at_once boolean not null default false,
  -- Of the payment.
  add column created_at timestamptz,
  -- Whose first payment of the company failed: it is a new number again. Null if no limit counts those.
  add column phone_number text;
drop index limit_returns_company_idx;
create index limit_returns_number_idx on limit_returns (company_id, direction, phone_number);
drop trigger payments_limits_return on payments;
create trigger payments_limits_return after update of status, amount on payments
  for each row when (
    case when old.status = 'FAILED' then 0 else old.amount end
      <> case when new.status = 'FAILED' then 0 else new.amount end
  )
  execute function limits_return();

-- Payouts of companies' systems can be decided about as well.
create index payments_decided_idx on payments (company_id, id)
  where direction = 'payout' and decided_at is not null;
drop index payments_asked_idx;

-- A company's own rules wait for a colleague, or for the provider.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('deposit', 'reversal', 'staff-role', 'fee', 'limit', 'brake', 'payout-rule'));
create policy approvals_read_own on approvals for select
  using (kind = 'payout-rule' and company_id = (select app_company_id()));

-- Its body comes with the functions.
create function payout_step(p_company uuid, p_payment uuid, p_approval text, p_asker uuid)
  returns text language plpgsql as 'begin return null; end';

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
left join accounts a on a.id = d.account_id;

-- It no longer takes whether a payment waits for approval, and answers with what a payout needs.
drop function if exists payments_accept;
