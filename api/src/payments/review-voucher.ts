import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { StoredPayment } from './payments.queries.ts';
import { freeVoucher, takeVoucher, type ReviewRow } from './reviews.queries.ts';

/**
 * The voucher of a sale that two people book. Nobody gets one for less than its price; whose own was
 * given free before it turned out to be paid gets the next one.
 */
export async function withVoucher(
  db: Db,
  { network_amount }: ReviewRow,
  payment: StoredPayment,
  price: bigint,
): Promise<StoredPayment> {
  const { company_id, product_id, product_code_id, id } = payment;
  if (product_id === null) return payment;
  const isEnough = network_amount === null || BigInt(network_amount) >= price;
  if (!isEnough) {
    if (product_code_id !== null) await freeVoucher(db, company_id, id);
    return { ...payment, product_code_id: null };
  }
  if (product_code_id !== null) return payment;
  const taken = await takeVoucher(db, company_id, product_id, id);
  if (taken === null) {
    throw new AppError('out_of_stock', {
      message: 'No voucher of this product is left. Upload codes first, then confirm again.',
    });
  }
  return { ...payment, product_code_id: taken };
}
