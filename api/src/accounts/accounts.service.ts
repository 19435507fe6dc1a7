import {
  maxListedHolds,
  type Account,
  type AccountHold,
  type accounts,
  type SuspenseAccount,
} from '@sente/contract/accounts';
import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import type { MovementTotals } from '@sente/contract/movements';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import { companyExists, toStop } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { listingOn } from '../http/day-range.ts';
import type { FileResult } from '../http/file-reply.ts';
import { pagingOf } from '../http/paging.ts';
import { audit, changesOf } from '../security/audit.ts';
import {
  findAccount,
  findAccountByNumber,
  listAccounts,
  listAccountsOfCompany,
  listHolds,
  lockAccount,
  setFreeze,
  totalAccounts,
  updateAccount,
  type AccountRow,
  type HoldRow,
} from './accounts.queries.ts';
import {
  readMovements,
  readMovementTotals,
  type MovementList,
  type MovementListQuery,
  type MovementTotalsQuery,
} from './movements.ts';
import { isOpenedMeanwhile, openAccount, refuseTakenKey } from './opening.ts';
import { readSuspense } from './suspense.queries.ts';
import { writeStatement, type Statement, type StatementQuery } from './statement.service.ts';

type ListQuery = QueryOf<typeof accounts.list>;
type ListMeta = MetaOf<typeof accounts.list>;
type CreateBody = BodyOf<typeof accounts.create>;
type CreateMeta = MetaOf<typeof accounts.create>;
type UpdateBody = BodyOf<typeof accounts.update>;
type Balance = ReplyOf<typeof accounts.balance>;

export interface AccountsService {
  list(actor: Actor, query: ListQuery): Promise<{ data: Account[]; meta: ListMeta }>;
  ofCompany(actor: Actor, companyId: string): Promise<Account[]>;
  suspense(actor: Actor, companyId: string): Promise<SuspenseAccount>;
  get(actor: Actor, id: string): Promise<Account>;
  byNumber(actor: Actor, number: string): Promise<Account>;
  balance(actor: Actor, id: string): Promise<Balance>;
  holds(actor: Actor, id: string): Promise<AccountHold[]>;
  movements(actor: Actor, id: string, query: MovementListQuery): Promise<MovementList>;
  movementTotals(actor: Actor, id: string, query: MovementTotalsQuery): Promise<MovementTotals>;
  statement(actor: Actor, id: string, query: StatementQuery): Promise<FileResult>;
  create(actor: Actor, body: CreateBody): Promise<{ data: Account; meta: CreateMeta }>;
  update(actor: Actor, id: string, body: UpdateBody): Promise<Account>;
  deactivate(actor: Actor, id: string): Promise<Account>;
  freeze(actor: Actor, id: string, reason: string): Promise<Account>;
  unfreeze(actor: Actor, id: string): Promise<Account>;
}

export function createAccountsService(database: Database): AccountsService {
  return {
    list: (actor, query) => database.within(actor.scope, (db) => readList(db, query)),

    ofCompany: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        const rows = await listAccountsOfCompany(db, companyId);
        if (rows.length === 0) await requireCompany(db, companyId);
        return rows.map(toAccount);
      }),

    suspense: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        await requireCompany(db, companyId);
        return readSuspense(db, companyId);
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
        return { currentBalance: balance, asOfDate: new Date(databaseNow()).toISOString() };
      }),

    holds: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const account = found(await findAccount(db, id));
        return (await listHolds(db, account, maxListedHolds)).map(toHold);
      }),

    movements: (actor, id, query) =>
      listingOn(database, query)(actor.scope, (db) => readMovements(db, id, query)),

    movementTotals: (actor, id, query) =>
      listingOn(database, query)(actor.scope, (db) => readMovementTotals(db, id, query)),

    statement: (actor, id, query) =>
      // Reads of other companies' accounts are audited; a company's own reads are not.
      writeStatement(database, actor.scope, id, query, actor.isStaff ? noteReading(actor) : null),

    create: (actor, body) => open(database, actor, body),

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

    freeze: (actor, id, reason) =>
      database.within(actor.scope, (db) => changeFreeze(db, actor, id, reason)),

    unfreeze: (actor, id) =>
      database.within(actor.scope, (db) => changeFreeze(db, actor, id, null)),
  };
}

function noteReading(actor: Actor) {
  return (db: Db, { account, days }: Statement): Promise<void> =>
    audit(db, actor, {
      action: 'accounts.statement',
      subject: { type: 'accounts', id: account.id },
      companyId: account.companyId,
      details: { firstDay: days.firstDay, lastDay: days.lastDay },
    });
}

async function open(
  database: Database,
  actor: Actor,
  body: CreateBody,
): Promise<{ data: Account; meta: CreateMeta }> {
  const attempt = () =>
    database.within(actor.scope, async (db) => {
      const { id, approvalId } = await openAccount(db, actor, body);
      return { data: toAccount(found(await findAccount(db, id))), meta: { approvalId } };
    });
  // The same request arrived twice at once: return the account that the other one opened.
  return attempt()
    .catch((error: unknown) => {
      if (!isOpenedMeanwhile(error)) throw error;
      return attempt();
    })
    .catch(refuseTakenKey);
}

async function readList(db: Db, query: ListQuery): Promise<{ data: Account[]; meta: ListMeta }> {
  const filters = {
    search: query.search ?? '',
    companyId: query.companyId ?? null,
    isActive: query.isActive ?? null,
    isSuspended: query.isSuspended ?? null,
    type: query.type ?? '',
  };
  const totals = await totalAccounts(db, filters);
  const paging = pagingOf(query, totals.count);
  const page = {
    ...filters,
    sort: query.sort ?? 'name',
    direction: query.direction ?? 'asc',
    limit: paging.pageSize,
    offset: (paging.page - 1) * paging.pageSize,
  };
  return {
    // Without matches there are no rows to read.
    data: totals.count === 0 ? [] : (await listAccounts(db, page)).map(toAccount),
    meta: {
      ...paging,
      activeCount: totals.active,
      inactiveCount: totals.count - totals.active - totals.suspended,
      suspendedCount: totals.suspended,
      companyCount: totals.companies,
      totalBalance: toUgx(totals.balance),
    },
  };
}

/** A change without effect is neither stored nor audited. */
async function changeAccount(
  db: Db,
  actor: Actor,
  action: string,
  before: AccountRow,
  after: { readonly name: string; readonly isActive: boolean },
  basedOn?: string,
): Promise<Account> {
  const { name: accountName, isActive } = after;
  const changes = changesOf(toAccount(before), { accountName, isActive });
  if (changes.changed.length === 0) return toAccount(before);
  refuseOlder('this account', basedOn, before.updated_at);
  await updateAccount(db, before.id, after);
  await audit(db, actor, {
    action,
    subject: { type: 'accounts', id: before.id },
    companyId: before.company_id,
    details: { ...changes },
  });
  return toAccount(found(await findAccount(db, before.id)));
}

/** Null accepts payments on it again. */
async function changeFreeze(
  db: Db,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<Account> {
  const account = found(await lockAccount(db, id));
  if (reason !== null && account.frozen_at) throw refused('The account is frozen already.');
  if (reason === null && !account.frozen_at) throw refused('The account is not frozen.');
  await setFreeze(db, account.id, reason);
  await audit(db, actor, {
    action: reason === null ? 'accounts.unfreeze' : 'accounts.freeze',
    subject: { type: 'accounts', id: account.id },
    companyId: account.company_id,
    details: { accountName: account.name, reason: reason ?? account.freeze_reason },
  });
  return toAccount(found(await findAccount(db, account.id)));
}

async function requireCompany(db: Db, id: string): Promise<void> {
  if (!(await companyExists(db, id))) throw notFound('Company not found');
}

function found(row: AccountRow | undefined): AccountRow {
  if (!row) throw notFound('Account not found');
  return row;
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    accountName: row.name,
    accountNumber: row.number,
    accountType: row.type_code,
    accountTypeName: row.type_name,
    isActive: row.is_active,
    freeze: toStop(row.frozen_at, row.freeze_reason),
    isSuspended: row.is_suspended,
    balance: toUgx(row.balance),
    held: toUgx(row.held),
    openDate: row.opened_at.toISOString(),
    lastTransactionDate: row.last_transaction_at?.toISOString() ?? null,
    companyId: row.company_id,
    companyName: row.company_name,
    updatedAt: row.updated_at.toISOString(),
  };
}

function toHold(row: HoldRow): AccountHold {
  return {
    transactionId: row.transaction_id,
    description: row.description,
    held: toUgx(row.held),
    awaitsApproval: row.awaits_approval,
    heldUpBy: row.held_up_by,
    phoneNumber: row.phone_number,
    network: row.network,
    date: row.created_at.toISOString(),
  };
}
