import {
  maxBankAccounts,
  type BankAccount,
  type BankAccountBody,
} from '@sente/contract/bank-accounts';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask, withdrawOwn } from '../approvals/asking.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import { violatedUnique } from '../db/database-errors.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, notFound, refused } from '../http/app-error.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit } from '../security/audit.ts';
import { proofIn, type Prove } from '../security/proof.ts';
import {
  approveWaiting,
  countBankAccounts,
  findBankAccount,
  insertBankAccount,
  listBankAccounts,
  retire,
  type BankAccountRow,
} from './bank-accounts.queries.ts';

export interface BankAccountsService {
  list(actor: Actor, companyId: string): Promise<BankAccount[]>;
  create(actor: Actor, companyId: string, body: BankAccountBody): Promise<BankAccount>;
  retire(actor: Actor, id: string): Promise<void>;
}

export function createBankAccountsService(database: Database, prove: Prove): BankAccountsService {
  return {
    list: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        const rows = await listBankAccounts(db, companyId);
        return rows.map((row) => toBankAccount(actor, row));
      }),

    create: async (actor, companyId, body) => {
      // A stolen session must not say where the money goes.
      await prove(actor, proofIn(body), 'bankAccounts.create', 'lately');
      return addedOnce(() =>
        // A company reads its bank accounts, but only the platform changes them.
        database.within({ ...actor.scope, platform: true }, (db) =>
          add(db, actor, companyId, body),
        ),
      );
    },

    retire: async (actor, id) => {
      const known = await database.within(actor.scope, (db) => findBankAccount(db, id));
      if (!known) throw notFound('Bank account not found');
      await database.within({ ...actor.scope, platform: true }, (db) => end(db, actor, id));
    },
  };
}

/** Its last four digits. */
export function lastDigits(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-4)}`;
}

/** Bank and last digits, for sentences. */
export function bankText({
  bank,
  account_number,
}: Pick<BankAccountRow, 'bank' | 'account_number'>): string {
  return `${bank} ${lastDigits(account_number)}`;
}

function toBankAccount({ isStaff, permissions }: Actor, row: BankAccountRow): BankAccount {
  const manages = permissions.has(isStaff ? 'staffMoney' : 'canManageCompany');
  return {
    id: row.id,
    bank: row.bank,
    branch: row.branch,
    accountName: row.account_name,
    accountNumber: manages ? row.account_number : lastDigits(row.account_number),
    state: row.state,
    addedAt: row.added_at.toISOString(),
  };
}

async function add(
  db: Db,
  actor: Actor,
  companyId: string,
  body: BankAccountBody,
): Promise<BankAccount> {
  if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
  if ((await countBankAccounts(db, companyId)) >= maxBankAccounts) {
    throw refused(`A company has at most ${maxBankAccounts} bank accounts. Retire one first.`);
  }
  const row = await insertBankAccount(db, {
    id: uuidV7(),
    company_id: companyId,
    bank: body.bank,
    branch: body.branch,
    account_name: body.accountName,
    account_number: body.accountNumber.replace(/[ -]/g, ''),
    added_by: actor.userId,
  });
  await ask(db, actor, {
    kind: 'bank-account',
    subject: row.id,
    companyId,
    details: {
      bankAccountId: row.id,
      bank: row.bank,
      branch: row.branch,
      accountName: row.account_name,
      accountNumber: row.account_number,
    },
    about: { type: 'companies', id: companyId },
    isWaiting: 'This bank account waits for a second person already',
  });
  await note(db, actor, 'bankAccounts.create', row);
  const what = 'bank-account-added';
  await tellAdministrators(db, actor, { what, companyId, bankAccount: bankText(row) });
  return toBankAccount(actor, row);
}

async function addedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) !== 'bank_accounts_number_key') throw error;
    throw alreadyInUse('accountNumber', 'The company has this account at this bank already');
  }
}

async function end(db: Db, actor: Actor, id: string): Promise<void> {
  const row = await retire(db, id);
  if (!row) throw refused('This bank account was retired or refused before');
  await withdrawOwn(db, actor, 'bank-account', id);
  await note(db, actor, 'bankAccounts.retire', row);
}

function note(db: Db, actor: Actor, action: string, row: BankAccountRow): Promise<void> {
  return audit(db, actor, {
    action,
    subject: { type: 'companies', id: row.company_id },
    companyId: row.company_id,
    details: { bankAccount: row.id, name: bankText(row) },
  });
}

const wanted = z.object({ bankAccountId: z.string() });

export const carryOutBankAccount: CarryOut = async (
  db,
  approver,
  { company_id: companyId, details, asked_by: askedBy },
) => {
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  const row = await approveWaiting(db, wanted.parse(details).bankAccountId);
  if (!row) throw refused('The bank account was retired meanwhile. Reject the request.');
  const what = 'bank-account-approved';
  await tellAdministrators(db, approver, { what, companyId, bankAccount: bankText(row), askedBy });
  return null;
};
