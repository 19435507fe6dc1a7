import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { finishAll, postAll } from '../../ledger/posting.queries.ts';
import type { Finish, Outcome } from '../../ledger/posting.ts';
import type { SystemAccounts } from '../../ledger/system-accounts.ts';
import { lockPayments, type StoredPayment } from '../payments.queries.ts';
import {
  collectionPosting,
  latePayoutPosting,
  payoutFinish,
  payoutRelease,
  requireFinished,
} from '../settling/payment-postings.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing, type Plan } from '../settling/verdict.ts';
import { writeSteps } from '../steps.ts';
import { freeVoucher, takeVoucher, writeAmount, type ReviewRow } from './reviews.queries.ts';
import { voucherOutcome } from './voucher-outcome.ts';

/** Applies the decision of two people, or throws and changes nothing. */
export async function carryOut(
  db: Db,
  review: ReviewRow,
  decision: 'book' | 'fail',
  system: SystemAccounts,
): Promise<void> {
  const [payment] = await lockPayments(db, [review.payment_id]);
  if (!payment) throw new Error('A review of a payment that is not there');
  if (payment.status === 'SUCCESS') {
    throw new AppError('refused', { message: 'This payment was paid in the meantime' });
  }
  if (decision === 'book') await book(db, review, payment, system);
  else await leaveFailed(db, payment);
  await writeSteps(db, [
    {
      companyId: payment.company_id,
      paymentId: payment.id,
      kind: 'review',
      title: decision === 'book' ? 'Two people booked it as paid' : 'Two people decided: not paid',
      isGood: decision === 'book',
    },
  ]);
}

async function leaveFailed(db: Db, payment: StoredPayment): Promise<void> {
  if (payment.status === 'FAILED') return;
  const reason = 'Decided by the provider: not paid';
  if (payment.direction === 'payout') await finish(db, payoutRelease(payment, reason));
  await endPayments(db, [{ payment, plan: failing('DECIDED_FAILED', reason) }]);
}

async function book(
  db: Db,
  review: ReviewRow,
  asked: StoredPayment,
  system: SystemAccounts,
): Promise<void> {
  const payment = await asPaid(db, review, asked);
  const transactionId =
    payment.direction === 'collection'
      ? await credit(db, review, payment, system)
      : await debit(db, review, asked, payment, system);
  const sold = await withVoucher(db, review, payment);
  const plan: Plan = {
    does: 'end',
    status: 'SUCCESS',
    networkReference: review.network_reference,
    transactionId,
    title: '',
    ...otherAmount(asked, sold),
  };
  await endPayments(db, [{ payment: sold, plan }]);
}

/** Tells the company why the amount differs from its order. */
function otherAmount(
  asked: StoredPayment,
  paid: StoredPayment,
): { reasonCode?: string; reason?: string } {
  if (asked.amount === paid.amount) return {};
  const [was, is] = [asked.amount, paid.amount].map((amount) => formatUgx(toUgx(amount)));
  const noVoucher = paid.product_id !== null && paid.product_code_id === null;
  return {
    reasonCode: 'AMOUNT_DIFFERS',
    reason: `${is} was paid instead of ${was}${noVoucher ? ', so no voucher was handed out' : ''}`,
  };
}

async function credit(
  db: Db,
  review: ReviewRow,
  payment: StoredPayment,
  system: SystemAccounts,
): Promise<string> {
  const amount = BigInt(payment.amount);
  const fee = BigInt(payment.fee);
  const posting = collectionPosting(payment, system, amount, fee, `review:${review.id}`);
  const [outcome] = await postAll(db, [posting]);
  return idOf(outcome);
}

/** Null if the hold is finished as it is. A hold with a different amount is released first. */
async function debit(
  db: Db,
  review: ReviewRow,
  asked: StoredPayment,
  payment: StoredPayment,
  system: SystemAccounts,
): Promise<string | null> {
  const isHeld = asked.status !== 'FAILED';
  if (isHeld && asked.amount === payment.amount) {
    await finish(db, payoutFinish(payment, system));
    return null;
  }
  if (isHeld) await finish(db, payoutRelease(asked, 'Another amount was paid out'));
  const [outcome] = await postAll(db, [latePayoutPosting(payment, system, `review:${review.id}`)]);
  return idOf(outcome);
}

/** The amount that the network reports is booked, with the fee for that amount. */
async function asPaid(
  db: Db,
  { network_amount, booked_fee: fee }: ReviewRow,
  payment: StoredPayment,
): Promise<StoredPayment> {
  if (network_amount === null || network_amount === payment.amount) return payment;
  if (payment.direction === 'collection' && BigInt(fee) >= BigInt(network_amount)) {
    throw new AppError('refused', { message: 'The fee takes all that was paid' });
  }
  await writeAmount(db, payment.id, network_amount, fee);
  return { ...payment, amount: network_amount, fee };
}

async function finish(db: Db, item: Finish): Promise<void> {
  requireFinished([item], await finishAll(db, [item]));
}

function idOf(outcome: Outcome | undefined): string {
  if (outcome?.status === 'completed') return outcome.transactionId;
  if (outcome?.reason === 'insufficient_funds') throw new AppError('insufficient_funds');
  if (outcome?.reason === 'inactive_account') {
    throw new AppError('account_inactive', {
      message: 'Account is inactive. Activate it first, then confirm again.',
    });
  }
  throw new Error(`What two people decided was not booked: ${outcome?.reason}`);
}

/** The payment with the voucher that booking it assigns. */
async function withVoucher(
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
  // Also if none was left before: codes may have been uploaded since.
  const taken = await takeVoucher(db, company_id, product_id, id);
  if (taken === null) {
    throw new AppError('out_of_stock', {
      message: 'No voucher of this product is left. Upload codes first, then confirm again.',
    });
  }
  return { ...payment, product_code_id: taken };
}
