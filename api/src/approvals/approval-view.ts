import type { Approval, ApprovalEvent } from '@sente/contract/approval';
import {
  approvalKinds,
  approvalPermissions,
  companyApprovals,
  provedLately,
  type ApprovalKind,
  type ApprovalStep,
} from '@sente/contract/approval-kinds';
import { feeDirections, type FeeDirection } from '@sente/contract/fees';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { factsOf, fromOf, sentenceOf, toOf, warningsOf } from './approval-texts.ts';
import { limitChangesOf, limitSubjectOf } from './limit-requests.ts';
import { findFirstPayouts, listDeciders, type ApprovalRow } from './approvals.queries.ts';
import { isBehindText, isInterestedText, listColleagues, puppetText } from './second-person.ts';

/** The kinds that the person may decide. */
export function decidableBy({ isStaff, permissions }: Actor): ApprovalKind[] {
  return approvalKinds.filter((kind) => {
    const needed = isStaff ? approvalPermissions[kind] : companyApprovals[kind];
    return needed !== undefined && permissions.has(needed);
  });
}

/** The step that the person can take. */
export function stepOf({ isStaff }: Actor): ApprovalStep {
  return isStaff ? 'provider' : 'colleague';
}

/** For people whose turn it is not. */
export function turnText(step: ApprovalStep | null): string {
  return step === 'colleague'
    ? 'It waits for approval by a colleague in the company.'
    : 'It waits for approval by the provider.';
}

/** With what only the page of one request shows: who else can decide. */
export async function readWhole(db: Db, actor: Actor, row: ApprovalRow): Promise<Approval> {
  const isWaiting = row.state === 'waiting';
  const view = toApproval(actor, row, (await findFirstPayouts(db, [row])).has(row.id));
  // What keeps it waiting keeps everybody else from it too.
  if (!isWaiting || view.whyNot === null || view.whyNot === heldUpOf(row)) return view;
  if (row.step === 'colleague' && row.company_id !== null) {
    const names = await listColleagues(db, row.company_id, row.asked_by, row.id);
    return { ...view, whyNot: `${view.whyNot} ${whoCan(names)}` };
  }
  if (!actor.isStaff) return view;
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

export function toApproval(actor: Actor, row: ApprovalRow, isFirst: boolean): Approval {
  const isWaiting = row.state === 'waiting';
  const isOwn = row.asked_by === actor.userId;
  const mayDecide =
    isWaiting && row.step === stepOf(actor) && decidableBy(actor).includes(row.kind);
  const whyNot = isWaiting ? whyNotOf(actor, row, mayDecide) : null;
  // A company knows whose account it is.
  const told = actor.isStaff || !isPayout(row) ? row : { ...row, company_name: null };
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    step: row.step,
    needs: row.approval,
    ...companyOf(row),
    askedBy: askerOf(actor, row),
    isOwn,
    askedAt: row.asked_at.toISOString(),
    expiresAt: isWaiting ? (row.expires_at?.toISOString() ?? null) : null,
    note: row.note,
    amount: amountOf(row.held_now?.amount ?? row.amount),
    // Of a payment that is decided the fee follows from what is booked, which the evidence tells.
    fee: row.kind === 'payment-decision' ? null : amountOf(row.fee),
    from: fromOf(told),
    to: toOf(told),
    phoneNumber: row.phone_number,
    payeeName: row.payee_name,
    payeeCheckedAt: row.payee_checked_at?.toISOString() ?? null,
    network: row.network,
    sentence: sentenceOf(told),
    warnings: warningsOf(row, isFirst),
    facts: factsOf(row),
    limitOf: row.kind === 'limit' ? limitSubjectOf(row.details) : null,
    feeOf: row.kind === 'fee' ? feeDirectionOf(row) : null,
    changes: limitChangesOf(row),
    canApprove: mayDecide && whyNot === null,
    needsProof: needsProof(row),
    canReject: mayDecide && !isOwn,
    canWithdraw: isWaiting && isOwn,
    canCancel: isWaiting && !(actor.isStaff && mayDecide) && mayCancel(actor, row),
    isHeldUp: isWaiting && heldUpOf(row) !== null,
    heldUpBy: row.held_up_by,
    whyNot,
    outcome: outcomeOf(row),
    history: historyOf(actor, row),
    transactionId: row.result_id ?? row.transaction_id,
    paymentId: row.payment_id,
    accountId: row.account_id,
    userId: row.user_id,
    brakeId: row.kind === 'brake' ? textIn(row, 'brakeId') : null,
    caseId: row.kind === 'case' ? textIn(row, 'caseId') : null,
    pair: row.kind === 'case' ? ((row.details['pair'] ?? null) as Approval['pair']) : null,
    statementId: row.kind === 'statement' ? textIn(row, 'statementId') : null,
    batchId: row.kind.startsWith('settlement-') ? textIn(row, 'batchId') : null,
    day: row.kind === 'day' ? textIn(row, 'day') : null,
    bulkId: row.kind === 'bulk-payout' ? row.id : null,
  };
}

/** Whether it loosens how people sign in, gives power over it, or says where money goes: a stolen session is no second person. */
export function needsProof({ kind, details }: Pick<ApprovalRow, 'kind' | 'details'>): boolean {
  if (kind === 'factor-reset' || provedLately.includes(kind)) return true;
  if (kind !== 'limit' || limitSubjectOf(details) !== 'platform-settings') return false;
  const { settings } = details;
  return typeof settings === 'object' && settings !== null && 'staffNeedFactor' in settings;
}

/** What is set for the whole platform is stored with Head Office, and concerns no company. */
function companyOf(row: ApprovalRow): Pick<Approval, 'companyId' | 'companyName'> {
  const isOfPlatform =
    row.kind === 'settlement-batch' ||
    (row.kind === 'limit' &&
      ['platform-settings', 'blocked-number'].includes(limitSubjectOf(row.details)));
  return isOfPlatform
    ? { companyId: null, companyName: null }
    : { companyId: row.company_id, companyName: row.company_name };
}

function feeDirectionOf({ details }: ApprovalRow): FeeDirection | null {
  return feeDirections.find((direction) => direction === details['direction']) ?? null;
}

function textIn({ details }: ApprovalRow, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' ? value : null;
}

function whyNotOf(actor: Actor, row: ApprovalRow, mayDecide: boolean): string | null {
  if (row.step !== stepOf(actor)) return turnText(row.step);
  if (row.problem === 'same' && row.problem_of === row.asked_by) {
    return 'You asked for this, so somebody else has to approve it.';
  }
  if (!mayDecide) {
    return actor.isStaff ? 'You do not have the permission to approve this.' : turnText(row.step);
  }
  if (row.problem === 'same') {
    return row.kind === 'settlement-batch' ? isInterestedText : isBehindText;
  }
  if (row.problem !== null) {
    const provider = actor.isStaff ? 'the person who asked' : 'somebody at the provider';
    return puppetText(row.problem, row.problem_of_name ?? provider);
  }
  return heldUpOf(row);
}

/** What has to end before anybody can approve it. */
function heldUpOf(row: ApprovalRow): string | null {
  if (isPayout(row) && row.is_account_active === false) {
    return 'The account is inactive, so it cannot be approved.';
  }
  return row.stopped === null ? null : `${row.stopped}.`;
}

/** Of one or of many numbers. */
function isPayout({ kind }: Pick<ApprovalRow, 'kind'>): boolean {
  return kind === 'payout' || kind === 'bulk-payout';
}

/** Whoever may ask for payouts of the company may stop those of its systems. */
function mayCancel({ isStaff, permissions }: Actor, { kind, asked_by }: ApprovalRow): boolean {
  const needed = isStaff ? 'staffMoney' : 'canManageAccounts';
  return isPayout({ kind }) && asked_by === null && permissions.has(needed);
}

/** What a company's systems order, nobody asks for. */
function askerOf(actor: Actor, row: ApprovalRow): Approval['askedBy'] {
  if (isPayout(row) && row.asked_by === null) {
    return { id: null, name: "The company's systems (API)" };
  }
  return personOf(actor, row.asked_by, row.asked_by_name);
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
  if (row.kind === 'bulk-payout') return row.details['state'] === 'finished' ? 'done' : 'pending';
  if (row.kind !== 'payout') return 'done';
  if (row.payment_status === 'SUCCESS') return 'done';
  return row.payment_status === 'FAILED' ? 'failed' : 'pending';
}

function historyOf(actor: Actor, row: ApprovalRow): ApprovalEvent[] {
  const asked: ApprovalEvent = {
    at: row.asked_at.toISOString(),
    what: 'asked',
    by: askerOf(actor, row),
    text: row.note,
  };
  const before = row.colleague_at ? [asked, firstApproval(actor, row, row.colleague_at)] : [asked];
  if (row.state === 'waiting' || row.decided_at === null) return before;
  const decided: ApprovalEvent = {
    at: row.decided_at.toISOString(),
    what: row.state,
    by: row.decided_by ? personOf(actor, row.decided_by, row.decided_by_name) : null,
    text: row.decision_note,
  };
  const outcome = outcomeOf(row);
  if (outcome === null || outcome === 'pending') return [...before, decided];
  const at = finishOf(row) ?? row.decided_at;
  const text = outcome === 'failed' ? row.payment_reason : null;
  return [...before, decided, { at: at.toISOString(), what: outcome, by: null, text }];
}

function finishOf({ kind, finished_at, details }: ApprovalRow): Date | null {
  if (kind === 'payout') return finished_at;
  const at = details['finishedAt'];
  return kind === 'bulk-payout' && typeof at === 'string' ? new Date(at) : null;
}

function firstApproval(actor: Actor, row: ApprovalRow, at: Date): ApprovalEvent {
  const by = personOf(actor, row.colleague_by, row.colleague_by_name);
  return { at: at.toISOString(), what: 'approved', by, text: null };
}
