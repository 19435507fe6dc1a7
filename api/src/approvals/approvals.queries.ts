import type {
  ApprovalKind,
  ApprovalState,
  ApprovalStep,
  PayoutApproval,
} from '@sente/contract/approval-kinds';
import type { StaffPermissionName } from '@sente/contract/permissions';
import type { Db } from '../db/database.ts';
import { batchAbout, stoppedPayouts, type BatchAbout } from './batch-about.ts';
import { brakeAbout, type BrakeAbout } from './brake-about.ts';
import { nextFee, type NextFee } from './fee-texts.ts';
import { conditionOf, type QueueFilters } from './queue-filters.ts';
import { refundsAbout, type RefundsAbout } from './refund-warnings.ts';
import { evidence, type EvidenceAbout } from './review-evidence.ts';
import { sameFloat, type FloatAbout } from './same-float.ts';

/** A row of the queue with what its sentence needs. Amounts in hundredths of UGX; bigint arrives as text. */
export interface ApprovalRow
  extends RefundsAbout, FloatAbout, BatchAbout, BrakeAbout, EvidenceAbout, NextFee {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly account_id: string | null;
  readonly account_name: string | null;
  readonly account_number: string | null;
  readonly is_account_active: boolean | null;
  readonly available: string | null;
  readonly transaction_id: string | null;
  readonly transaction_type: 'credit' | 'debit' | null;
  readonly transaction_description: string | null;
  readonly payment_id: string | null;
  readonly notice_id: string | null;
  /** Of the payment, or of the one that a reversal takes back. */
  readonly direction: 'collection' | 'payout' | null;
  readonly phone_number: string | null;
  /** Of a payout: what the network told about a receiver whom the company keeps. */
  readonly payee_name: string | null;
  readonly payee_checked_at: Date | null;
  readonly network: string | null;
  readonly payment_status: string | null;
  readonly payment_reason: string | null;
  readonly finished_at: Date | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly role_name: string | null;
  readonly role_permissions: string | null;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly note: string | null;
  /** Without a name if the reader may not see the person. */
  readonly asked_by: string | null;
  readonly asked_by_name: string | null;
  readonly asked_at: Date;
  readonly expires_at: Date | null;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
  readonly decision_note: string | null;
  readonly result_id: string | null;
  /** Of a payout that waits: why it is not sent once it is approved. */
  readonly held_up_by: string | null;
  readonly approval: PayoutApproval | null;
  /** Whose turn it is while it waits. */
  readonly step: ApprovalStep | null;
  /** The colleague who approved it before the provider had to. */
  readonly colleague_by: string | null;
  readonly colleague_by_name: string | null;
  readonly colleague_at: Date | null;
  /** Why the reader cannot confirm it, from `second_person_problem`, and because of whom. */
  readonly problem: string | null;
  readonly problem_of: string | null;
  readonly problem_of_name: string | null;
}

const nameOf = (user: string) =>
  `(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;

/** Recipients have the plus of their numbers, payments do not. */
const payee = (column: 'checked_name' | 'checked_at') => `select r.${column} from recipients r
  where r.company_id = p.company_id and r.phone_number = '+' || p.phone_number
    and r.network = p.network`;

/**
 * $1 is the reader. Single values are looked up one by one: joined, they would make the planner weigh the
 * order of twelve joins, which takes many times as long as the lookups.
 */
const columns = `q.*, (select c.name from companies c where c.id = q.company_id) as company_name,
  a.name as account_name, a.number as account_number,
  a.is_active as is_account_active, a.balance - a.held as available,
  t.type as transaction_type, t.description as transaction_description,
  p.direction, p.phone_number, p.network, p.status as payment_status, p.reason as payment_reason,
  case when q.kind = 'payout' then (${payee('checked_name')}) end as payee_name,
  case when q.kind = 'payout' then (${payee('checked_at')}) end as payee_checked_at,
  p.finished_at, ${nameOf('q.user_id')} as user_name,
  (select r.name from roles r where r.id = q.role_id) as role_name,
  (
    select string_agg(n.name, ' ' order by n.name) from role_permissions rp
    join permissions n on n.id = rp.permission_id where rp.role_id = q.role_id
  ) as role_permissions,
  ${nameOf('q.asked_by')} as asked_by_name, ${nameOf('q.decided_by')} as decided_by_name,
  first.approved_by as colleague_by, first.approved_at as colleague_at,
  ${nameOf('first.approved_by')} as colleague_by_name,
  found.problem, found.person as problem_of, ${nameOf('found.person')} as problem_of_name,
  case when q.kind = 'float' and q.is_waiting then (${sameFloat}) end as same_float,
  case when q.kind in ('payout', 'bulk-payout') and q.is_waiting then ${stoppedPayouts('q.company_id')} end
    as held_up_by,
  case when q.kind = 'fee' and q.is_waiting then (${nextFee}) end as next_fee,
  case when q.kind = 'payment-decision' and q.is_waiting then (${evidence}) end as evidence,
  ${refundsAbout}, ${batchAbout}, ${brakeAbout}`;

/** Who wanted the money of a batch to go where it goes, as carryOutBatch has it. */
const interested = `select i.person, 1
  from settlements s join bank_accounts b on b.id = s.bank_account_id
  cross join lateral unnest(array[s.requested_by, b.added_by]) i(person)
  where q.kind = 'settlement-batch' and s.batch_id = (q.details->>'batchId')::uuid
    and i.person is not null`;

/** A payout, also of many numbers, is in the queue under its own id. */
const joins = `left join accounts a on a.id = q.account_id
  left join transactions t on t.company_id = q.company_id and t.id = q.transaction_id
  left join payments p on p.company_id = q.company_id
    and (p.id = q.payment_id or (q.payment_id is null and p.transaction_id = q.transaction_id))
  left join payout_approvals first on first.company_id = q.company_id
    and first.payment_id = q.id and first.step = 'colleague' and q.kind in ('payout', 'bulk-payout')
    and first.approved_by is distinct from q.decided_by
  left join lateral (
    select f.problem, f.person from payout_problem(q.company_id, q.id, q.asked_by, $1) f
    where q.is_waiting and q.kind in ('payout', 'bulk-payout')
    union all
    (
      select second_person_problem(b.person, $1), b.person
      from (
        select q.asked_by as person, 0 as place
        union
        ${interested}
      ) b
      where q.is_waiting and q.kind not in ('payout', 'bulk-payout')
        and (b.place = 0 or second_person_problem(b.person, $1) is not null)
      order by second_person_problem(b.person, $1) is null, b.place limit 1
    )
  ) found on true`;

/** What waits longest comes first; otherwise the newest. */
export function listQueue(
  db: Db,
  filters: QueueFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApprovalRow[]> {
  const order = {
    waiting: 'q.asked_at, q.id',
    open: 'q.asked_at, q.id',
    mine: `(q.state = 'waiting') desc, q.asked_at desc, q.id`,
    decided: 'q.decided_at desc, q.id',
  }[filters.tab];
  const { sql, values } = conditionOf(filters);
  return db.rows<ApprovalRow>(
    `select ${columns} from (
       select q.*, row_number() over (order by ${order}) as place
       from approval_queue q where ${sql} order by place limit $${values.length + 1} offset $${values.length + 2}
     ) q ${joins} order by q.place`,
    [...values, limit, offset],
  );
}

export interface QueueTotals {
  readonly count: number;
  /** Hundredths of UGX. */
  readonly amount: string;
  /** When the oldest was asked for; null if there is none. */
  readonly since: Date | null;
}

/**
 * What was rejected, withdrawn or has expired moves nothing, so it is not in the amount. What a case books to
 * suspense is one decision, although the case and the unknown payment both tell it.
 */
export async function totalQueue(db: Db, filters: QueueFilters): Promise<QueueTotals> {
  const { sql, values } = conditionOf(filters);
  const row = await db.row<QueueTotals>(
    `select count(*)::int as count, coalesce(sum(q.amount) filter (
         where q.state in ('waiting', 'approved') and not (q.notice_id is not null and exists (
           select from network_notices n
           where n.id = q.notice_id and n.case_id is not null and q.details->>'decision' = 'book'
         ))
       ), 0)::text as amount,
       min(q.asked_at) as since
     from approval_queue q where ${sql}`,
    values,
  );
  return row ?? { count: 0, amount: '0', since: null };
}

export function findInQueue(db: Db, userId: string, id: string): Promise<ApprovalRow | undefined> {
  return db.row<ApprovalRow>(
    `select ${columns} from approval_queue q ${joins} where q.id = $2 limit 1`,
    [userId, id],
  );
}

/** Waiting requests of which a name, number or id contains the text. Few wait at any time. */
export function findWaiting(
  db: Db,
  userId: string,
  text: string,
  limit: number,
): Promise<ApprovalRow[]> {
  const phoneStart = /^[+\d][\d ]+$/.test(text)
    ? text.replace(/\D/g, '').replace(/^0/, '256')
    : null;
  return db.rows<ApprovalRow>(
    `select ${columns} from (
       select q.* from approval_queue q
       left join companies c on c.id = q.company_id
       left join accounts a on a.id = q.account_id
       left join payments p on p.company_id = q.company_id and p.id = q.payment_id
       left join users target on target.id = q.user_id
       left join roles r on r.id = q.role_id
       left join users asker on asker.id = q.asked_by
       where q.is_waiting and (starts_with(p.phone_number, $4) or position(lower($2) in lower(
         concat_ws(chr(1), q.id, c.name, a.name, a.number, r.name, q.note,
           target.first_name || ' ' || target.last_name, asker.first_name || ' ' || asker.last_name)
       )) > 0)
       order by q.asked_at desc, q.id limit $3
     ) q ${joins} order by q.asked_at desc, q.id`,
    [userId, text, limit, phoneStart],
  );
}

export function findAboutTransaction(
  db: Db,
  userId: string,
  transactionId: string,
): Promise<ApprovalRow[]> {
  return db.rows<ApprovalRow>(
    `select ${columns} from (
       select * from approval_queue where transaction_id = $2
       union
       select * from approval_queue where result_id = $2
     ) q ${joins} order by q.asked_at, q.id`,
    [userId, transactionId],
  );
}

/** Of these requests, the waiting payouts to numbers that their companies never paid before. */
export async function findFirstPayouts(
  db: Db,
  rows: readonly ApprovalRow[],
): Promise<ReadonlySet<string>> {
  const payouts = rows.filter(({ kind, state }) => kind === 'payout' && state === 'waiting');
  if (payouts.length === 0) return new Set();
  const found = await db.rows<{ id: string }>(
    `select q.id from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[])
       as q(id, company_id, phone_number, payment_id)
     where not exists (
       select from payments p where p.company_id = q.company_id and p.phone_number = q.phone_number
         and p.direction = 'payout' and p.status = 'SUCCESS' and p.id <> q.payment_id
     )`,
    [
      payouts.map(({ id }) => id),
      payouts.map(({ company_id }) => company_id),
      payouts.map(({ phone_number }) => phone_number),
      payouts.map(({ payment_id }) => payment_id),
    ],
  );
  return new Set(found.map(({ id }) => id));
}

/** Names of staff who hold the permission, other than who asked; at most four. */
export async function listDeciders(
  db: Db,
  permission: StaffPermissionName,
  askedBy: string | null,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select u.first_name || ' ' || u.last_name as name from users u
     where u.is_staff and u.is_active and u.deleted_at is null and u.id is distinct from $2
       and second_person_problem($2, u.id) is null
       and exists (
         select from user_roles ur
         join role_permissions rp on rp.role_id = ur.role_id
         join permissions p on p.id = rp.permission_id
         where ur.user_id = u.id and p.name = $1
       )
     order by u.last_login_at desc nulls last, u.id limit 4`,
    [permission, askedBy],
  );
  return rows.map(({ name }) => name);
}
