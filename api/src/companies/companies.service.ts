import type {
  CompanyBody,
  CompanyDetails,
  CompanyListItem,
  CompanyUpdateBody,
  companies,
} from '@sente/contract/companies';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { formatUgx, fromHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { toStop } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, alreadyInUse, notFound, refused } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { pagingOf } from '../http/paging.ts';
import { phoneAfter } from '../http/phone-after.ts';
import { audit, changesOf } from '../security/audit.ts';
import {
  archiveCompany,
  closeAccounts,
  findCompany,
  insertCompany,
  listCompanies,
  lockCompany,
  moneyOf,
  setSuspension,
  totalCompanies,
  updateCompany,
  type CompanyListRow,
  type CompanyRow,
} from './companies.queries.ts';

type ListQuery = QueryOf<typeof companies.list>;
type ListMeta = MetaOf<typeof companies.list>;

export interface CompaniesService {
  list(actor: Actor, query: ListQuery): Promise<{ data: CompanyListItem[]; meta: ListMeta }>;
  get(actor: Actor, id: string): Promise<CompanyDetails>;
  create(actor: Actor, body: CompanyBody): Promise<CompanyDetails>;
  update(actor: Actor, id: string, body: CompanyUpdateBody): Promise<CompanyDetails>;
  suspend(actor: Actor, id: string, reason: string): Promise<CompanyDetails>;
  resume(actor: Actor, id: string): Promise<CompanyDetails>;
  archive(actor: Actor, id: string): Promise<void>;
}

export function createCompaniesService(database: Database): CompaniesService {
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const filter = { search: query.search ?? '', status: query.status ?? null };
        const { count, balance } = await totalCompanies(db, filter);
        const paging = pagingOf(query, count);
        const rows = await listCompanies(db, {
          ...filter,
          sort: query.sort ?? 'name',
          direction: query.direction ?? 'asc',
          limit: paging.pageSize,
          offset: (paging.page - 1) * paging.pageSize,
        });
        return { data: rows.map(toListItem), meta: { ...paging, totalBalance: toUgx(balance) } };
      }),

    get: (actor, id) => database.within(actor.scope, (db) => readDetails(db, id)),

    create: (actor, body) =>
      database.within(actor.scope, async (db) => {
        const id = uuidV7();
        await insertCompany(db, id, body).catch(refuseTakenEmail);
        await audit(db, actor, {
          action: 'companies.create',
          ...about(id),
          details: { name: body.name },
        });
        return readDetails(db, id);
      }),

    update: (actor, id, { updatedAt, ...typed }) =>
      database.within(actor.scope, async (db) => {
        const before = await lockOrRefuse(db, id);
        refuseOlder('this company', updatedAt, before.updated_at);
        const body = { ...typed, phone: phoneAfter(typed.phone, before.phone, 'phone') };
        await updateCompany(db, id, body).catch(refuseTakenEmail);
        await audit(db, actor, {
          action: 'companies.update',
          ...about(id),
          details: { ...changesOf(toDetails(before), body) },
        });
        return readDetails(db, id);
      }),

    suspend: (actor, id, reason) =>
      database.within(actor.scope, (db) => changeSuspension(db, actor, id, reason)),

    resume: (actor, id) =>
      database.within(actor.scope, (db) => changeSuspension(db, actor, id, null)),

    archive: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const company = await lockOrRefuse(db, id);
        await closeAccounts(db, id);
        await refuseWhileInUse(db, company);
        const usersDeleted = await archiveCompany(db, id);
        await audit(db, actor, {
          action: 'companies.remove',
          ...about(id),
          details: { name: company.name, usersDeleted },
        });
      }),
  };
}

/** Null ends the suspension. */
async function changeSuspension(
  db: Db,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<CompanyDetails> {
  const { isHeadOffice, suspended_at, suspension_reason } = await lockOrRefuse(db, id);
  if (isHeadOffice) throw refused('Head Office is the provider itself.');
  if (reason !== null && suspended_at) throw refused('The company is suspended already.');
  if (reason === null && !suspended_at) throw refused('The company is not suspended.');
  await setSuspension(db, id, reason);
  await audit(db, actor, {
    action: reason === null ? 'companies.resume' : 'companies.suspend',
    ...about(id),
    details: { reason: reason ?? suspension_reason },
  });
  return readDetails(db, id);
}

export async function readDetails(db: Db, id: string): Promise<CompanyDetails> {
  const row = await findCompany(db, id);
  if (!row) throw notFound('Company not found');
  return toDetails(row);
}

export async function lockOrRefuse(db: Db, id: string): Promise<CompanyRow> {
  const row = await lockCompany(db, id);
  if (!row) throw notFound('Company not found');
  return row;
}

async function refuseWhileInUse(db: Db, company: CompanyRow): Promise<void> {
  if (company.isHeadOffice) {
    throw new AppError('refused', {
      message: 'Head Office is the provider itself and cannot be deleted.',
    });
  }
  const { balance, debt, unfinished } = await moneyOf(db, company.id);
  if (unfinished > 0n) {
    throw new AppError('refused', {
      message: 'Company has unfinished transactions. Wait until they are done.',
    });
  }
  if (balance !== 0n) {
    const amount = formatUgx(fromHundredths(balance));
    throw new AppError('refused', {
      message: `Company still holds ${amount}. Pay it out or move it first.`,
    });
  }
  if (debt !== 0n) {
    const amount = formatUgx(fromHundredths(debt));
    throw new AppError('refused', {
      message: `Company still owes ${amount}. It must be repaid first.`,
    });
  }
}

function refuseTakenEmail(error: unknown): never {
  if (violatedUnique(error) === 'companies_email_key') {
    throw alreadyInUse('email', 'Email is already in use');
  }
  throw error;
}

export function about(id: string) {
  return { subject: { type: 'companies', id }, companyId: id };
}

function toListItem(row: CompanyListRow): CompanyListItem {
  const { balance, has_active_account, last_active_on: lastActiveOn, ...fields } = row;
  return {
    ...toFields(fields),
    status: statusOf(has_active_account),
    lastActiveOn,
    balance: toUgx(balance),
  };
}

function statusOf(hasActiveAccount: boolean): CompanyDetails['status'] {
  return hasActiveAccount ? 'Active' : 'Pending';
}

export function toDetails(row: CompanyRow): CompanyDetails {
  const { has_active_account, brake: payoutBrake, ...fields } = row;
  return {
    ...toFields(fields),
    companyName: fields.name,
    status: statusOf(has_active_account),
    payoutBrake,
  };
}

type OfList = 'balance' | 'status' | 'lastActiveOn';
type OfListRow = 'balance' | 'has_active_account' | 'last_active_on';

function toFields(row: Omit<CompanyListRow, OfListRow>): Omit<CompanyListItem, OfList> {
  const { created_at, updated_at, suspended_at, suspension_reason, ...fields } = row;
  return {
    ...fields,
    suspension: toStop(suspended_at, suspension_reason),
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  };
}
