import { failureReason } from '@sente/contract/failure-reason';
import { checkNote } from '@sente/contract/payment-check';
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

export const whenLate =
  'Ask before you hand anything out: the goods may have been handed out already.';

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
