import type { ApprovalStep } from '@sente/contract/approval-kinds';
import { isBehindText, puppetText } from '../../approvals/second-person.ts';
import { tellAsked, tellDecided } from '../../approvals/telling.ts';
import { stopOf } from '../../db/company.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, refused } from '../../http/app-error.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import { audit } from '../../security/audit.ts';
import type { StoredPayment } from '../payments.queries.ts';
import { whyNotApprovable } from '../refunds.ts';
import { failure } from '../settling/payment-postings.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing } from '../settling/verdict.ts';
import { writeSteps } from '../steps.ts';
import {
  findProblem,
  isBlocked,
  isExpired,
  readWaiting,
  releasePayout,
  writeApproval,
  writeDecision,
  type PayoutDecision,
} from './payment-requests.queries.ts';

/** A bulk payout is approved by the same rules. */
export { findProblem, writeApproval };

/*
 * Deciding about a payout that waits. The payment is locked, after the one that it refunds, and the caller may see it.
 */

/** False if it now waits for the provider. */
export async function approvePayout(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
): Promise<{ readonly isReleased: boolean }> {
  const { step, approval, hasColleague } = await readWaiting(db, payment.id);
  requireStep(actor, step);
  await requireNoProblem(db, actor, payment);
  if (await isExpired(db, payment.id)) {
    throw refused('Nobody approved this payout in time: it has expired');
  }
  const stop = await stopOf(db, payment.account_id);
  if (stop) throw new AppError(stop);
  if (await isBlocked(db, payment)) throw new AppError('number_blocked');
  const whyNot = await whyNotApprovable(db, payment.company_id, payment.id);
  if (whyNot !== null) throw refused(whyNot);
  const { userId } = actor;
  await writeApproval(db, payment, { step, userId });
  // Nobody in the company could take the step of a colleague.
  const isForColleague = step === 'provider' && approval !== 'provider' && !hasColleague;
  if (isForColleague) await writeApproval(db, payment, { step: 'colleague', userId });
  const isReleased = step === 'provider' || approval === 'colleague';
  if (isReleased) {
    await writeDecision(db, payment.id, { decision: 'approved', userId, note: null });
    await releasePayout(db, payment);
    await tellDecided(db, actor, { ...askedFor(payment), outcome: 'approved' });
  } else {
    await tellAsked(db, null, askedFor(payment), 'provider');
  }
  await note(db, payment, `Approved by ${people[step]}`, true);
  await record(db, actor, payment, 'approve', { step });
  return { isReleased };
}

export async function rejectPayout(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  reason: string | null,
): Promise<void> {
  const { step } = await readWaiting(db, payment.id);
  requireStep(actor, step);
  if (payment.requested_by === actor.userId) {
    throw refused('This is your own request: withdraw it');
  }
  const decision = { decision: 'rejected', userId: actor.userId, note: reason } as const;
  await failPayout(db, payment, decision, `Rejected by ${people[step]}`);
  await record(db, actor, payment, 'reject', { step, ...(reason && { reason }) });
  await tellDecided(db, actor, { ...askedFor(payment), outcome: 'rejected', reason });
}

export async function withdrawPayout(db: Db, actor: Actor, payment: StoredPayment): Promise<void> {
  if (payment.requested_by !== actor.userId) {
    throw refused('Only who asked for it can withdraw it');
  }
  const text = 'Withdrawn by the person who asked for it';
  await failPayout(db, payment, { decision: 'withdrawn', userId: actor.userId, note: null }, text);
  await recordEnd(db, actor, payment, 'withdraw', {});
}

/** Nobody asked for what a company's systems ordered, so whoever may ask for payouts can stop it. */
export async function cancelPayout(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  reason: string,
): Promise<void> {
  if (payment.requested_by !== null) throw refused('Only who asked for it can withdraw it');
  const decision = { decision: 'withdrawn', userId: actor.userId, note: reason } as const;
  const by = actor.isStaff ? 'the provider' : 'the company';
  await failPayout(db, payment, decision, `Cancelled by ${by}`);
  await recordEnd(db, actor, payment, 'cancel', { reason });
}

/** For whoever is told how it goes on. */
export function askedFor(payment: StoredPayment) {
  const { id, company_id: companyId, requested_by: askedBy, phone_number: phoneNumber } = payment;
  const amount = BigInt(payment.amount);
  return { id, kind: 'payout', companyId, askedBy, amount, phoneNumber } as const;
}

const codes = { rejected: 'REJECTED', withdrawn: 'WITHDRAWN', expired: 'EXPIRED' } as const;

/** Ends a payout that waits, and releases its hold. */
export async function failPayout(
  db: Db,
  payment: StoredPayment,
  decision: PayoutDecision & { readonly decision: keyof typeof codes },
  text: string,
): Promise<void> {
  const reason = decision.note ? `${text}: ${decision.note}` : text;
  const at = new Date(databaseNow());
  await finishAll(db, [failure(payment, reason, at)]);
  await writeDecision(db, payment.id, decision);
  await endPayments(db, [{ payment, plan: failing(codes[decision.decision], reason) }], at);
  await note(
    db,
    payment,
    decision.decision === 'expired' ? `Expired: ${lowered(reason)}` : reason,
    false,
  );
}

/** The trace puts names in their place, where the reader may see them. */
const people = { colleague: 'a colleague', provider: 'the provider' } as const;

/** Refuses whoever may not take this step. */
export function requireStep({ isStaff, permissions }: Actor, step: ApprovalStep): void {
  if (!permissions.has(isStaff ? 'staffMoney' : 'canApprovePayouts')) {
    throw new AppError('forbidden');
  }
  if (isStaff && step === 'colleague') throw refused('It waits for a colleague in the company');
  if (!isStaff && step === 'provider') throw refused('It waits for the provider');
}

async function requireNoProblem(db: Db, actor: Actor, payment: StoredPayment): Promise<void> {
  const found = await findProblem(db, payment, actor);
  if (!found) return;
  const isAsker = found.person === payment.requested_by;
  if (found.problem !== 'same') throw refused(puppetText(found.problem, found.name));
  throw refused(isAsker ? 'You cannot approve your own request' : isBehindText);
}

async function note(
  db: Db,
  { company_id: companyId, id: paymentId }: StoredPayment,
  title: string,
  isGood: boolean,
): Promise<void> {
  await writeSteps(db, [{ companyId, paymentId, kind: 'approval', title, isGood }]);
}

function record(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  action: 'approve' | 'reject',
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `transactions.${action}`,
    subject: { type: 'accounts', id: payment.account_id },
    companyId: payment.company_id,
    details: { transaction: payment.transaction_id, ...details },
  });
}

function recordEnd(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  action: 'withdraw' | 'cancel',
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `approvals.${action}`,
    subject: { type: 'accounts', id: payment.account_id },
    companyId: payment.company_id,
    details: { kind: 'payout', transaction: payment.transaction_id, ...details },
  });
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
