import type { PaymentReview } from '@sente/contract/payment-reviews';

/** The facts about a sale under review. */
interface Sale {
  readonly product_id: string | null;
  /** Its voucher, if still reserved. */
  readonly product_code_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly network_amount: string | null;
  readonly has_free_code: boolean;
}

/**
 * The voucher that booking assigns: none for less than the price, the reserved one, or the next
 * free one if the reservation was released.
 */
export function voucherOutcome(sale: Sale): PaymentReview['booking']['voucher'] {
  if (sale.product_id === null) return null;
  if (sale.network_amount !== null && BigInt(sale.network_amount) < BigInt(sale.amount)) {
    return 'too_little';
  }
  if (sale.product_code_id !== null) return 'kept';
  return sale.has_free_code ? 'next' : 'none_left';
}
