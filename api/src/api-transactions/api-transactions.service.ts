import {
  maxCountedApiTransactions,
  maxListedApiTransactions,
  type ApiTransaction,
  type apiTransactions,
  type PaymentTrace,
} from '@sente/contract/api-transactions';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { openRangeOf } from '../http/day-range.ts';
import { toApiTransaction } from './api-transaction-view.ts';
import {
  countApiTransactions,
  findPresentWords,
  listBelow,
  listNumberedPage,
  type ApiTransactionFilters,
  type ApiTransactionRow,
} from './api-transactions.queries.ts';
import { readTrace } from './trace.ts';

type ListQuery = QueryOf<typeof apiTransactions.ofCompany>;
type ListMeta = MetaOf<typeof apiTransactions.ofCompany>;
type List = { data: ApiTransaction[]; meta: ListMeta };

export interface ApiTransactionsService {
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<List>;
  trace(actor: Actor, companyId: string, recordId: string): Promise<PaymentTrace>;
}

export function createApiTransactionsService(database: Database): ApiTransactionsService {
  return {
    ofCompany: (actor, companyId, query) =>
      database.within(actor.scope, (db) => readList(db, companyId, query)),

    trace: (actor, companyId, recordId) =>
      database.within(actor.scope, (db) => readTrace(db, { actor, companyId, recordId })),
  };
}

async function readList(db: Db, companyId: string, query: ListQuery): Promise<List> {
  const words = await findPresentWords(db, companyId);
  if (!words) throw notFound('Company not found');
  const filters = filtersOf(companyId, query);
  const { limit = maxListedApiTransactions, after } = query;
  // A search stops after this many matches.
  const most = filters.search ? maxListedApiTransactions : maxCountedApiTransactions;
  const found = after
    ? await readBelow(db, filters, { after, limit, most })
    : await readNumbered(db, filters, { page: query.page ?? 1, limit, most });
  const rows = found.rows.slice(0, limit);
  const isCapped = found.rows.length > limit;
  return {
    data: rows.map(toApiTransaction),
    meta: {
      totalCount: Math.min(found.total, most),
      isCountExact: found.total <= most,
      page: found.page,
      isCapped,
      nextAfter: (isCapped && rows.at(-1)?.id) || null,
      ...words,
    },
  };
}

/** Reading one row more than returned, and one more than counted, shows whether there are more. */
interface Found {
  readonly rows: readonly ApiTransactionRow[];
  readonly total: number;
  readonly page: number;
}

async function readBelow(
  db: Db,
  filters: ApiTransactionFilters,
  { after, limit, most }: { after: string; limit: number; most: number },
): Promise<Found> {
  const rows = await listBelow(db, filters, after, limit + 1);
  return { rows, total: await countApiTransactions(db, filters, most + 1), page: 1 };
}

async function readNumbered(
  db: Db,
  filters: ApiTransactionFilters,
  { page, limit, most }: { page: number; limit: number; most: number },
): Promise<Found> {
  const read = (offset: number) =>
    listNumberedPage(db, filters, { offset, limit: limit + 1, most: most + 1 });
  const asked = Math.min(page, Math.ceil(most / limit));
  const rows = await read((asked - 1) * limit);
  if (rows[0] || asked === 1) return { rows, total: rows[0]?.total ?? 0, page: asked };
  // The last page, for example after rows left the list.
  const total = await countApiTransactions(db, filters, most + 1);
  const last = Math.max(1, Math.ceil(total / limit));
  return { rows: await read((last - 1) * limit), total, page: last };
}

function filtersOf(companyId: string, query: ListQuery): ApiTransactionFilters {
  return {
    companyId,
    search: query.search ?? '',
    status: query.status || null,
    network: query.network || null,
    dateBy: query.dateBy ?? 'created',
    ...openRangeOf(query),
  };
}
