import type { PaymentReview } from '@sente/contract/payment-reviews';
import { debtEffect } from '../../lib/debt-texts.ts';
import { formatAmount } from '../../lib/money.ts';
import type { ReviewDecision } from './proposal-queries.ts';

/** The effect of each decision on this payment. */
export function decisionLabels(review: PaymentReview): Record<ReviewDecision, string> {
  if (review.kind === 'contradicted') return { book: 'Leave it as booked', fail: 'Reverse it' };
  const isFailed = review.status === 'FAILED';
  return { book: 'Book it as paid', fail: isFailed ? 'Leave it as failed' : 'Mark it as failed' };
}

/** The effect of confirming, with the amounts unless a new one is being stated. */
export function effectOf(
  review: PaymentReview,
  decision: ReviewDecision,
  isStatedAnew = false,
): string {
  if (review.kind === 'contradicted') return contradictedEffect(review, decision);
  if (decision === 'fail') return failingOf(review);
  if (isStatedAnew || (review.statedAmount === 'required' && review.proposal === null)) {
    return 'The amount that you state is booked, with the fee for that amount.';
  }
  const money = review.direction === 'collection' ? creditOf(review) : debitOf(review);
  return [
    money,
    ...debtEffect(review.booking, review.companyName),
    ...accountOf(review),
    ...voucherOf(review),
  ].join(' ');
}

function contradictedEffect(
  { direction, companyName }: PaymentReview,
  decision: ReviewDecision,
): string {
  if (decision === 'book') return 'Nothing changes, and the same report does not ask again.';
  return direction === 'collection'
    ? `Its whole amount leaves the account of ${companyName} again, with the fee given back. What the account lacks, the company owes.`
    : `Its whole amount and its fee return to the account of ${companyName}.`;
}

const ugx = (amount: number): string => `UGX ${formatAmount(amount)}`;

function creditOf({ companyName, booking: { amount, fee } }: PaymentReview): string {
  if (fee === 0) return `${ugx(amount)} is credited to ${companyName}, without a fee.`;
  if (fee >= amount) return `${ugx(amount)} is booked, and the fee takes all of it.`;
  return `${ugx(amount - fee)} is credited to ${companyName}: ${ugx(amount)} less the fee of ${ugx(fee)}.`;
}

function debitOf({ companyName, booking: { amount, fee, held } }: PaymentReview): string {
  const sum = amount + fee;
  const parts =
    fee === 0 ? `${ugx(amount)}, without a fee,` : `${ugx(amount)} and the fee of ${ugx(fee)}`;
  const leaves = `${parts} ${fee === 0 ? 'leaves' : 'leave'} the account of ${companyName}.`;
  if (held === 0) return `${leaves} Nothing is held for it.`;
  if (held > sum) return `${leaves} The other ${ugx(held - sum)} of the hold is free again.`;
  if (held < sum) return `${leaves} That is ${ugx(sum - held)} more than is held for it.`;
  return `${leaves} That is all that is held for it.`;
}

function accountOf({ booking }: PaymentReview): string[] {
  return booking.isAccountInactive ? ['The account is inactive and stays so.'] : [];
}

function voucherOf({ booking: { voucher } }: PaymentReview): string[] {
  switch (voucher) {
    case 'kept':
      return ['The voucher that is kept for it is handed out.'];
    case 'next':
      return ['The next free voucher of the product is handed out.'];
    case 'none_left':
      return [
        'No voucher of the product is left: it is booked without one, unless codes are uploaded first.',
      ];
    case 'too_little':
      return ['No voucher is handed out, because less than its price was paid.'];
    default:
      return [];
  }
}

function failingOf({ direction, companyName, status, booking }: PaymentReview): string {
  if (status === 'FAILED') {
    return direction === 'collection'
      ? `It stays failed, and nothing is credited to ${companyName}.`
      : `It stays failed, and nothing leaves the account of ${companyName}.`;
  }
  if (direction === 'payout') {
    return `${ugx(booking.held)} that is held is free again on the account of ${companyName}.`;
  }
  const freed = booking.voucher === null ? '' : ' The voucher that is kept for it is free again.';
  return `Nothing is credited to ${companyName}.${freed}`;
}
