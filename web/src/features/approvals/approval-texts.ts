import type { Approval, ApprovalEvent } from '@sente/contract/approval';
import { kindLabels, requestLabel } from '@sente/contract/approval-labels';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Of what pays: to whom, because the amount and the account stand apart. Null where only the sentence says it. */
export function payeeOf({ kind, to }: Approval): string | null {
  if (kind !== 'payout' && kind !== 'bulk-payout') return null;
  // A phone number stays on one line.
  return to?.replaceAll(/(?<=\d) (?=\d)/g, '\u00a0') ?? null;
}

export const dayMs = 86_400_000;

/**
 * The name that the network gave when the company saved the receiver, with its age if that is more than a day. A list asks
 * no network: the page of the request and its decision do.
 */
export function checkedPayeeOf({ payeeName, payeeCheckedAt }: Approval): string | null {
  if (!payeeName || !payeeCheckedAt) return payeeName;
  const isOld = Date.now() - Date.parse(payeeCheckedAt) > dayMs;
  return isOld ? `${payeeName} (as of ${formatDate(payeeCheckedAt)})` : payeeName;
}

/** The state in words, and how it looks. An approved one shows what became of it. Staff are the provider. */
export function stateOf(
  { state, outcome, step, canApprove, isHeldUp }: Approval,
  isStaff: boolean,
): { label: string; tone: Tone } {
  switch (state) {
    case 'waiting':
      if (isHeldUp) return { label: 'Held up', tone: 'danger' };
      return { label: canApprove ? 'Waits for you' : waitsText(step, isStaff), tone: 'warning' };
    case 'approved':
      if (outcome === 'failed') return { label: 'Approved, then failed', tone: 'danger' };
      return outcome === 'pending'
        ? { label: 'Approved, under way', tone: 'info' }
        : { label: 'Approved', tone: 'success' };
    case 'rejected':
      return { label: 'Rejected', tone: 'danger' };
    case 'withdrawn':
      return { label: 'Withdrawn', tone: 'neutral' };
    case 'expired':
      return { label: 'Expired', tone: 'neutral' };
  }
}

function waitsText(step: Approval['step'], isStaff: boolean): string {
  if (step === 'colleague') {
    return isStaff ? 'Waits for a colleague in the company' : 'Waits for a colleague';
  }
  return isStaff ? 'Waits for a second person' : 'Waits for the provider';
}

const eventWords: Readonly<Record<ApprovalEvent['what'], string>> = {
  asked: 'Asked for',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired: nobody decided in time',
  done: 'Carried out',
  failed: 'Failed',
};

export function eventTitle({ what, by }: ApprovalEvent): string {
  return by ? `${eventWords[what]} by ${by.name}` : eventWords[what];
}

/** What is said before the press; without what happens and what to know where both are shown already. */
export function effectOf(
  approval: Approval,
  decision: 'approve' | 'reject',
  isShown = false,
): string {
  if (decision === 'reject') {
    // The lines of a bulk payout hold nothing before it is approved.
    if (approval.kind === 'bulk-payout') return 'Nothing is paid out. This cannot be undone.';
    return isPayout(approval)
      ? 'Nothing is paid out, and what is held is free again. This cannot be undone.'
      : 'Nothing is changed, and the request ends. This cannot be undone.';
  }
  const end = needsProviderToo(approval)
    ? 'It is not sent before the provider approves it as well.'
    : approval.heldUpBy !== null
      ? 'It is not sent while payouts are stopped: it waits, with its money held.'
      : isPayout(approval)
        ? 'It is sent at once, and a payout that has arrived cannot be taken back.'
        : approval.kind === 'day'
          ? 'Nobody can open the day again.'
          : approval.kind === 'settlement-batch'
            ? 'The file for the bank can be fetched from then on.'
            : 'It is done at once.';
  if (isShown) return end;
  return [approval.sentence, ...approval.warnings, ...approval.facts, end].join(' ');
}

function isPayout({ kind }: Approval): boolean {
  return kind === 'payout' || kind === 'bulk-payout';
}

/** A colleague's approval is the first of two. */
function needsProviderToo({ needs, step }: Approval): boolean {
  return needs === 'colleague_and_provider' && step === 'colleague';
}

/** What is said after the press; never that something is done while it waits. */
export function approvedText(approval: Approval): string {
  const what = `${requestLabel(approval)} approved`;
  if (needsProviderToo(approval)) return `${what}. It now waits for the provider.`;
  return approval.heldUpBy === null ? what : `${what}. It waits while payouts are stopped.`;
}

/** What a question is about, where the label of the kind does not read well after "this". */
const objects: Readonly<Partial<Record<Approval['kind'], string>>> = {
  suspense: 'this booking of an unknown payment',
  case: 'this settlement of a case',
  cases: 'these cases',
  'factor-reset': 'the removal of this second factor',
  brake: 'the end of this payout brake',
  'payout-rule': 'these payout rules',
  day: 'the close of this day',
};
const limitObjects: Readonly<Record<NonNullable<Approval['limitOf']>, string>> = {
  limits: 'these limits',
  'payout-ceiling': 'this payout ceiling',
  'platform-settings': 'these platform settings',
  'blocked-number': 'that this number is unblocked',
  'examination-exception': 'this examination exception',
};

/** Whoever asked for it cancels it: to withdraw is what people do with their own money. */
export function isSinglePayout({ kind }: Approval): boolean {
  return kind === 'payout';
}

/** After a verb: "these limits", "this payout". */
export function objectOf({ kind, limitOf }: Approval): string {
  if (kind === 'limit') return limitObjects[limitOf ?? 'limits'];
  return objects[kind] ?? `this ${kindLabels[kind].toLowerCase()}`;
}

export function totalOf(items: readonly Approval[]): string {
  return `UGX ${formatAmount(items.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}`;
}
