import { failureReason } from '@sente/contract/failure-reason';
import { checkNote, otherAmountNote } from '@sente/contract/payment-check';
import type { TillPayment } from '@sente/contract/tills';
import { formatDayTime } from '../../lib/dates.ts';

/* What a cashier must know of a payment before it is taken for that of the customer at the counter. */

/** "Paid late, asked for on Nov 17, 10:20 PM"; null for one that was booked when it was paid. */
export function lateNote({
  state,
  isLate,
  askedAt,
}: Pick<TillPayment, 'state' | 'isLate' | 'askedAt'>): string | null {
  if (state !== 'paid' || !isLate || !askedAt) return null;
  return `Paid late, asked for on ${formatDayTime(askedAt)}`;
}

const whenLate = 'Ask before you hand anything out: the goods may have been handed out already.';

/** Why it is amber though it is paid, as sentences: it is not the amount, or not the customer, that one thinks. */
export function cautionOf(payment: TillPayment): string | null {
  const otherAmount = payment.state === 'paid' ? otherAmountNote(payment.check) : null;
  const late = lateNote(payment);
  const notes = [otherAmount, late, late && whenLate.slice(0, -1)].filter(Boolean);
  return notes.length === 0 ? null : `${notes.join('. ')}.`;
}

/** Who asked, if it was not this shift: "Asked for at Gate by Okot James". */
export function askerNote({ kind, askedBy }: Pick<TillPayment, 'kind' | 'askedBy'>): string | null {
  // A server of the release before does not say.
  if (kind !== 'other' || askedBy === undefined) return null;
  if (askedBy === null) return 'Not asked for at a till';
  const { tillName, cashierName } = askedBy;
  if (tillName === null && cashierName === null) return 'Asked for in another shift of yours';
  const where = tillName === null ? '' : ` at ${tillName}`;
  return `Asked for${where} by ${cashierName ?? 'you'}`;
}

/** Why it is not paid: what people have found out, before what the network said first. */
export function whyFailed({
  network,
  check,
  reason,
}: Pick<TillPayment, 'network' | 'check' | 'reason'>): string | null {
  if (check?.state === 'not_paid') return checkNote({ network, check });
  return reason && failureReason(reason);
}
