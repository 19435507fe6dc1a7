import type { Db } from '../../db/database.ts';
import { refused } from '../../http/app-error.ts';
import { systemAccountsOf } from '../../ledger/system-accounts.ts';
import { openReviews } from '../settling/settlement.queries.ts';
import { carryOut } from './review-decision.ts';
import { lockReview } from './reviews.queries.ts';

interface LateSuccess {
  readonly companyId: string;
  readonly paymentId: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly networkReference: string | null;
  /** Who confirms it; somebody else has proposed it. */
  readonly confirmedBy: string;
}

/**
 * Books a payment that the network carried out after all, as a review that two people decide. Returns the
 * id of its transaction.
 */
export async function bookLateSuccess(db: Db, late: LateSuccess): Promise<string> {
  const { companyId, paymentId, amount: networkAmount, networkReference } = late;
  const said = { companyId, paymentId, networkAmount, networkReference, foreign: null };
  await openReviews(db, [{ ...said, kind: 'late_success' }]);
  const opened = await db.row<{ id: string }>(
    'select id from payment_reviews where payment_id = $1 and closed_at is null',
    [paymentId],
  );
  const review = opened && (await lockReview(db, opened.id));
  if (!review) throw refused('The payment was decided in the meantime');
  const system = await systemAccountsOf(db, companyId);
  await carryOut(db, review, 'book', { system, userId: late.confirmedBy });
  const payment = await db.row<{ transaction_id: string }>(
    'select transaction_id from payments where id = $1',
    [paymentId],
  );
  if (!payment) throw new Error('A payment that was booked is not there');
  return payment.transaction_id;
}
