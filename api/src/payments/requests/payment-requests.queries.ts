import type { Db } from '../../db/database.ts';

/** How a payout was decided about. */
export interface PayoutDecision {
  readonly decision: 'approved' | 'rejected' | 'withdrawn' | 'expired';
  /** Null if nobody decided in time. */
  readonly userId: string | null;
  readonly note: string | null;
}

export async function writeDecision(
  db: Db,
  paymentId: string,
  { decision, userId, note }: PayoutDecision,
): Promise<void> {
  await db.rows(
    `update payments set awaits_approval = false, decision = $2, decided_by = $3, decided_at = now(),
       decision_note = $4
     where id = $1`,
    [paymentId, decision, userId, note],
  );
}

/** From now on the runner processes it. */
export async function releasePayout(db: Db, paymentId: string): Promise<void> {
  await db.rows(
    'update open_payments set ready_at = now(), next_step_at = now() where payment_id = $1',
    [paymentId],
  );
}

/** Payouts that nobody decided about in time. */
export async function listExpired(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from payments p cross join platform_settings s
     where p.awaits_approval
       and greatest(p.created_at, s.expiry_since) <= now() - s.payout_expiry_hours * interval '1 hour'
     order by p.id limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export async function isExpired(db: Db, paymentId: string): Promise<boolean> {
  const row = await db.row<{ is_expired: boolean }>(
    `select greatest(p.created_at, s.expiry_since)
         <= now() - s.payout_expiry_hours * interval '1 hour' as is_expired
     from payments p cross join platform_settings s where p.id = $1`,
    [paymentId],
  );
  return row?.is_expired ?? false;
}

/** The number may have been blocked since the payout was asked for. */
export async function isBlocked(
  db: Db,
  payment: { readonly company_id: string; readonly phone_number: string },
): Promise<boolean> {
  const row = await db.row(
    `select from blocked_numbers
     where phone_number = $2 and (company_id is null or company_id = $1) limit 1`,
    [payment.company_id, payment.phone_number],
  );
  return row !== undefined;
}
