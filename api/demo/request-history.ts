import { describeRule } from '@sente/contract/fees';
import { timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { toRule } from '../src/fees/fee-rule.ts';
import type { FeeRow } from '../src/fees/fees.queries.ts';
import type { DemoAct } from './audit.ts';

/** In whose history a request stands, as where the server writes it. */
const aboutType = `case when a.details ? 'caseId' then 'reconciliation' when a.account_id is not null then 'accounts'
  when a.user_id is not null then 'users' when a.company_id is not null then 'companies' end`;
const aboutId = `coalesce((a.details ->> 'caseId')::uuid, a.account_id, a.user_id, a.company_id)`;

/**
 * What asking and deciding writes, in the columns of the log's other entries: requests with their decisions, payouts and
 * bulk payouts that were ordered in the portal, what colleagues approved, and brakes.
 */
export const requestEntries = `
  select a.asked_at, a.company_id, 'approvals.ask', ${aboutType}, ${aboutId},
    jsonb_strip_nulls(jsonb_build_object('kind', a.kind, 'approval', a.id, 'reason', a.note)), u.email
  from approvals a join users u on u.id = a.asked_by
  union all
  select a.decided_at, a.company_id,
    case a.state when 'approved' then 'approvals.approve' when 'rejected' then 'approvals.reject'
      else 'approvals.withdraw' end,
    ${aboutType}, ${aboutId},
    jsonb_strip_nulls(jsonb_build_object('kind', a.kind, 'approval', a.id, 'reason', a.decision_note)), u.email
  from approvals a join users u on u.id = a.decided_by
  where a.state in ('approved', 'rejected', 'withdrawn')
  union all
  select b.tripped_at, b.company_id, 'payoutBrakes.trip', 'companies', b.company_id,
    jsonb_build_object('sign', b.sign, 'reason', b.reason), u.email
  from payout_brakes b join users u on u.id = b.tripped_by
  union all
  select p.created_at, p.company_id, 'transactions.request', 'accounts', p.account_id,
    jsonb_build_object('kind', case p.direction when 'payout' then 'send-money' else 'add-money' end, 'amount', p.amount / 100, 'phoneNumber', p.phone_number), u.email
  from payments p join users u on u.id = p.requested_by
  where p.origin = 'portal' and p.created_at >= u.created_at
  union all
  select s.approved_at, s.company_id, 'transactions.approve', 'accounts', p.account_id,
    jsonb_build_object('transaction', p.transaction_id), u.email
  from payout_approvals s join payments p on p.company_id = s.company_id and p.id = s.payment_id
  join users u on u.id = s.approved_by
  union all
  select k.submitted_at, k.company_id, 'bulkPayouts.submit', 'accounts', k.account_id,
    jsonb_build_object('bulkPayout', k.id, 'name', k.name), u.email
  from bulk_payouts k join users u on u.id = k.created_by
  where k.submitted_at is not null`;

/** Which fee was set, in the words of the history. */
export async function feeActs(db: Db): Promise<DemoAct[]> {
  const rows = await db.rows<FeeRow & { company_id: string; email: string }>(
    `select f.*, u.email from fee_schedules f join users u on u.id = f.created_by`,
  );
  return rows.map((row) => ({
    action: 'fees.add',
    at: row.created_at,
    companyId: row.company_id,
    email: row.email,
    details: {
      direction: row.direction,
      fee: describeRule(toRule(row), formatUgx),
      effectiveFrom: timeWords(row.effective_from),
    },
  }));
}
