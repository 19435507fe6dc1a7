import type { PaymentReview } from '@sente/contract/payment-reviews';

/** The facts about a sale under review. */
export interface Sale {
  readonly product_id: string | null;
  /** Its voucher, if still reserved. */
  readonly product_code_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  /**
   * What the network reported in UGX, or else what the person who proposes states; null for the amount
   * that was asked for.
   */
  readonly paid_amount: string | null;
  readonly has_free_code: boolean;
}

/**
 * The voucher that booking assigns: none for less than the price, the reserved one, or the next
 * free one if the reservation was released.
 */
export function voucherOutcome(sale: Sale): PaymentReview['booking']['voucher'] {
  if (sale.product_id === null) return null;
  if (sale.paid_amount !== null && BigInt(sale.paid_amount) < BigInt(sale.amount)) {
    return 'too_little';
  }
  if (sale.product_code_id !== null) return 'kept';
  return sale.has_free_code ? 'next' : 'none_left';
}
