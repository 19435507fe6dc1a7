import type { PaymentReview } from '@sente/contract/payment-reviews';

/** What there is to know of a sale that people decide about. */
interface Sale {
  readonly product_id: string | null;
  /** Its voucher, still reserved. */
  readonly product_code_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly network_amount: string | null;
  readonly has_free_code: boolean;
}

/**
 * What becomes of the voucher when it is booked. Nobody gets one for less than its price; whose own
 * was given free before it turned out to be paid gets the next one.
 */
export function voucherOutcome(sale: Sale): PaymentReview['booking']['voucher'] {
  if (sale.product_id === null) return null;
  if (sale.network_amount !== null && BigInt(sale.network_amount) < BigInt(sale.amount)) {
    return 'too_little';
  }
  if (sale.product_code_id !== null) return 'kept';
  return sale.has_free_code ? 'next' : 'none_left';
}
