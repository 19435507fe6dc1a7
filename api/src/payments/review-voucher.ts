import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { StoredPayment } from './payments.queries.ts';
import { freeVoucher, takeVoucher, type ReviewRow } from './reviews.queries.ts';
import { voucherOutcome } from './voucher-outcome.ts';

/** The payment with the voucher that it has once two people have booked it. */
export async function withVoucher(
  db: Db,
  review: ReviewRow,
  payment: StoredPayment,
): Promise<StoredPayment> {
  const { company_id, product_id, id } = payment;
  const outcome = voucherOutcome(review);
  if (product_id === null || outcome === null || outcome === 'kept') return payment;
  if (outcome === 'too_little') {
    await freeVoucher(db, company_id, id);
    return { ...payment, product_code_id: null };
  }
  // Also where none seemed to be left: it may have been uploaded since.
  const taken = await takeVoucher(db, company_id, product_id, id);
  if (taken === null) {
    throw new AppError('out_of_stock', {
      message: 'No voucher of this product is left. Upload codes first, then confirm again.',
    });
  }
  return { ...payment, product_code_id: taken };
}
