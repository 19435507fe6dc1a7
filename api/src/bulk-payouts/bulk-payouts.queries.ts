import type { PayoutApproval } from '@sente/contract/approval-kinds';
import type { BulkState } from '@sente/contract/bulk-payouts';
import { plainArray, textArray } from '../db/array-literal.ts';
import { violatedUnique } from '../db/database-errors.ts';
import type { Db } from '../db/database.ts';
import { refused } from '../http/app-error.ts';
import { isDoubted } from '../payments/doubted.ts';
import type { WrittenLine } from './bulk-file.ts';
import { hasFailed } from './bulk-lines.queries.ts';

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
  /** Failed ones that people decide about. */
  readonly doubted_count: number;
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
      count(*) filter (where ${hasFailed})::int as failed_count,
      count(*) filter (where ${isDoubted('p')})::int as doubted_count
    from bulk_payout_lines l
    left join payments p on p.company_id = l.company_id and p.id = l.payment_id
    where l.bulk_id = b.id and l.state in ('made', 'failed') and b.state in ('running', 'finished')
  ) e on true`;
const counts = 'e.paid_count, e.paid_amount, e.failed_count, e.doubted_count';

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

/** Of these, a list counts the lines: only what had failed at the end can have changed since. */
const isCounted = `(b.state = 'running' or (b.state = 'finished' and b.failed_count > 0))`;

/** With the counts of their pages: of most that have finished those of the end are still true. */
export function listBulks(
  db: Db,
  { companyId, state, search }: BulkFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BulkRow[]> {
  return db.rows<BulkRow>(
    `select ${columns},
       case when ${isCounted} then e.paid_count else coalesce(b.paid_count, 0) end as paid_count,
       case when ${isCounted} then e.paid_amount else coalesce(b.paid_amount, 0)::text end as paid_amount,
       case when ${isCounted} then e.failed_count else coalesce(b.failed_count, 0) end as failed_count,
       e.doubted_count
     from (
       select * from bulk_payouts where ${passes} order by id desc limit $4 offset $5
     ) b ${joins} ${ends.replace("b.state in ('running', 'finished')", isCounted)}
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
  const row = await db
    .row(
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
    )
    .catch((error: unknown): never => {
      if (violatedUnique(error) !== 'bulk_payouts_retry_key') throw error;
      throw refused('The failed lines are being paid by another bulk payout already');
    });
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
