import { accountTypes, type Account, type accounts } from '@sente/contract/accounts';
import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { fromHundredths, toHundredths } from '@sente/contract/money';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import type { FileResult } from '../http/file-reply.ts';
import { pagingOf } from '../http/paging.ts';
import { newAccountNumber } from '../ledger/account-number.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { audit } from '../security/audit.ts';
import {
  companyExists,
  findAccount,
  findAccountByNumber,
  holdCompany,
  insertAccount,
  listAccounts,
  listAccountsOfCompany,
  lockAccount,
  totalAccounts,
  updateAccount,
  type AccountRow,
  type NewAccount,
} from './accounts.queries.ts';
import { writeStatement, type StatementQuery } from './statement.service.ts';

type ListQuery = QueryOf<typeof accounts.list>;
type ListMeta = MetaOf<typeof accounts.list>;
type CreateBody = BodyOf<typeof accounts.create>;
type UpdateBody = BodyOf<typeof accounts.update>;
type Balance = ReplyOf<typeof accounts.balance>;

export interface AccountsService {
  list(actor: Actor, query: ListQuery): Promise<{ data: Account[]; meta: ListMeta }>;
  ofCompany(actor: Actor, companyId: string): Promise<Account[]>;
  get(actor: Actor, id: string): Promise<Account>;
  byNumber(actor: Actor, number: string): Promise<Account>;
  balance(actor: Actor, id: string): Promise<Balance>;
  statement(actor: Actor, id: string, query: StatementQuery): Promise<FileResult>;
  create(actor: Actor, body: CreateBody): Promise<Account>;
  update(actor: Actor, id: string, body: UpdateBody): Promise<Account>;
  deactivate(actor: Actor, id: string): Promise<Account>;
}

export function createAccountsService(database: Database): AccountsService {
  return {
    list: (actor, query) => database.within(actor.scope, (db) => readList(db, query)),

    ofCompany: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        const rows = await listAccountsOfCompany(db, companyId);
        if (rows.length === 0 && !(await companyExists(db, companyId))) {
          throw notFound('Company not found');
        }
        return rows.map(toAccount);
      }),

    get: (actor, id) =>
      database.within(actor.scope, async (db) => toAccount(found(await findAccount(db, id)))),

    byNumber: (actor, number) =>
      database.within(actor.scope, async (db) =>
        toAccount(found(await findAccountByNumber(db, number))),
      ),

    balance: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const { balance } = toAccount(found(await findAccount(db, id)));
        return { currentBalance: balance, asOfDate: new Date().toISOString() };
      }),

    statement: (actor, id, query) => writeStatement(database, actor.scope, id, query),

    create: (actor, body) => database.within(actor.scope, (db) => openAccount(db, actor, body)),

    update: (actor, id, body) =>
      database.within(actor.scope, async (db) => {
        const before = found(await lockAccount(db, id));
        if (body.accountType !== undefined && body.accountType !== before.type_code) {
          throw invalidField('accountType', 'Account type cannot be changed after creation');
        }
        const after = { name: body.accountName, isActive: body.isActive };
        return changeAccount(db, actor, 'accounts.update', before, after, body.updatedAt);
      }),

    deactivate: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const before = found(await lockAccount(db, id));
        const after = { name: before.name, isActive: false };
        return changeAccount(db, actor, 'accounts.deactivate', before, after);
      }),
  };
}

async function readList(db: Db, query: ListQuery): Promise<{ data: Account[]; meta: ListMeta }> {
  const filters = {
    search: query.search ?? '',
    companyId: query.companyId ?? null,
    isActive: query.isActive ?? null,
    type: query.type ?? '',
  };
  const totals = await totalAccounts(db, filters);
  const paging = pagingOf(query, totals.count);
  const rows = await listAccounts(db, {
    ...filters,
    sort: query.sort ?? 'name',
    direction: query.direction ?? 'asc',
    limit: query.page ? paging.pageSize : null,
    offset: (paging.page - 1) * paging.pageSize,
  });
  return {
    data: rows.map(toAccount),
    meta: {
      ...paging,
      activeCount: totals.active,
      inactiveCount: totals.count - totals.active,
      companyCount: totals.companies,
      totalBalance: toUgx(totals.balance),
    },
  };
}

async function openAccount(db: Db, actor: Actor, body: CreateBody): Promise<Account> {
  const deposit = toHundredths(body.initialDeposit) ?? 0n;
  if (deposit > 0n && !actor.isStaff) {
    throw invalidField('initialDeposit', 'Only an administrator can give an initial deposit');
  }
  if (!(await holdCompany(db, body.companyId))) throw notFound('Company not found');
  const id = uuidV7();
  await insertUnderNewNumber(db, {
    id,
    companyId: body.companyId,
    name: body.accountName,
    typeCode: body.accountType,
    typeName: accountTypes[body.accountType],
    // No money reaches an inactive account, so it is switched off after the deposit.
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
  return toAccount(found(await findAccount(db, id)));
}

/** Of ten thousand million numbers one is taken now and then; five in a row mean something else. */
const maxNumbersTried = 5;

async function insertUnderNewNumber(db: Db, account: Omit<NewAccount, 'number'>): Promise<void> {
  for (let tried = 0; tried < maxNumbersTried; tried++) {
    if (await insertAccount(db, { ...account, number: newAccountNumber() })) return;
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
      key: `initial-deposit:${accountId}`,
      description: 'Initial deposit',
    },
  ]);
  // Nothing stands against money into a new account; if it does, the account must not stay either.
  if (outcome?.status !== 'completed') {
    throw new Error(`An initial deposit was not posted: ${outcome?.reason}`);
  }
}

/** What is already as asked for stays untouched and leaves no trace, whoever made it so. */
async function changeAccount(
  db: Db,
  actor: Actor,
  action: string,
  before: AccountRow,
  after: { readonly name: string; readonly isActive: boolean },
  basedOn?: string,
): Promise<Account> {
  const changed = [
    ...(before.name === after.name ? [] : ['accountName']),
    ...(before.is_active === after.isActive ? [] : ['isActive']),
  ];
  if (changed.length === 0) return toAccount(before);
  refuseStale(before, basedOn);
  await updateAccount(db, before.id, after);
  await audit(db, actor, {
    action,
    subject: { type: 'accounts', id: before.id },
    companyId: before.company_id,
    details: { changed },
  });
  return toAccount(found(await findAccount(db, before.id)));
}

function refuseStale(account: AccountRow, basedOn: string | undefined): void {
  if (basedOn === undefined || Date.parse(basedOn) === account.updated_at.getTime()) return;
  throw new AppError('refused', {
    message: 'Someone else changed this account in the meantime. Reload it and try again.',
  });
}

function found(row: AccountRow | undefined): AccountRow {
  if (!row) throw notFound('Account not found');
  return row;
}

function toUgx(hundredths: string): number {
  return fromHundredths(BigInt(hundredths));
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    accountName: row.name,
    accountNumber: row.number,
    accountType: row.type_code,
    accountTypeName: row.type_name,
    isActive: row.is_active,
    balance: toUgx(row.balance),
    openDate: row.opened_at.toISOString(),
    lastTransactionDate: row.last_transaction_at?.toISOString() ?? null,
    companyId: row.company_id,
    companyName: row.company_name,
    updatedAt: row.updated_at.toISOString(),
  };
}
