import { clockWords } from '@sente/contract/kampala';
import { isUnclear, type MessageFacts } from '@sente/contract/message-reference';
import { formatUgx } from '@sente/contract/money';
import { checkNote, otherAmountNote } from '@sente/contract/payment-check';
import type { ReferenceCheck } from '@sente/contract/till';
import { formatDate, formatDayTime, formatShortTime, timeAgo } from '../../lib/dates.ts';

type CheckedPayment = NonNullable<ReferenceCheck['payment']>;

export interface Warning {
  /** Above the whole answer, if it is the first. */
  readonly title: string;
  /** Below its own title, which it does not repeat. */
  readonly detail: string | null;
  /** Below another title. */
  readonly text: string;
}

/** Why a payment to us may still not be for what is on the counter; what costs most first. */
export function warningsOf(payment: CheckedPayment, said: MessageFacts): readonly Warning[] {
  const { amount, refunded, at, isEarlier, isOtherAccount } = payment;
  const { soldProduct = null } = payment;
  const otherAmount = otherAmountNote(payment.check);
  return [
    payment.check?.state === 'open' && {
      title: 'Being checked',
      detail: checkNote(payment),
      text: `Being checked: ${checkNote(payment)}`,
    },
    shownBefore(payment),
    otherAmount !== null && same('Another amount paid', otherAmount),
    isUnclear(said) &&
      same(
        'The message could not be read for sure',
        `Its words are not those of MTN or Airtel. ${formatUgx(amount)} was paid: go by that, not by the message`,
      ),
    refunded > 0 &&
      refunded < amount &&
      same('Given back in part', `${formatUgx(refunded)} of it was given back`),
    soldProduct !== null && {
      title: 'Its voucher was handed out',
      detail: `It paid for ${soldProduct}`,
      text: `It paid for ${soldProduct}, whose voucher was handed out`,
    },
    paidLate(payment),
    isShownAsPaid(payment) &&
      same('Already taken at a till', 'A till asked for it and has shown that it was paid'),
    isOtherAccount && {
      title: 'Paid into another account',
      detail: 'The account is of the company, but not of this till',
      text: 'Paid into another account of the company',
    },
    isEarlier && {
      title: 'Paid before this shift',
      detail: null,
      text: `Paid before this shift began, ${formatShortTime(at)}`,
    },
  ].filter((warning) => warning !== false);
}

function same(title: string, text: string): Warning {
  return { title, detail: text, text };
}

/** A till that asked for it showed that it was paid; one that is late was shown as failed. */
function isShownAsPaid(payment: CheckedPayment): boolean {
  const { isOfTill = false, soldProduct = null } = payment;
  return isOfTill && soldProduct === null && paidLate(payment) === false;
}

/** Something may have been handed out for it, here or at another till. */
export function isTakenBefore(payment: CheckedPayment): boolean {
  return payment.checkedAt !== null || isShownAsPaid(payment);
}

/** What it paid for may have been handed out, or given up, since it was asked for. */
function paidLate({ isLate, askedAt, at }: CheckedPayment): Warning | false {
  if (!isLate || !askedAt) return false;
  const moments = `sked for ${formatDayTime(askedAt)}, booked ${formatDayTime(at)}`;
  return { title: 'Paid late', detail: `A${moments}`, text: `Paid late: a${moments}` };
}

/**
 * It was shown at another till, to another cashier or in another shift: one payment for two sales. A second look of the same
 * cashier in the same shift is not that trick.
 */
export function isShownTwice({ checkedAt, checkedBy }: CheckedPayment): boolean {
  return checkedAt !== null && checkedBy?.cashierName !== null;
}

function shownBefore({ checkedAt, checkedBy }: CheckedPayment): Warning | false {
  if (checkedAt === null) return false;
  if (!checkedBy) return same(shownTitle, `Shown at a till before, ${formatShortTime(checkedAt)}`);
  const { tillName, cashierName } = checkedBy;
  const where = `Shown at ${tillName ?? 'this till'}`;
  return cashierName === null
    ? same(
        `You checked this message ${whenShown(checkedAt)}`,
        `${where} by you, ${timeAgo(checkedAt)}`,
      )
    : same(shownTitle, `${where} by ${cashierName} ${whenShown(checkedAt)}`);
}

const shownTitle = 'Already shown at a till';

function whenShown(at: string): string {
  const isToday = formatDate(at) === formatDate(Date.now());
  return isToday ? `at ${clockWords(new Date(at))}` : `on ${formatShortTime(at)}`;
}
