import { accountTypes, type accounts } from '@sente/contract/accounts';
import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { holdCompany } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { newAccountNumber } from '../ledger/account-number.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { audit } from '../security/audit.ts';
import {
  findAccount,
  findInitialDeposit,
  initialDepositKey,
  insertAccount,
  updateAccount,
  type AccountRow,
  type NewAccount,
} from './accounts.queries.ts';

type OpenBody = BodyOf<typeof accounts.create>;

/** Returns the id of the new account, or of the one that the same request opened before. */
export async function openAccount(db: Db, actor: Actor, body: OpenBody): Promise<string> {
  const deposit = toHundredths(body.initialDeposit) ?? 0n;
  if (deposit > 0n && !actor.isStaff) {
    throw invalidField('initialDeposit', 'Only an administrator can give an initial deposit');
  }
  if (!(await holdCompany(db, body.companyId))) throw notFound('Company not found');
  const id = body.idempotencyKey ?? uuidV7();
  const opened = body.idempotencyKey && (await findAccount(db, id));
  if (opened) {
    await refuseOtherInput(db, opened, body, deposit);
    return id;
  }
  await insertUnderNewNumber(db, {
    id,
    companyId: body.companyId,
    name: body.accountName,
    typeCode: body.accountType,
    typeName: accountTypes[body.accountType],
    // An inactive account accepts no money, so it is deactivated after the deposit.
    isActive: body.isActive || deposit > 0n,
  });
  if (deposit > 0n) {
    await postDeposit(db, body.companyId, id, deposit);
    if (!body.isActive) await updateAccount(db, id, { name: body.accountName, isActive: false });
  }
  await audit(db, actor, {
    action: 'accounts.create',
    subject: { type: 'accounts', id },
    companyId: body.companyId,
    details: { name: body.accountName, initialDeposit: body.initialDeposit },
  });
  return id;
}

/** Two requests with the same key at once: the second one waits for the first and fails on its id. */
export function isOpenedMeanwhile(error: unknown): boolean {
  return violatedUnique(error) === 'accounts_pkey';
}

/** An account outside the caller's scope has this id; the answer reveals nothing about it. */
export function refuseTakenKey(error: unknown): never {
  if (!isOpenedMeanwhile(error)) throw error;
  throw new AppError('refused', { message: 'This key was used before. Make a new one.' });
}

async function refuseOtherInput(
  db: Db,
  opened: AccountRow,
  body: OpenBody,
  deposit: bigint,
): Promise<void> {
  const isSame =
    opened.company_id === body.companyId &&
    opened.name === body.accountName &&
    opened.type_code === body.accountType &&
    (await findInitialDeposit(db, opened)) === deposit;
  if (isSame) return;
  throw new AppError('refused', {
    message: `This request has already opened the account ${opened.name}. Start a new one for another account.`,
  });
}

/** One in ten billion numbers may be taken; five collisions in a row mean a different problem. */
const maxNumbersTried = 5;

export async function insertUnderNewNumber(
  db: Db,
  account: Omit<NewAccount, 'number'>,
  newNumber: () => string = newAccountNumber,
): Promise<void> {
  for (let tried = 0; tried < maxNumbersTried; tried++) {
    if (await insertAccount(db, { ...account, number: newNumber() })) return;
  }
  throw new Error(`${maxNumbersTried} new account numbers in a row were taken`);
}

async function postDeposit(
  db: Db,
  companyId: string,
  accountId: string,
  amount: bigint,
): Promise<void> {
  const { settlement } = await systemAccountsOf(db, companyId);
  const [outcome] = await postAll(db, [
    {
      companyId,
      accountId,
      type: 'credit',
      amount,
      legs: [
        { accountId: settlement, amount: -amount },
        { accountId, amount },
      ],
      kind: 'deposit',
      key: initialDepositKey(accountId),
      description: 'Initial deposit',
    },
  ]);
  // The deposit into a new account cannot be refused; if it is, the account must not remain.
  if (outcome?.status !== 'completed') {
    throw new Error(`An initial deposit was not posted: ${outcome?.reason}`);
  }
}
