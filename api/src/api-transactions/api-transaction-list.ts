import {
  maxCountedApiTransactions,
  maxListedApiTransactions,
  type ApiTransaction,
  type apiTransactions,
} from '@sente/contract/api-transactions';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { unknownSums, type TransactionTotals } from '@sente/contract/transaction-list';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { amountRangeOf } from '../http/amount-range.ts';
import { notFound } from '../http/app-error.ts';
import { openRangeOf } from '../http/day-range.ts';
import { createdIds } from '../search/created-ids.ts';
import { searchedBy } from '../search/hits.ts';
import { mostWalked, type ApiTransactionFilters } from './api-transaction-source.ts';
import { toApiTransaction } from './api-transaction-view.ts';
import {
  countApiTransactions,
  findSearchedTo,
  listBelow,
  listNumberedPage,
  searchBelow,
  totalApiTransactions,
  type ApiTransactionRow,
} from './api-transactions.queries.ts';
import { findPresentWords } from './present-words.queries.ts';

export type ListQuery = QueryOf<typeof apiTransactions.ofCompany>;
export type FilterQuery = QueryOf<typeof apiTransactions.totals>;
type ListMeta = MetaOf<typeof apiTransactions.ofCompany>;
export type List = { data: ApiTransaction[]; meta: ListMeta };

export async function readList(db: Db, companyId: string, query: ListQuery): Promise<List> {
  const words = await findPresentWords(db, companyId);
  if (!words) throw notFound('Company not found');
  const filters = await filtersOf(db, companyId, query);
  const { limit = maxListedApiTransactions, after } = query;
  // A search stops after this many matches.
  const most = filters.search ? maxListedApiTransactions : maxCountedApiTransactions;
  const found = after
    ? await readBelow(db, filters, { after, limit, most })
    : await readNumbered(db, filters, { page: query.page ?? 1, limit, most });
  const rows = found.rows.slice(0, limit);
  const isCapped = found.rows.length > limit;
  const searchedTo = filters.search ? await findSearchedTo(db, filters) : null;
  return {
    data: rows.map(toApiTransaction),
    meta: {
      totalCount: Math.min(found.total, most),
      isCountExact: found.total <= most && searchedTo === null && !filters.hits.isCut,
      page: found.page,
      isCapped,
      nextAfter: (isCapped && rows.at(-1)?.id) || null,
      searchedTo: searchedTo?.toISOString() ?? null,
      ...words,
    },
  };
}

interface Slice {
  /** The `nextAfter` of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/** Page by page to the oldest, each row once: a search goes on where the page before stopped looking. */
export async function readRequests(
  db: Db,
  companyId: string,
  query: FilterQuery,
  { after, limit }: Slice,
): Promise<{ data: ApiTransaction[]; nextAfter: string | null }> {
  if (!(await companyExists(db, companyId))) throw notFound('Company not found');
  const filters = await filtersOf(db, companyId, query);
  const isSearch = filters.search !== '';
  const found = isSearch
    ? await searchBelow(db, filters, { after, limit: limit + 1, walk: mostWalked })
    : { rows: await listBelow(db, filters, after, limit + 1), walked: 0, lastId: null };
  const data = found.rows.slice(0, limit).map(toApiTransaction);
  const isFull = found.rows.length > limit;
  const isCutShort = found.walked >= mostWalked;
  const last = isFull ? found.rows[limit - 1]?.id : isCutShort ? found.lastId : null;
  return { data, nextAfter: last ?? null };
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

/** Of more than one call looks through, only their number is told. */
export async function readApiTotals(
  db: Db,
  companyId: string,
  query: FilterQuery,
): Promise<TransactionTotals> {
  if (!(await companyExists(db, companyId))) throw notFound('Company not found');
  const filters = await filtersOf(db, companyId, query);
  const most = mostWalked;
  const totals = await totalApiTransactions(db, filters, most + 1);
  const count = totals?.count ?? 0;
  const isWhole = filters.search === '' || (await findSearchedTo(db, filters)) === null;
  if (!totals || count > most || filters.hits.isCut || !isWhole) {
    return { count: Math.min(count, most), isExact: false, ...unknownSums };
  }
  const { status } = filters;
  if (status !== null && status !== 'SUCCESS') {
    const sumsOf = status === 'FAILED' ? 'failed' : 'pending';
    const amounts = { credits: toUgx(totals.credits), debits: toUgx(totals.debits) };
    const leftOut = sumsOf === 'failed' ? totals.left_out : null;
    return { ...unknownSums, count, isExact: true, sumsOf, ...amounts, leftOut };
  }
  const [credits, debits, fees] = [totals.credits, totals.debits, totals.fees].map(BigInt);
  return {
    count,
    isExact: true,
    credits: toUgx(totals.credits),
    debits: toUgx(totals.debits),
    fees: toUgx(totals.fees),
    ownFees: 0,
    net: toUgx(String((credits ?? 0n) - (debits ?? 0n) - (fees ?? 0n))),
    leftOut: totals.left_out,
  };
}

/** Of any number up to `most`, which takes a few hundred milliseconds; null for a search that was cut short. */
export async function countRequests(
  db: Db,
  companyId: string,
  query: FilterQuery,
  most: number,
): Promise<number | null> {
  const totals = await readApiTotals(db, companyId, query);
  if (totals.isExact) return totals.count;
  const filters = await filtersOf(db, companyId, query);
  return filters.search === '' ? countApiTransactions(db, filters, most) : null;
}

async function filtersOf(
  db: Db,
  companyId: string,
  query: FilterQuery,
): Promise<ApiTransactionFilters> {
  const search = query.search ?? '';
  const dateBy = query.dateBy ?? 'created';
  const days = openRangeOf(query);
  const created = createdIds(days, dateBy);
  const { phone, words, hits } = await searchedBy(db, search, {
    companyId,
    of: 'payments',
    created,
  });
  return {
    companyId,
    search: words,
    phone: phone?.slice(1) ?? null,
    hits,
    status: query.status || null,
    network: query.network || null,
    direction: query.direction ?? null,
    accountId: query.accountId ?? null,
    productId: query.productId ?? null,
    dateBy,
    ...amountRangeOf(query),
    ...days,
  };
}
