import type { ApprovalStep } from '@sente/contract/approval-kinds';
import { failureReason } from '@sente/contract/failure-reason';
import { exactClockWords, kampalaDay, timeWords } from '@sente/contract/kampala';
import {
  checkAdvice,
  checkNote,
  otherAmountNote,
  type PaymentCheck,
} from '@sente/contract/payment-check';
import type { PaymentDirection } from '@sente/contract/payments';

/** The facts that the status text depends on. */
export interface PaymentState {
  readonly direction: PaymentDirection;
  readonly status: string;
  /** Its money moved in this ledger; false also for a payment that an earlier system booked. */
  readonly isBooked: boolean;
  /** For people, such as "MTN". */
  readonly network: string;
  /** The payout brake holds it. */
  readonly isBraked: boolean;
  /** Who has to approve it; null if it does not wait. */
  readonly approvalStep: ApprovalStep | null;
  /** True from the first call on: the network may have it. */
  readonly isSent: boolean;
  /** Whether the network answered the last call; null before the first call. */
  readonly didAnswer: boolean | null;
  readonly nextStepAt: Date | null;
  /** The network is not called before this time; null if it is available. */
  readonly downUntil: Date | null;
  readonly reason: string | null;
  readonly hasVoucher: boolean;
  /** Time at which its transaction was reversed. */
  readonly reversedAt: Date | null;
  /** What the network said otherwise than the books. */
  readonly check: PaymentCheck | null;
}

/** The current state of a payment in a sentence or two, with the reason if it is pending. */
export function statusText(payment: PaymentState, now: Date): string {
  switch (payment.status) {
    case 'SUCCESS':
      return paid(payment);
    case 'FAILED':
      return failed(payment);
    case 'PENDING':
    case 'PROCESSING':
      return underWay(payment, now);
    default:
      return `Taken over from an earlier system, with the status ${payment.status}.`;
  }
}

function paid(payment: PaymentState): string {
  const { direction, network, check } = payment;
  const doubt =
    check?.state !== 'open'
      ? ''
      : ` ${network} contradicted this afterwards, so two people of the provider decide whether it is reversed.`;
  const late =
    check?.state === 'paid'
      ? ` It had failed before: ${network} reported it as paid late, and two people of the provider booked it.`
      : '';
  const handedOut = payment.hasVoucher ? ' The voucher was handed out.' : '';
  if (!payment.isBooked) {
    return `Paid in an earlier system, from which it was taken over. That system booked the money; no account here was ${direction === 'payout' ? 'debited' : 'credited'}.${handedOut}`;
  }
  const other = otherAmountNote(check);
  if (other !== null) {
    const [effect, back] =
      direction === 'payout'
        ? ['it left the account', 'is on the account again']
        : ['it is on the account', 'left the account again'];
    return `${other}. ${network} has confirmed it, and two people of the provider booked what was paid: ${effect}.${handedOut}${reversal(payment, back)}${doubt}`;
  }
  if (direction === 'payout') {
    return `Paid out: ${network} has confirmed it.${late}${reversal(payment, 'is on the account again')}${doubt}`;
  }
  const credited = `Paid: ${network} has confirmed it and the account was credited.`;
  return credited + late + handedOut + reversal(payment, 'left the account again') + doubt;
}

function reversal({ reversedAt }: PaymentState, effect: string): string {
  if (!reversedAt) return '';
  return ` The provider took the payment back on ${timeWords(reversedAt)}: the money ${effect}.`;
}

function failed(payment: PaymentState): string {
  const { direction, reason, check } = payment;
  const why = `Failed: ${sentence(failureReason(reason))}`;
  const back = direction === 'payout' ? ' The held money is free on the account again.' : '';
  if (check?.state === 'not_paid') {
    return `${why}${back} Two people of the provider have checked what the network said: it was not paid.`;
  }
  if (!check) return why + back;
  return `Failed, being checked: ${checkNote(payment)}. ${checkAdvice(payment)} The first answer was: ${sentence(failureReason(reason))}${back}`;
}

function underWay(payment: PaymentState, now: Date): string {
  const { network, isSent, didAnswer, nextStepAt, downUntil } = payment;
  if (payment.approvalStep !== null) {
    const who = payment.approvalStep === 'colleague' ? 'a colleague' : 'the provider';
    return `This payout waits for approval by ${who}. Until then the money is held on the account.`;
  }
  if (payment.isBraked && payment.check?.state !== 'open') {
    return 'Held by the payout brake: it has not failed, and is sent or cancelled once two people of the provider have decided. Until then the money is held on the account.';
  }
  if (nextStepAt === null) return beingDecided(payment);
  if (!isSent) {
    return downUntil && downUntil > now
      ? `Not sent yet: ${network} does not answer at the moment. It is sent ${after(downUntil, now)}.`
      : `Accepted, and sent to ${network} ${after(nextStepAt, now)}.`;
  }
  if (!didAnswer) {
    return `${network} has not answered, so it is not known yet whether it was paid. It is never taken for failed: ${network} is asked again ${after(nextStepAt, now)}.`;
  }
  const waitsFor =
    payment.direction === 'collection'
      ? `${network} has it, and the payer has not answered yet`
      : `${network} has it and has not confirmed it yet`;
  return `${waitsFor}. ${network} is asked again ${after(nextStepAt, now)}.`;
}

/** Nothing more happens automatically. */
function beingDecided(payment: PaymentState): string {
  const why = checkNote(payment) ?? `What ${payment.network} reported is not clear`;
  const advice = checkAdvice(payment);
  return advice === null
    ? `${why}. Two people of the provider decide about it.`
    : `Being checked: ${why}. ${advice}`;
}

/** Time in Kampala, with the day if it is not today. */
function after(at: Date, now: Date): string {
  if (at <= now) return 'in a moment';
  const isToday = kampalaDay(at.getTime()) === kampalaDay(now.getTime());
  return isToday ? `at ${exactClockWords(at)}` : `on ${timeWords(at)}`;
}

function sentence(text: string): string {
  const begun = text.charAt(0).toLowerCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
