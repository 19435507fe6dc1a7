import type { ApprovalStep } from '@sente/contract/approval-kinds';
import type { traceStepKinds } from '@sente/contract/api-transactions';
import type { deliveryStates } from '@sente/contract/webhooks';
import { stoppedPayouts } from '../approvals/batch-about.ts';
import type { Db } from '../db/database.ts';
import { reversedAt } from '../payments/payment-view.ts';
import { soldVoucherColumns, soldVoucherJoin, type SoldVoucherRow } from '../security/vouchers.ts';
import { listColumns, listJoins, type ApiTransactionRow } from './api-transactions.queries.ts';

export interface TraceRow extends ApiTransactionRow, SoldVoucherRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly is_company_archived: boolean;
  readonly origin: 'api' | 'portal' | 'link' | 'till' | 'import';
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly account_id: string | null;
  readonly account_name: string | null;
  readonly account_number: string | null;
  /** Null if it was deleted meanwhile. */
  readonly product_id: string | null;
  readonly product_code: string | null;
  readonly network_reference: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly awaits_approval: boolean;
  /** Whose turn it is to approve it. */
  readonly approval_step: ApprovalStep | null;
  readonly requested_by: string | null;
  readonly requested_by_id: string | null;
  /* Names, where the reader may see them; companies do not see the people of the provider. */
  readonly decided_by: string | null;
  /** The colleague who approved it. */
  readonly colleague_by: string | null;
  readonly reversal_asked_by: string | null;
  readonly reversal_approved_by: string | null;
  readonly reversal_reason: string | null;
  readonly review_proposed_by: string | null;
  readonly review_confirmed_by: string | null;
  readonly sent_at: Date | null;
  readonly next_step_at: Date | null;
  /** The payout brake holds it, or will before it is sent. */
  readonly is_braked: boolean;
  readonly network_down_until: Date | null;
  readonly ledger_id: string | null;
  readonly ledger_status: string | null;
  readonly ledger_held: string | null;
  readonly reversed_at: Date | null;
  /** The transaction of its request, if two people booked another one. */
  readonly failed: {
    readonly id: string;
    readonly amount: number;
    readonly reason: string | null;
    readonly finishedAt: string;
  } | null;
  /** Kind of the open review. */
  readonly review: string | null;
}

const failedTransaction = `(
  select json_build_object('id', o.id, 'amount', trim_scale(o.amount / 100.0), 'reason', o.reason,
    'finishedAt', o.finished_at)
  from transactions o where o.company_id = p.company_id and o.id = p.failed_transaction_id
)`;

export function findTrace(db: Db, companyId: string, id: string): Promise<TraceRow | undefined> {
  return db.row<TraceRow>(
    `select ${listColumns}, p.company_id, o.name as company_name,
       o.archived_at is not null as is_company_archived, p.origin, p.description,
       p.metadata,
       a.id as account_id, a.name as account_name, a.number as account_number,
       case when r.deleted_at is null then r.id end as product_id, r.code as product_code,
       ${soldVoucherColumns},
       p.network_reference, p.reason_code, p.reason, p.awaits_approval,
       case when p.awaits_approval
         then payout_step(p.company_id, p.id, p.approval, p.requested_by) end as approval_step,
       (
         select b.first_name || ' ' || b.last_name from payout_approvals v
         join users b on b.id = v.approved_by
         where v.company_id = p.company_id and v.payment_id = p.id and v.step = 'colleague'
       ) as colleague_by,
       nullif(concat_ws(' ', u.first_name, u.last_name), '') as requested_by,
       u.id as requested_by_id,
       (select d.first_name || ' ' || d.last_name from users d where d.id = p.decided_by) as decided_by,
       taken.asked_by as reversal_asked_by, taken.approved_by as reversal_approved_by,
       taken.reason as reversal_reason, decided.proposed_by as review_proposed_by,
       decided.confirmed_by as review_confirmed_by,
       q.sent_at, q.next_step_at,
       case when q.next_step_at is null then exists (
           select from braked_payments h where h.payment_id = q.payment_id and h.outcome is null
         )
         -- It is held as soon as a server would send it.
         else p.direction = 'payout' and q.sent_at is null and not p.awaits_approval
           and ${stoppedPayouts('p.company_id')} is not null
       end as is_braked,
       (select max(c.opened_until) from network_circuits c
        where c.network = p.network and c.operation = p.direction and c.opened_until > now()
          and (c.company_id is null or c.company_id = p.company_id)) as network_down_until,
       t.id as ledger_id, t.status as ledger_status, t.held as ledger_held,
       ${reversedAt} as reversed_at, ${failedTransaction} as failed,
       p.review
     from payments p
     join companies o on o.id = p.company_id
     left join open_payments q on q.payment_id = p.id
     left join accounts a on a.id = p.account_id
     left join internet_products r on r.company_id = p.company_id and r.id = p.product_id
     ${soldVoucherJoin}
     left join users u on u.id = p.requested_by
     left join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
     left join lateral (
       select b.first_name || ' ' || b.last_name as asked_by,
         c.first_name || ' ' || c.last_name as approved_by, v.note as reason
       from approvals v join users b on b.id = v.asked_by join users c on c.id = v.decided_by
       where v.transaction_id = p.transaction_id and v.kind = 'reversal' and v.state = 'approved'
     ) taken on true
     left join lateral (
       select b.first_name || ' ' || b.last_name as proposed_by,
         c.first_name || ' ' || c.last_name as confirmed_by
       from payment_reviews w join users b on b.id = w.proposed_by join users c on c.id = w.confirmed_by
       where w.payment_id = p.id order by w.closed_at desc limit 1
     ) decided on true
     ${listJoins}
     where p.company_id = $1 and p.id = $2`,
    [companyId, id],
  );
}

export interface StepRow {
  readonly at: Date;
  readonly kind: (typeof traceStepKinds)[number];
  readonly title: string;
  readonly is_good: boolean | null;
  readonly request: string | null;
  readonly answer: string | null;
  readonly duration_ms: number | null;
}

export function listSteps(db: Db, companyId: string, paymentId: string): Promise<StepRow[]> {
  return db.rows<StepRow>(
    `select at, kind, title, is_good, request, answer, duration_ms from payment_steps
     where company_id = $1 and payment_id = $2 order by id`,
    [companyId, paymentId],
  );
}

export interface WebhookEventRow {
  /** Of its delivery to one webhook. */
  readonly id: string;
  readonly type: string;
  readonly payload: unknown;
  readonly state: (typeof deliveryStates)[number];
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly attempt_count: number;
}

export function listEvents(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<WebhookEventRow[]> {
  return db.rows<WebhookEventRow>(
    `select d.id, e.type, e.payload, d.state, e.created_at, d.delivered_at, d.next_attempt_at,
       d.attempt_count
     from webhook_events e
     join webhook_deliveries d on d.company_id = e.company_id and d.event_id = e.id
     where e.company_id = $1 and e.payment_id = $2 order by d.id`,
    [companyId, paymentId],
  );
}

export interface KeptEventRow {
  readonly id: string;
  readonly type: string;
  readonly created_at: Date;
  readonly is_off: boolean;
}

/** Events that a webhook asks for and none was sent: those were switched off when they came. */
export function listKeptEvents(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<KeptEventRow[]> {
  return db.rows<KeptEventRow>(
    `select e.id, e.type, e.created_at, bool_and(not w.is_active) as is_off
     from webhook_events e
     join company_webhooks w on w.company_id = e.company_id and w.created_at <= e.created_at
       and (w.event_types is null or e.type = any (w.event_types))
     where e.company_id = $1 and e.payment_id = $2 and not exists (
       select from webhook_deliveries d where d.company_id = e.company_id and d.event_id = e.id
     )
     group by e.id, e.type, e.created_at order by e.id`,
    [companyId, paymentId],
  );
}

export interface WebhookAttemptRow {
  readonly delivery_id: string;
  readonly number: number;
  readonly at: Date;
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly status_code: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

export function listAttempts(
  db: Db,
  companyId: string,
  deliveryIds: readonly string[],
): Promise<WebhookAttemptRow[]> {
  return db.rows<WebhookAttemptRow>(
    `select delivery_id, number, at, url, request_headers, status_code, answer, error, duration_ms
     from webhook_attempts where company_id = $1 and delivery_id = any($2::uuid[])
     order by at, number`,
    [companyId, deliveryIds],
  );
}
