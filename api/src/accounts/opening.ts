import { accountTypes, type accounts } from '@sente/contract/accounts';
import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { holdCompany, isSuspended, stopOf } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound, refused } from '../http/app-error.ts';
import { ask } from '../approvals/asking.ts';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { newAccountNumber } from '../ledger/account-number.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { audit } from '../security/audit.ts';
import {
  depositLimitOf,
  findAccount,
  findDepositRequest,
  findInitialDeposit,
  initialDepositKey,
  insertAccount,
  updateAccount,
  type AccountRow,
  type NewAccount,
} from './accounts.queries.ts';

type OpenBody = BodyOf<typeof accounts.create>;

/** The id of the new account, or of the one that the same request opened before. */
interface Opened {
  readonly id: string;
  /** The request for its initial deposit, if that needs a second person. */
  readonly approvalId: string | null;
}

export async function openAccount(db: Db, actor: Actor, body: OpenBody): Promise<Opened> {
  if (actor.isStaff && body.initialDeposit === undefined) {
    throw invalidField('initialDeposit', 'Initial deposit is required for new accounts');
  }
  const { initialDeposit = 0 } = body;
  const deposit = toHundredths(initialDeposit) ?? 0n;
  if (deposit > 0n && !actor.isStaff) {
    throw invalidField('initialDeposit', 'Only an administrator can give an initial deposit');
  }
  if (deposit > 0n && !actor.permissions.has('staffMoney')) {
    const message = 'You do not have permission to deposit money';
    throw new AppError('forbidden', { message, fields: { initialDeposit: message } });
  }
  if (!(await holdCompany(db, body.companyId))) throw notFound('Company not found');
  if (await isSuspended(db, body.companyId)) throw new AppError('company_suspended');
  const id = body.idempotencyKey ?? uuidV7();
  const opened = body.idempotencyKey && (await findAccount(db, id));
  if (opened) {
    await refuseOtherInput(db, opened, body, deposit);
    return { id, approvalId: await findDepositRequest(db, id) };
  }
  const waits = deposit > 0n && (await needsSecondPerson(db, actor, deposit));
  await insertUnderNewNumber(db, {
    id,
    companyId: body.companyId,
    name: body.accountName,
    typeCode: body.accountType,
    typeName: accountTypes[body.accountType],
    // An inactive account accepts no money, so it is deactivated after the deposit.
    isActive: body.isActive || (deposit > 0n && !waits),
  });
  const approvalId = waits ? await askForDeposit(db, actor, body, id, deposit) : null;
  if (deposit > 0n && !waits) {
    await postDeposit(db, body.companyId, id, deposit);
    if (!body.isActive) await updateAccount(db, id, { name: body.accountName, isActive: false });
  }
  await audit(db, actor, {
    action: 'accounts.create',
    subject: { type: 'accounts', id },
    companyId: body.companyId,
    details: {
      name: body.accountName,
      initialDeposit,
      ...(approvalId && { approval: approvalId }),
    },
  });
  return { id, approvalId };
}

/** What a person deposits within a day counts together, so that no deposit is split into small ones. */
async function needsSecondPerson(db: Db, { userId }: Actor, deposit: bigint): Promise<boolean> {
  const { limit, deposited } = await depositLimitOf(db, userId);
  return deposited + deposit > limit;
}

function askForDeposit(
  db: Db,
  actor: Actor,
  { companyId, accountName }: OpenBody,
  accountId: string,
  amount: bigint,
): Promise<string> {
  return ask(db, actor, {
    kind: 'deposit',
    subject: accountId,
    companyId,
    accountId,
    amount,
    note: `Initial deposit of ${accountName}`.slice(0, 200),
    about: { type: 'accounts', id: accountId },
    isWaiting: 'A deposit to this account waits for a second person already',
  });
}

/** Posts an initial deposit that was approved. */
export const carryOutDeposit: CarryOut = async (db, _approver, approval) => {
  const { company_id: companyId, account_id: accountId, amount } = approval;
  if (!companyId || !accountId || !amount) throw new Error('A deposit without account or amount');
  if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
  const stop = await stopOf(db, accountId);
  if (stop === 'account_inactive') {
    throw refused('The account is inactive. Activate it first.');
  }
  if (stop) throw refused(stopTexts[stop]);
  return postDeposit(db, companyId, accountId, BigInt(amount));
};

const stopTexts = {
  account_frozen: 'The account is frozen. The deposit waits until it is released.',
  company_suspended: 'The company is suspended. The deposit waits until it is resumed.',
} as const;

/** Two requests with the same key at once: the second one waits for the first and fails on its id. */
export function isOpenedMeanwhile(error: unknown): boolean {
  return violatedUnique(error) === 'accounts_pkey';
}

/** An account outside the caller's scope has this id; the answer reveals nothing about it. */
export function refuseTakenKey(error: unknown): never {
  if (!isOpenedMeanwhile(error)) throw error;
  throw refused('This key was used before. Make a new one.');
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
): Promise<string> {
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
  if (outcome.replayed) {
    throw refused('The account has its initial deposit already');
  }
  return outcome.transactionId;
}
