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
import { insertSettlement, readCharge, readMost } from './settlements.queries.ts';

interface Wish {
  readonly companyId: string;
  readonly accountId: string;
  readonly bankAccountId: string;
  /** What stays on the account, in hundredths of UGX. */
  readonly keep: bigint;
  /** Hundredths of UGX that arrive, given the most that could beyond the fee. */
  readonly amountOf: (most: bigint) => bigint;
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
  const available = await availableOn(db, companyId, accountId);
  await refuseStopped(db, companyId, accountId);
  const most = await readMost(db, companyId, available - wish.keep);
  const amount = wish.amountOf(most);
  const charge = await readCharge(db, companyId, amount > 0n ? amount : most);
  const fee = BigInt(charge.fee);
  if (amount <= 0n || amount + fee > available) throw tooLittle(most, fee);
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
  await insertSettlement(db, { ...wish, id, reference, amount, charge, transactionId });
  return id;
}

/** As for payouts. */
async function refuseStopped(db: Db, companyId: string, accountId: string): Promise<void> {
  const stop = await stopOf(db, accountId);
  if (stop) throw new AppError(stop);
  if (await isBraked(db, companyId)) throw refused(brakedText);
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

function tooLittle(most: bigint, fee: bigint): AppError {
  const text = `At most ${formatUgx(fromHundredths(most))} can be settled`;
  const message = fee > 0n ? `${text}, besides the fee of ${formatUgx(fromHundredths(fee))}` : text;
  return new AppError('insufficient_funds', { message, fields: { amount: message } });
}
