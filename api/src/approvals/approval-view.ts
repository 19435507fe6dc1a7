import type { Approval, ApprovalEvent } from '@sente/contract/approval';
import { approvalPermissions, type ApprovalKind } from '@sente/contract/approval-kinds';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { fromOf, sentenceOf, toOf, warningsOf } from './approval-texts.ts';
import { isFirstPayout, listDeciders, type ApprovalRow } from './approvals.queries.ts';
import { puppetText } from './second-person.ts';

/** The kinds that the person may decide. */
export function decidableBy({ isStaff, permissions }: Actor): ApprovalKind[] {
  const kinds = Object.keys(approvalPermissions) as ApprovalKind[];
  return isStaff ? kinds.filter((kind) => permissions.has(approvalPermissions[kind])) : [];
}

/** With what only the page of one request shows: a look at earlier payouts, and who else can decide. */
export async function readWhole(db: Db, actor: Actor, row: ApprovalRow): Promise<Approval> {
  const isWaiting = row.state === 'waiting';
  const isFirst = isWaiting && row.kind === 'payout' && (await isFirstPayout(db, row));
  const view = toApproval(actor, row, isFirst);
  if (!isWaiting || view.whyNot === null || !actor.isStaff) return view;
  const names = await listDeciders(db, approvalPermissions[row.kind], row.asked_by);
  return { ...view, whyNot: `${view.whyNot} ${whoCan(names)}` };
}

function whoCan(names: readonly string[]): string {
  if (names.length === 0) {
    return 'Nobody else has the permission: give it to another person first.';
  }
  const shown = names.slice(0, 3).join(', ');
  return `Can be approved by ${shown}${names.length > 3 ? ' and others' : ''}.`;
}

export function toApproval(actor: Actor, row: ApprovalRow, isFirst = false): Approval {
  const isWaiting = row.state === 'waiting';
  const isOwn = row.asked_by === actor.userId;
  const mayDecide = isWaiting && decidableBy(actor).includes(row.kind);
  const whyNot = isWaiting ? whyNotOf(actor, row, mayDecide) : null;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    companyId: row.company_id,
    companyName: row.company_name,
    askedBy: personOf(actor, row.asked_by, row.asked_by_name),
    isOwn,
    askedAt: row.asked_at.toISOString(),
    expiresAt: isWaiting ? (row.expires_at?.toISOString() ?? null) : null,
    note: row.note,
    amount: amountOf(row.amount),
    fee: amountOf(row.fee),
    from: fromOf(row),
    to: toOf(row),
    phoneNumber: row.phone_number,
    network: row.network,
    sentence: sentenceOf(row),
    warnings: warningsOf(row, isFirst),
    canApprove: mayDecide && whyNot === null,
    canReject: mayDecide && !isOwn,
    canWithdraw: isWaiting && isOwn,
    whyNot,
    outcome: outcomeOf(row),
    history: historyOf(actor, row),
    transactionId: row.result_id ?? row.transaction_id,
    paymentId: row.payment_id,
    accountId: row.account_id,
    userId: row.user_id,
  };
}

function whyNotOf(actor: Actor, row: ApprovalRow, mayDecide: boolean): string | null {
  if (!actor.isStaff) return 'Waits for approval by the provider.';
  if (row.problem === 'same') return 'You asked for this, so somebody else has to approve it.';
  if (!mayDecide) return 'You do not have the permission to approve this.';
  if (row.problem !== null)
    return puppetText(row.problem, row.asked_by_name ?? 'the person who asked');
  if (row.kind === 'payout' && row.is_account_active === false) {
    return 'The account is inactive, so it cannot be approved.';
  }
  return null;
}

/** A company does not see the people of the provider. */
function personOf(actor: Actor, id: string | null, name: string | null): Approval['askedBy'] {
  if (name === null) return { id: null, name: actor.isStaff ? 'Unknown' : 'The provider' };
  return { id, name };
}

function amountOf(hundredths: string | null): number | null {
  return hundredths === null ? null : toUgx(hundredths);
}

function outcomeOf(row: ApprovalRow): Approval['outcome'] {
  if (row.state !== 'approved') return null;
  if (row.kind !== 'payout') return 'done';
  if (row.payment_status === 'SUCCESS') return 'done';
  return row.payment_status === 'FAILED' ? 'failed' : 'pending';
}

function historyOf(actor: Actor, row: ApprovalRow): ApprovalEvent[] {
  const asked: ApprovalEvent = {
    at: row.asked_at.toISOString(),
    what: 'asked',
    by: personOf(actor, row.asked_by, row.asked_by_name),
    text: row.note,
  };
  if (row.state === 'waiting' || row.decided_at === null) return [asked];
  const decided: ApprovalEvent = {
    at: row.decided_at.toISOString(),
    what: row.state,
    by: row.decided_by ? personOf(actor, row.decided_by, row.decided_by_name) : null,
    text: row.decision_note,
  };
  const outcome = outcomeOf(row);
  if (outcome === null || outcome === 'pending') return [asked, decided];
  const at = row.kind === 'payout' ? (row.finished_at ?? row.decided_at) : row.decided_at;
  const text = outcome === 'failed' ? row.payment_reason : null;
  return [asked, decided, { at: at.toISOString(), what: outcome, by: null, text }];
}
