import { placeWords, type StatementPlace } from '@sente/contract/network-statements';
import { AppError } from '../../http/app-error.ts';
import type { Db } from '../../db/database.ts';
import {
  bookToSuspense,
  lockForReturn,
  releaseFromSuspense,
  type UnknownMoney,
} from '../../ledger/suspense.ts';
import {
  closeNotices,
  lockNotices,
  reopenNotice,
  type DecisionRow,
  type NoticeRow,
} from './notices.queries.ts';
import {
  endProposal,
  findByTransaction,
  insertMove,
  moveBooking,
  undoDecision,
} from './suspense-decisions.queries.ts';

/** Moves the money as two people decided, and returns the id of the transaction. */
export async function moveMoney(db: Db, notice: NoticeRow, decision: DecisionRow): Promise<string> {
  const money = moneyOf({ ...notice, ...decision }, decision.id);
  if (decision.kind === 'book') return bookToSuspense(db, money);
  const { account } = decision;
  const bookingId = notice.booking?.transaction_id;
  if (!account || !bookingId) throw new Error('A release without its account or booking');
  const outcome = await releaseFromSuspense(db, {
    ...money,
    description:
      notice.network === 'BANK'
        ? 'Money at the bank whose owner was found'
        : `Mobile money at ${placeWords[notice.network as StatementPlace]} that was found later`,
    bookingId,
    accountId: account.id,
    companyId: account.companyId,
  });
  if (outcome.status === 'completed') {
    await insertMove(db, outcome.transactionId, bookingId);
    return outcome.transactionId;
  }
  if (outcome.reason === 'inactive_account') {
    throw new AppError('refused', { message: 'Account is inactive' });
  }
  throw new Error(`Money was not released from suspense: ${outcome.reason}`);
}

function moneyOf(
  of: Pick<NoticeRow, 'network' | 'reference' | 'network_reference'> &
    Pick<DecisionRow, 'direction'> & { amount: string },
  key: string,
): UnknownMoney {
  const { network, reference, direction } = of;
  return {
    network,
    direction,
    amount: BigInt(of.amount),
    key,
    // As the statement has it, if the network said it.
    reference: of.network_reference ?? (reference || null),
    description: `Payment of an unknown owner at ${placeWords[network as StatementPlace]}`,
  };
}

/**
 * Reverses a transaction, and with it the decision that it carried out. A reversed booking can be
 * decided anew, and a proposal to release its money ends; money whose release is reversed is in suspense
 * again. The notices are locked before any account, as when a decision is confirmed.
 */
export async function followReversal<Result>(
  db: Db,
  userId: string,
  transactionId: string,
  reverse: () => Promise<Result>,
): Promise<Result> {
  const found = await findByTransaction(db, transactionId);
  if (!found) return reverse();
  await lockNotices(db, found.payment_key);
  const isRelease = found.kind === 'release';
  if (isRelease) await lockForReturn(db, found.network, transactionId);
  const result = await reverse();
  await undoDecision(db, found.id, userId);
  if (isRelease) {
    const bookingId = await bookToSuspense(db, moneyOf(found, `return:${found.id}`));
    await insertMove(db, bookingId, transactionId);
    await moveBooking(db, found.payment_key, bookingId);
    await reopenNotice(db, found.notice_id);
  } else {
    await endProposal(db, found.payment_key, userId);
    // Its case opens again.
    if (found.case_id)
      await closeNotices(db, found.payment_key, userId, 'Its booking was reversed');
  }
  return result;
}
