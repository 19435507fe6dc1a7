import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { AcceptedRow, ReadyOrder } from './acceptance.queries.ts';

/** Keeps the money of a payout back, fee included, before anybody hears of it; or undoes everything. */
export async function holdPayout(db: Db, order: ReadyOrder, row: AcceptedRow): Promise<void> {
  const [outcome] = await postAll(db, [
    {
      companyId: order.companyId,
      accountId: row.account_id,
      type: 'debit',
      amount: order.amount,
      legs: [],
      hold: order.amount + BigInt(row.fee),
      kind: 'payout',
      key: `payout:${row.id}`,
      reference: order.reference,
      description: order.description ?? `Mobile money to ${order.phoneNumber}`,
      ...(order.transactionId && { id: order.transactionId }),
    },
  ]);
  if (outcome?.status === 'pending') return;
  if (outcome?.reason === 'insufficient_funds') throw new AppError('insufficient_funds');
  if (outcome?.reason === 'inactive_account') throw new AppError('account_inactive');
  throw new Error(`A payout was not held: ${outcome?.reason}`);
}
