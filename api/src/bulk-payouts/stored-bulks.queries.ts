import type { PayoutApproval } from '@sente/contract/approval-kinds';
import type { BulkState } from '@sente/contract/bulk-payouts';
import type { Db } from '../db/database.ts';

/* What is done with a bulk payout, once it is stored. */

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
  readonly pays_doubled: boolean;
  readonly approval: PayoutApproval | null;
  readonly created_by: string | null;
  readonly submitted_at: Date | null;
}

const stored = `b.id, b.company_id, b.account_id, b.name, b.origin, b.state, b.line_count, b.checked_count,
  b.ok_count, b.amount, b.fee, b.leaves_out, b.pays_doubled, b.approval, b.created_by, b.submitted_at`;

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
  {
    needs,
    leavesOut,
    paysDoubled,
  }: {
    readonly needs: PayoutApproval;
    readonly leavesOut: boolean;
    readonly paysDoubled: boolean;
  },
): Promise<void> {
  await db.rows(
    `update bulk_payouts set state = case when $2 = 'none' then 'running' else 'waiting' end,
       approval = $2, leaves_out = $3, pays_doubled = $4, submitted_at = now(),
       next_step_at = case when $2 = 'none' then now() end
     where id = $1`,
    [id, needs, leavesOut, paysDoubled],
  );
}

/**
 * Whose approval its total needs by the rules. A bulk payout of a company with rules never goes at once. In the test
 * world every company has rules, so what its systems order goes at once by them, as it does without rules.
 */
export async function needsOf(db: Db, bulk: StoredBulk): Promise<PayoutApproval> {
  const isTried = db.mode === 'test' && bulk.origin === 'api';
  const row = await db.row<{ needs: PayoutApproval }>(
    'select payout_approval($1, $2, $3, $4) as needs',
    [bulk.company_id, bulk.origin, bulk.amount, isTried ? 0 : null],
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
