import type { PayoutApproval } from '@sente/contract/approval-kinds';
import type { BulkLineView, BulkState } from '@sente/contract/bulk-payouts';
import type { NetworkName } from '@sente/contract/payments';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import type { WrittenLine } from './bulk-file.ts';

/** Amounts are hundredths of UGX; bigint arrives as text. */
export interface BulkRow {
  readonly id: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly available: string;
  readonly name: string;
  readonly origin: 'api' | 'portal';
  readonly state: BulkState;
  readonly line_count: number;
  readonly checked_count: number;
  readonly ok_count: number;
  readonly warned_count: number;
  readonly amount: string;
  readonly fee: string;
  readonly tax: string;
  readonly leaves_out: boolean;
  readonly approval: PayoutApproval | null;
  /** Whose approval it would need now. */
  readonly would_need: PayoutApproval;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly submitted_at: Date | null;
  readonly finished_at: Date | null;
  readonly reason: string | null;
  readonly decision_note: string | null;
  readonly retry_of: string | null;
  readonly retried_by: string | null;
  readonly is_braked: boolean;
  readonly input_hash: string | null;
  /** While it runs they are counted, afterwards stored. */
  readonly paid_count: number;
  readonly paid_amount: string;
  readonly failed_count: number;
}

const columns = `b.id, b.company_id, c.name as company_name, b.account_id, a.name as account_name,
  a.number as account_number, a.balance - a.held as available, b.name, b.origin, b.state, b.line_count,
  b.checked_count, b.ok_count, b.warned_count, b.amount, b.fee, b.tax, b.leaves_out, b.approval,
  payout_approval(b.company_id, b.origin, b.amount, null) as would_need, b.created_by,
  (select u.first_name || ' ' || u.last_name from users u where u.id = b.created_by) as created_by_name,
  b.created_at, b.submitted_at, b.finished_at, b.reason, b.decision_note, b.retry_of,
  (
    select r.id from bulk_payouts r
    where r.retry_of = b.id and r.state not in ('cancelled', 'refused') limit 1
  ) as retried_by,
  exists (
    select from payout_brakes k
    where k.ended_at is null and (k.company_id is null or k.company_id = b.company_id)
  ) as is_braked, b.input_hash`;

const joins = 'join companies c on c.id = b.company_id join accounts a on a.id = b.account_id';

/** Of lines that became payments, as they are now: one that failed can still succeed. */
const ends = `left join lateral (
    select count(*) filter (where p.status = 'SUCCESS')::int as paid_count,
      coalesce(sum(p.amount) filter (where p.status = 'SUCCESS'), 0)::text as paid_amount,
      count(*) filter (where l.state = 'failed' or p.status = 'FAILED')::int as failed_count
    from bulk_payout_lines l
    left join payments p on p.company_id = l.company_id and p.id = l.payment_id
    where l.bulk_id = b.id and l.state in ('made', 'failed') and b.state in ('running', 'finished')
  ) e on true`;
const counts = 'e.paid_count, e.paid_amount, e.failed_count';

export function findBulk(db: Db, id: string): Promise<BulkRow | undefined> {
  return db.row<BulkRow>(
    `select ${columns}, ${counts} from bulk_payouts b ${joins} ${ends} where b.id = $1`,
    [id],
  );
}

export function findBulkByKey(
  db: Db,
  companyId: string,
  keyHash: string,
): Promise<BulkRow | undefined> {
  return db.row<BulkRow>(
    `select ${columns}, ${counts} from bulk_payouts b ${joins} ${ends}
     where b.company_id = $1 and b.key_hash = $2`,
    [companyId, keyHash],
  );
}

export interface BulkFilters {
  readonly companyId: string;
  readonly state: BulkState | null;
  readonly search: string;
}

const passes = `company_id = $1 and ($2::text is null or state = $2)
  and position(lower($3) in lower(name)) > 0`;

export async function countBulks(
  db: Db,
  { companyId, state, search }: BulkFilters,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from bulk_payouts where ${passes}`,
    [companyId, state, search],
  );
  return row?.count ?? 0;
}

/** Those that have finished with the counts of their end: a list does not read all lines. */
export function listBulks(
  db: Db,
  { companyId, state, search }: BulkFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BulkRow[]> {
  return db.rows<BulkRow>(
    `select ${columns}, coalesce(b.paid_count, e.paid_count, 0) as paid_count,
       coalesce(b.paid_amount::text, e.paid_amount, '0') as paid_amount,
       coalesce(b.failed_count, e.failed_count, 0) as failed_count
     from (
       select * from bulk_payouts where ${passes} order by id desc limit $4 offset $5
     ) b ${joins} ${ends.replace("in ('running', 'finished')", "= 'running'")}
     order by b.id desc`,
    [companyId, state, search, limit, offset],
  );
}

export interface NewBulk {
  readonly id: string;
  readonly companyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly origin: 'api' | 'portal';
  readonly createdBy: string | null;
  readonly leavesOut: boolean;
  readonly retryOf: string | null;
  readonly keyHash: string | null;
  readonly inputHash: string | null;
  readonly lines: readonly WrittenLine[];
}

/** False if the key was used before. */
export async function insertBulk(db: Db, bulk: NewBulk): Promise<boolean> {
  const row = await db.row(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, created_by, leaves_out, retry_of,
       key_hash, input_hash, line_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (company_id, key_hash) do nothing returning id`,
    [
      bulk.id,
      bulk.companyId,
      bulk.accountId,
      bulk.name,
      bulk.origin,
      bulk.createdBy,
      bulk.leavesOut,
      bulk.retryOf,
      bulk.keyHash,
      bulk.inputHash,
      bulk.lines.length,
    ],
  );
  if (!row) return false;
  const { lines } = bulk;
  await db.rows(
    `insert into bulk_payout_lines (bulk_id, company_id, number, phone_typed, amount_typed, name_given,
       network_typed, reference)
     select $1, $2, l.* from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) l`,
    [
      bulk.id,
      bulk.companyId,
      plainArray(lines.map(({ number }) => number)),
      textArray(lines.map(({ phone }) => phone)),
      textArray(lines.map(({ amount }) => amount)),
      textArray(lines.map(({ name }) => name)),
      textArray(lines.map(({ network }) => network)),
      textArray(lines.map(({ reference }) => reference)),
    ],
  );
  return true;
}

export interface BulkLineRow {
  readonly number: number;
  readonly phone_typed: string;
  readonly amount_typed: string;
  readonly network_typed: string | null;
  readonly name_given: string | null;
  readonly reference: string | null;
  readonly phone_number: string | null;
  readonly network: NetworkName | null;
  readonly amount: string | null;
  readonly name_found: string | null;
  readonly fee: string;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly state: 'new' | 'ok' | 'faulty' | 'made' | 'failed';
  readonly payment_id: string | null;
  readonly transaction_id: string | null;
  readonly payment_status: string | null;
  readonly network_reference: string | null;
  readonly reason: string | null;
}

const lineColumns = `l.number, l.phone_typed, l.amount_typed, l.network_typed, l.name_given, l.reference,
  l.phone_number, l.network, l.amount, l.name_found, coalesce(p.fee, l.fee) as fee, l.faults, l.warnings,
  l.state, l.payment_id, p.transaction_id, p.status as payment_status, p.network_reference,
  coalesce(l.reason, p.reason) as reason`;
const lineJoin = 'left join payments p on p.company_id = l.company_id and p.id = l.payment_id';

const inView: Readonly<Record<BulkLineView, string>> = {
  all: 'true',
  faulty: "l.state = 'faulty'",
  warned: "l.warnings <> '{}' and l.state <> 'faulty'",
  pending: "l.state = 'made' and p.status not in ('SUCCESS', 'FAILED')",
  paid: "p.status = 'SUCCESS'",
  failed: "(l.state = 'failed' or p.status = 'FAILED')",
};

export async function countLines(db: Db, bulkId: string, view: BulkLineView): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and ${inView[view]}`,
    [bulkId],
  );
  return row?.count ?? 0;
}

export function listLines(
  db: Db,
  bulkId: string,
  view: BulkLineView,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BulkLineRow[]> {
  return db.rows<BulkLineRow>(
    `select ${lineColumns} from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and ${inView[view]} order by l.number limit $2 offset $3`,
    [bulkId, limit, offset],
  );
}

/** From the line after a number on. `condition` is of the columns of `l` and `p`. */
export function listLinesAfter(
  db: Db,
  bulkId: string,
  after: number,
  limit: number,
  condition = 'true',
): Promise<BulkLineRow[]> {
  return db.rows<BulkLineRow>(
    `select ${lineColumns} from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and l.number > $2 and ${condition} order by l.number limit $3`,
    [bulkId, after, limit],
  );
}

/** The lock orders decisions and steps that happen at the same time. */
export function lockBulk(db: Db, id: string): Promise<StoredBulk | undefined> {
  return db.row<StoredBulk>(`select ${stored} from bulk_payouts b where b.id = $1 for update`, [
    id,
  ]);
}

export interface StoredBulk {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly origin: 'api' | 'portal';
  readonly state: BulkState;
  readonly line_count: number;
  readonly checked_count: number;
  readonly ok_count: number;
  readonly amount: string;
  readonly fee: string;
  readonly leaves_out: boolean;
  readonly approval: PayoutApproval | null;
  readonly created_by: string | null;
  readonly submitted_at: Date | null;
}

const stored = `b.id, b.company_id, b.account_id, b.name, b.origin, b.state, b.line_count, b.checked_count,
  b.ok_count, b.amount, b.fee, b.leaves_out, b.approval, b.created_by, b.submitted_at`;

/** Takes the one that waits longest, for so long that its next step surely ends. */
export function claimBulk(db: Db, leaseMs: number): Promise<StoredBulk | undefined> {
  return db.row<StoredBulk>(
    `update bulk_payouts b set next_step_at = now() + $1 * interval '1 millisecond'
     where b.id = (
       select id from bulk_payouts where next_step_at <= now()
       order by next_step_at limit 1 for update skip locked
     )
     returning ${stored}`,
    [leaseMs],
  );
}

/** When it is taken up again. */
export async function dueIn(db: Db, id: string, delayMs: number): Promise<void> {
  await db.rows(
    `update bulk_payouts set next_step_at = now() + $2 * interval '1 millisecond'
     where id = $1 and next_step_at is not null`,
    [id, delayMs],
  );
}

/** Submits it with what it needs by the rules: it waits, or runs if nobody has to approve it. */
export async function submitBulk(
  db: Db,
  id: string,
  { needs, leavesOut }: { readonly needs: PayoutApproval; readonly leavesOut: boolean },
): Promise<void> {
  await db.rows(
    `update bulk_payouts set state = case when $2 = 'none' then 'running' else 'waiting' end,
       approval = $2, leaves_out = $3, submitted_at = now(),
       next_step_at = case when $2 = 'none' then now() end
     where id = $1`,
    [id, needs, leavesOut],
  );
}

/** Whose approval its total needs by the rules. A bulk payout of a company with rules never goes at once. */
export async function needsOf(db: Db, bulk: StoredBulk): Promise<PayoutApproval> {
  const row = await db.row<{ needs: PayoutApproval }>(
    'select payout_approval($1, $2, $3, null) as needs',
    [bulk.company_id, bulk.origin, bulk.amount],
  );
  return row?.needs ?? 'provider';
}

export interface BulkEnd {
  readonly state: 'running' | 'cancelled' | 'refused';
  readonly decision?: 'approved' | 'rejected' | 'withdrawn' | 'expired';
  readonly userId?: string | null;
  readonly note?: string | null;
  readonly reason?: string | null;
}

export async function moveBulk(db: Db, id: string, end: BulkEnd): Promise<void> {
  const { state, decision = null, userId = null, note = null, reason = null } = end;
  await db.rows(
    `update bulk_payouts set state = $2, decision = $3, decided_by = $4,
       decided_at = case when $3::text is not null then now() end, decision_note = $5, reason = $6,
       next_step_at = case when $2 = 'running' then now() end
     where id = $1`,
    [id, state, decision, userId, note, reason],
  );
}

/** Those that nobody decided about in time. */
export async function listExpiredBulks(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select b.id from bulk_payouts b cross join platform_settings s
     where b.state = 'waiting'
       and greatest(b.submitted_at, s.expiry_since) <= now() - s.payout_expiry_hours * interval '1 hour'
     order by b.submitted_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** What can be spent on an account, in hundredths of UGX. */
export async function availableOn(db: Db, accountId: string): Promise<bigint> {
  const row = await db.row<{ available: string }>(
    'select balance - held as available from accounts where id = $1',
    [accountId],
  );
  return BigInt(row?.available ?? 0);
}

/** The customer account that pays: that with the number, or the oldest active one. */
export function findPayingAccount(
  db: Db,
  companyId: string,
  by: { readonly id?: string; readonly number?: string | undefined },
): Promise<{ id: string; is_active: boolean } | undefined> {
  return db.row(
    `select id, is_active from accounts
     where company_id = $1 and kind = 'customer'
       and case when $2::uuid is not null then id = $2 when $3::text is not null then number = $3
         else is_active end
     order by opened_at, id limit 1`,
    [companyId, by.id ?? null, by.number ?? null],
  );
}
