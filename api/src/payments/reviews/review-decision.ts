import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../../db/amounts.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { lockAccounts, postWithAdvance } from '../../ledger/advances.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import type { Finish, Outcome } from '../../ledger/posting.ts';
import { legsOf } from '../../ledger/reversal.queries.ts';
import { postReversal } from '../../ledger/reversal.ts';
import type { SystemAccounts } from '../../ledger/system-accounts.ts';
import { otherAmountPaid } from '../doubted.ts';
import { lockPayment, type StoredPayment } from '../payments.queries.ts';
import { completion, failure, newPosting, requireFinished } from '../settling/payment-postings.ts';
import { announceReversal } from '../settling/reversal-notice.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing, otherAmountText, type Plan } from '../settling/verdict.ts';
import { writeSteps } from '../steps.ts';
import {
  activate,
  closeReview,
  deactivate,
  findBooked,
  freeVoucher,
  takeVoucher,
  writeAmount,
  type ReviewRow,
} from './reviews.queries.ts';
import { voucherOutcome } from './voucher-outcome.ts';

/**
 * Applies the decision of two people, the second of whom is `userId`, and closes the review, or throws and changes
 * nothing. Every event that follows says that nothing is being checked any more.
 */
export async function carryOut(
  db: Db,
  review: ReviewRow,
  decision: 'book' | 'fail',
  { system, userId }: { readonly system: SystemAccounts; readonly userId: string },
): Promise<void> {
  const payment = await lockPayment(db, review.payment_id);
  if (!payment) throw new Error('A review of a payment that is not there');
  if (review.kind === 'contradicted') {
    await closeReview(db, review.id, userId);
    if (decision === 'fail') await takeBack(db, payment);
  } else if (payment.status === 'SUCCESS') {
    throw new AppError('refused', { message: 'This payment was paid in the meantime' });
  } else if (decision === 'book') await book(db, review, payment, system);
  else await leaveFailed(db, payment);
  // Others end with their payment, which reads the kind of the open review.
  if (review.kind !== 'contradicted') await closeReview(db, review.id, userId);
  await writeSteps(db, [
    {
      companyId: payment.company_id,
      paymentId: payment.id,
      kind: 'review',
      title: decisionText(review, decision, payment),
      isGood: decision === 'book',
    },
  ]);
}

function decisionText(
  { kind, paid_amount: paid }: ReviewRow,
  decision: 'book' | 'fail',
  asked: StoredPayment,
): string {
  if (kind === 'contradicted') {
    return decision === 'book' ? 'Two people left it as booked' : 'Two people reversed it';
  }
  if (decision === 'fail') return 'Two people decided: not paid';
  const booked = 'Two people booked it as paid';
  if (paid === null || paid === asked.amount) return booked;
  return `${booked}: ${otherAmountText(BigInt(paid), asked)}`;
}

/** Reverses what the network took back. What an account lacks for it, the company owes. */
async function takeBack(db: Db, { transaction_id: id }: StoredPayment): Promise<void> {
  const original = id === null ? undefined : await findBooked(db, id);
  if (!original) throw new Error('A payment that was booked has no transaction');
  if (original.isReversed) {
    throw new AppError('refused', { message: 'This payment was reversed in the meantime' });
  }
  const legs = await legsOf(db, original.company_id, original.id);
  const accounts = legs.map(({ accountId }) => accountId);
  await lockAccounts(db, accounts);
  await announceReversal(db, original.id, () =>
    evenIfInactive(db, accounts, async () => idOf(await postReversal(db, original))),
  );
}

async function leaveFailed(db: Db, payment: StoredPayment): Promise<void> {
  if (payment.status === 'FAILED') return;
  const reason = 'Decided by the provider: not paid';
  const at = new Date(databaseNow());
  await finish(db, failure(payment, reason, at));
  await endPayments(db, [{ payment, plan: failing('DECIDED_FAILED', reason) }], at);
}

async function book(
  db: Db,
  review: ReviewRow,
  asked: StoredPayment,
  system: SystemAccounts,
): Promise<void> {
  const payment = await asPaid(db, review, asked);
  const at = new Date(databaseNow());
  const { fees, vat, levy, clearing } = system;
  const accounts = [payment.account_id, fees, vat, levy, ...clearing.values()];
  // At once and in order, because the ledger is called more than once.
  await lockAccounts(db, accounts);
  const transactionId = await evenIfInactive(db, accounts, () =>
    bookInLedger(db, review, { asked, paid: payment, system, at }),
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
  await endPayments(db, [{ payment: sold, plan }], at);
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

/** The payment as ordered and as paid, and when it is booked. */
interface Booking {
  readonly asked: StoredPayment;
  readonly paid: StoredPayment;
  readonly system: SystemAccounts;
  readonly at: Date;
}

/**
 * Null if its own transaction is completed. One with a different amount fails first. What the account
 * lacks for a payout is advanced, because the money has left.
 */
async function bookInLedger(
  db: Db,
  review: ReviewRow,
  { asked, paid, system, at }: Booking,
): Promise<string | null> {
  const isPending = asked.status !== 'FAILED';
  if (isPending && asked.amount === paid.amount) {
    await finish(db, completion(paid, system, at));
    return null;
  }
  if (isPending) await finish(db, failure(asked, otherAmountPaid, at));
  const posting = newPosting(paid, system, `review:${review.id}`, at);
  return idOf(await postWithAdvance(db, posting));
}

/** The amount that was paid is booked, with the fee for that amount. */
async function asPaid(
  db: Db,
  { paid_amount: amount, booked_fee: fee, booked_vat: vat, booked_levy: levy }: ReviewRow,
  payment: StoredPayment,
): Promise<StoredPayment> {
  if (amount === null || amount === payment.amount) return payment;
  if (BigInt(amount) <= 0n) {
    throw new AppError('refused', {
      message: 'The network reports that nothing was paid: it can only be failed',
    });
  }
  const booked = { amount, fee, vat, levy };
  await writeAmount(db, payment.id, booked);
  return { ...payment, ...booked };
}

async function finish(db: Db, item: Finish): Promise<void> {
  const [outcome] = await finishAll(db, [item]);
  requireFinished(item, outcome);
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
    await freeVoucher(db, payment);
    return { ...payment, product_code_id: null };
  }
  // Also if none was left before: codes may have been uploaded since. If not, the money is booked
  // without a voucher.
  const taken = await takeVoucher(db, company_id, product_id, id);
  return { ...payment, product_code_id: taken };
}
