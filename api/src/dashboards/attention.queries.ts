import { phoneText } from '@sente/contract/phone';
import type { ApprovalKind } from '@sente/contract/approval-kinds';
import { conditionOf, type QueueFilters } from '../approvals/queue-filters.ts';
import type { Db } from '../db/database.ts';
import type { SystemTransactionBaseRow } from './system-transactions.queries.ts';

export interface AttentionRow extends SystemTransactionBaseRow {
  readonly description: string;
  readonly reason: string | null;
  /** Time of the request, of the review, or of the failure. */
  readonly since: Date;
  /** Over all matches, not only those listed. */
  readonly total: number;
}

const columns = `t.id, t.company_id, c.name as company, t.type, t.amount, t.status, t.created_at,
  t.description, t.reason, t.since, t.total`;

export interface WaitingRow extends Omit<AttentionRow, 'company_id' | 'company'> {
  readonly kind: ApprovalKind;
  /** Null for what concerns all companies, such as a tax. */
  readonly company_id: string | null;
  readonly company: string | null;
}

/** What waits for approval, the oldest first, so that each decision brings up the next. */
export function listWaiting(db: Db, filters: QueueFilters, limit: number): Promise<WaitingRow[]> {
  const { sql, values } = conditionOf(filters);
  return db.rows<WaitingRow>(
    `select q.id, q.kind, q.company_id, c.name as company, coalesce(q.amount, 0) as amount,
       case when q.kind = 'deposit' or (q.kind = 'reversal' and t.type = 'debit')
         then 'credit' else 'debit' end as type,
       'pending' as status, q.asked_at as created_at,
       coalesce(q.note, t.description, '') as description, null as reason, q.asked_at as since, q.total
     from (
       select q.*, count(*) over ()::int as total from approval_queue q
       where ${sql} order by q.asked_at, q.id limit $5
     ) q
     left join companies c on c.id = q.company_id
     left join transactions t on t.company_id = q.company_id and t.id = q.transaction_id
     order by q.asked_at, q.id`,
    [...values, limit],
  );
}

/** Payments with an open review. */
export async function listOpenReviews(db: Db, limit: number): Promise<AttentionRow[]> {
  const rows = await db.rows<AttentionRow & { readonly phone_number: string }>(
    `select r.id, r.company_id, c.name as company,
       case p.direction when 'collection' then 'credit' else 'debit' end as type,
       p.amount, 'pending' as status, p.created_at,
       coalesce(p.description, p.reference, '') as description, p.phone_number,
       null as reason, r.opened_at as since, r.total
     from (
       select r.*, count(*) over ()::int as total from payment_reviews r
       where r.closed_at is null order by r.opened_at desc, r.id desc limit $1
     ) r
     join payments p on p.company_id = r.company_id and p.id = r.payment_id
     join companies c on c.id = r.company_id
     order by r.opened_at desc, r.id desc`,
    [limit],
  );
  return rows.map((row) => ({
    ...row,
    description: row.description || phoneText(row.phone_number),
  }));
}

/** Payments to decide about which nobody has proposed anything. */
export async function countUnproposedReviews(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from payment_reviews
     where closed_at is null and proposed_by is null`,
  );
  return row?.count ?? 0;
}

/**
 * Failures since a moment, except collections: a payer who declines needs nobody's attention, and there
 * are many. Ids contain the time of the request, not of the failure, so the scan
 * starts at an earlier id.
 */
export function listFailedSince(
  db: Db,
  { fromId, since, limit }: { fromId: string; since: Date; limit: number },
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(
    `select ${columns}
     from (
       select t.*, t.finished_at as since, count(*) over ()::int as total
       from transactions t
       where t.status = 'failed' and t.kind <> 'collection' and t.id >= $1 and t.finished_at >= $2
       order by t.finished_at desc, t.id desc limit $3
     ) t
     join companies c on c.id = t.company_id
     order by t.since desc, t.id desc`,
    [fromId, since, limit],
  );
}

/** By proven messages only: anybody can send the others. */
export function countUnknownPayments(
  db: Db,
): Promise<{ count: number; since: Date | null } | undefined> {
  return db.row(
    `select count(distinct n.payment_key)::int as count, max(n.last_at) as since
     from network_notices n
     where n.closed_at is null and n.is_proven and notice_waits(n.id)`,
  );
}

/** Also those that anybody can send. */
export async function countOpenNotices(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from network_notices where closed_at is null',
  );
  return row?.count ?? 0;
}

export interface BrakeOnRow {
  readonly id: string;
  readonly company: string | null;
  readonly reason: string;
  readonly since: Date;
}

/** Payout brakes that are on, that of all companies first. */
export function listBrakesOn(db: Db): Promise<BrakeOnRow[]> {
  return db.rows<BrakeOnRow>(
    `select b.id, c.name as company, b.reason, b.tripped_at as since
     from payout_brakes b left join companies c on c.id = b.company_id
     where b.ended_at is null order by b.company_id nulls first, b.tripped_at limit 50`,
  );
}

export interface WatcherRow {
  readonly lastLookedAt: Date;
  readonly isLate: boolean;
  readonly canSeal: boolean;
}

/** Undefined if no watcher ever looked. */
export function readWatcher(db: Db): Promise<WatcherRow | undefined> {
  return db.row<WatcherRow>(
    `select last_looked_at as "lastLookedAt", not watcher_looks(clock_timestamp()) as "isLate",
       can_seal as "canSeal" from watcher_pulse`,
  );
}

/** How many rules the last check of the ledger found broken. */
export async function countLedgerFaults(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select jsonb_array_length(violations) as count from ledger_checks order by id desc limit 1',
  );
  return row?.count ?? 0;
}

export interface GaveUpRow {
  readonly companyId: string;
  readonly company: string;
  readonly count: number;
  readonly since: Date;
}

/** Only for companies with an active webhook. */
export function listGaveUpWebhooks(db: Db, since: Date, limit: number): Promise<GaveUpRow[]> {
  return db.rows<GaveUpRow>(
    `select e.company_id as "companyId", c.name as company, count(*)::int as count,
       max(e.gave_up_at) as since
     from webhook_deliveries e
     join companies c on c.id = e.company_id and c.archived_at is null
     join company_webhooks w on w.id = e.webhook_id and w.is_active
     where e.state = 'gave_up' and e.gave_up_at >= $1
     group by e.company_id, c.name
     order by since desc, e.company_id limit $2`,
    [since, limit],
  );
}
