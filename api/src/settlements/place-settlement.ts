import { formatUgx, fromHundredths } from '@sente/contract/money';
import { isBraked, stopOf } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
import { AppError, invalidField, refused } from '../http/app-error.ts';
import { lockAccounts } from '../ledger/advances.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { holdBankAccount } from './bank-accounts.queries.ts';
import { bankText } from './bank-accounts.service.ts';
import { insertSettlement, readFee } from './settlements.queries.ts';

interface Wish {
  readonly companyId: string;
  readonly accountId: string;
  readonly bankAccountId: string;
  /** Hundredths of UGX that arrive, from what is available beyond the fee. */
  readonly amountOf: (available: bigint) => bigint;
  readonly requestedBy: string | null;
  readonly key: string;
  readonly dueDay: string | null;
}

const brakedText = 'Payouts are stopped. Settlements are possible again once they go on.';

/** Holds amount and fee, and stores the settlement. Returns its id. Requires the platform scope. */
export async function placeSettlement(db: Db, wish: Wish): Promise<string> {
  const { companyId, accountId } = wish;
  const bankAccount = await holdBankAccount(db, companyId, wish.bankAccountId);
  if (!bankAccount) throw invalidField('bankAccountId', 'Bank account not found');
  if (bankAccount.state !== 'approved') {
    throw invalidField('bankAccountId', 'Only an approved bank account can be settled to');
  }
  // Before it is looked at: a freeze waits for this settlement, or comes before it.
  await lockAccounts(db, [accountId]);
  const fee = await readFee(db);
  const available = (await availableOn(db, companyId, accountId)) - fee;
  await refuseStopped(db, companyId, accountId);
  const amount = wish.amountOf(available);
  if (amount <= 0n || amount > available) throw tooLittle(available, fee);
  const id = uuidV7();
  const reference = `ST-${toShortId(id).slice(-10)}`;
  const [outcome] = await postAll(db, [
    {
      companyId,
      accountId,
      type: 'debit',
      amount,
      legs: [],
      hold: amount + fee,
      kind: 'settlement',
      key: `settlement:${id}`,
      reference,
      description: `Settlement to ${bankText(bankAccount)}`,
    },
  ]);
  if (outcome?.status !== 'pending') {
    throw new Error(`The money of a settlement was not held: ${outcome?.reason}`);
  }
  const { transactionId } = outcome;
  await insertSettlement(db, { ...wish, id, reference, amount, fee, transactionId });
  return id;
}

/** As for payouts. */
async function refuseStopped(db: Db, companyId: string, accountId: string): Promise<void> {
  const stop = await stopOf(db, accountId);
  if (stop) throw new AppError(stop);
  if (await isBraked(db, companyId)) throw refused(brakedText);
}

/** Banks pay whole shillings. */
export function wholeShillings(hundredths: bigint): bigint {
  return hundredths <= 0n ? 0n : hundredths - (hundredths % 100n);
}

async function availableOn(db: Db, companyId: string, accountId: string): Promise<bigint> {
  const row = await db.row<{ available: string }>(
    `select balance - held - floor as available from accounts
     where id = $1 and company_id = $2 and kind = 'customer'`,
    [accountId, companyId],
  );
  if (!row) throw invalidField('accountId', 'Account not found');
  return BigInt(row.available);
}

function tooLittle(available: bigint, fee: bigint): AppError {
  const most = formatUgx(fromHundredths(wholeShillings(available)));
  const message =
    fee > 0n
      ? `At most ${most} can be settled, besides the fee of ${formatUgx(fromHundredths(fee))}`
      : `At most ${most} can be settled`;
  return new AppError('insufficient_funds', { message, fields: { amount: message } });
}
