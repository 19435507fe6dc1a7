import type { ApprovalStep, PayoutApproval } from '@sente/contract/approval-kinds';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';

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

export interface WaitingPayout {
  readonly approval: PayoutApproval;
  /** Who has to approve next. */
  readonly step: ApprovalStep;
  /** Whether a colleague has approved it. */
  readonly hasColleague: boolean;
}

export async function readWaiting(db: Db, paymentId: string): Promise<WaitingPayout> {
  const row = await db.row<WaitingPayout>(
    `select coalesce(p.approval, 'provider') as approval,
       payout_step(p.company_id, p.id, p.approval, p.requested_by) as step,
       exists (
         select from payout_approvals a
         where a.company_id = p.company_id and a.payment_id = p.id and a.step = 'colleague'
       ) as "hasColleague"
     from payments p where p.id = $1`,
    [paymentId],
  );
  if (!row) throw new Error('A payment that is locked is there');
  return row;
}

export async function writeApproval(
  db: Db,
  payment: { readonly company_id: string; readonly id: string },
  { step, userId }: { readonly step: ApprovalStep; readonly userId: string },
): Promise<void> {
  await db.rows(
    `insert into payout_approvals (company_id, payment_id, step, approved_by)
     values ($1, $2, $3, $4)`,
    [payment.company_id, payment.id, step, userId],
  );
}

interface Problem {
  readonly problem: string;
  readonly person: string;
  readonly name: string;
}

/** Why the person cannot approve it, and because of whom. A company does not see the provider's people. */
export function findProblem(
  db: Db,
  payment: {
    readonly company_id: string;
    readonly id: string;
    readonly requested_by: string | null;
  },
  { userId, isStaff }: Pick<Actor, 'userId' | 'isStaff'>,
): Promise<Problem | undefined> {
  return db.row<Problem>(
    `select f.problem, f.person,
       case when u.is_staff and not $5 then 'somebody at the provider'
         else u.first_name || ' ' || u.last_name end as name
     from payout_problem($1, $2, $3, $4) f join users u on u.id = f.person`,
    [payment.company_id, payment.id, payment.requested_by, userId, isStaff],
  );
}

/** From now on the runner processes it. */
export async function releasePayout(
  db: Db,
  payment: { readonly company_id: string; readonly id: string },
): Promise<void> {
  await db.rows('select payout_release($1, $2)', [payment.company_id, payment.id]);
}

/** Payouts that nobody decided about in time, in the order of their ids. */
export async function listExpired(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from payments p cross join platform_settings s
     where p.awaits_approval and p.id > $1
       and greatest(p.created_at, s.expiry_since) <= now() - s.payout_expiry_hours * interval '1 hour'
     order by p.id limit $2`,
    [after, limit],
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
