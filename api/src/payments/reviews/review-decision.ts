import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { lockAccounts, postWithAdvance } from '../../ledger/advances.ts';
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
import {
  activate,
  deactivate,
  freeVoucher,
  takeVoucher,
  writeAmount,
  type ReviewRow,
} from './reviews.queries.ts';
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
  const accounts = [payment.account_id, system.fees, ...system.clearing.values()];
  // At once and in order, because the ledger is called more than once.
  await lockAccounts(db, accounts);
  const transactionId = await evenIfInactive(db, accounts, () =>
    payment.direction === 'collection'
      ? credit(db, review, payment, system)
      : debit(db, review, asked, payment, system),
  );
  const sold = await withVoucher(db, review, payment);
  const plan: Plan = {
    does: 'end',
    status: 'SUCCESS',
    networkReference: review.network_reference,
    transactionId,
    title: '',
    ...difference(asked, sold),
  };
  await endPayments(db, [{ payment: sold, plan }]);
}

/**
 * What happened at the network is booked even if the account is inactive, or all accounts of an archived
 * company. Others do not see them active in between.
 */
async function evenIfInactive<Result>(
  db: Db,
  accountIds: readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  const inactive = await activate(db, accountIds);
  const result = await act();
  await deactivate(db, inactive);
  return result;
}

/** Tells the company how the payment differs from its order. */
function difference(
  asked: StoredPayment,
  paid: StoredPayment,
): { reasonCode?: string; reason?: string } {
  const noVoucher = paid.product_id !== null && paid.product_code_id === null;
  const noneLeft = 'No voucher was left, so none was handed out';
  if (asked.amount === paid.amount) {
    return noVoucher ? { reasonCode: 'NO_VOUCHER', reason: noneLeft } : {};
  }
  const [was, is] = [asked.amount, paid.amount].map((amount) => formatUgx(toUgx(amount)));
  const isLess = BigInt(paid.amount) < BigInt(asked.amount);
  const voucher = isLess ? ', so no voucher was handed out' : `. ${noneLeft}`;
  return {
    reasonCode: 'AMOUNT_DIFFERS',
    reason: `${is} was paid instead of ${was}${noVoucher ? voucher : ''}`,
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

/**
 * Null if the hold is finished as it is. A hold with a different amount is released first. What the
 * account lacks is advanced, because the money has left.
 */
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
  const posting = latePayoutPosting(payment, system, `review:${review.id}`);
  return idOf(await postWithAdvance(db, posting));
}

/** The amount that was paid is booked, with the fee for that amount. */
async function asPaid(
  db: Db,
  { paid_amount: amount, booked_fee: fee }: ReviewRow,
  payment: StoredPayment,
): Promise<StoredPayment> {
  if (amount === null || amount === payment.amount) return payment;
  if (BigInt(amount) <= 0n) {
    throw new AppError('refused', {
      message: 'The network reports that nothing was paid: it can only be failed',
    });
  }
  await writeAmount(db, payment.id, amount, fee);
  return { ...payment, amount, fee };
}

async function finish(db: Db, item: Finish): Promise<void> {
  requireFinished([item], await finishAll(db, [item]));
}

function idOf(outcome: Outcome | undefined): string {
  if (outcome?.status === 'completed') return outcome.transactionId;
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
  // Also if none was left before: codes may have been uploaded since. If not, the money is booked
  // without a voucher.
  const taken = await takeVoucher(db, company_id, product_id, id);
  return { ...payment, product_code_id: taken };
}
