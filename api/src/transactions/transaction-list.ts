import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import {
  maxListedTransactions,
  type Transaction,
  type transactions,
} from '@sente/contract/transactions';
import { companyExists } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { notFound } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import { countMatches, readFiltered } from './filtered-list.ts';
import { newestSpans } from './spans.ts';
import { toTransaction } from './transaction-view.ts';
import { countByDay, listTransactions } from './transactions.queries.ts';

export type ListQuery = QueryOf<typeof transactions.ofCompany>;
type ListMeta = MetaOf<typeof transactions.ofCompany>;
export type List = { data: Transaction[]; meta: ListMeta };

/** A company's transactions of some days, by creation or by finish. */
export async function readList(db: Db, companyId: string, query: ListQuery): Promise<List> {
  const { limit = maxListedTransactions, ...rest } = query;
  return isNarrowed(query)
    ? readNarrowed(db, companyId, { ...rest, limit })
    : readByDays(db, companyId, { ...rest, limit });
}

/** By more than the daily figures know. */
function isNarrowed({ search, accountId, kind, network, ...query }: ListQuery): boolean {
  const { minAmount, maxAmount, dateBy } = query;
  return (
    Boolean(search || accountId || kind || network) ||
    minAmount !== undefined ||
    maxAmount !== undefined ||
    dateBy === 'finished'
  );
}

type LimitedQuery = ListQuery & { readonly limit: number };

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The daily figures say on which days there are any, and how many. */
async function readByDays(db: Db, companyId: string, query: LimitedQuery): Promise<List> {
  const { status = null, type = null, limit, after = aboveAll } = query;
  const filters = { companyId, status, type };
  const days = await countByDay(db, filters, dayRangeOf(query));
  if (!days) throw notFound('Company not found');
  // One row more than returned shows whether there are more.
  const spans = newestSpans(days, after, limit + 1);
  const found = await listTransactions(db, filters, spans, limit + 1);
  const rows = found.slice(0, limit);
  const isCapped = found.length > limit;
  return {
    data: rows.map(toTransaction),
    meta: {
      totalCount: days.reduce((sum, { count }) => sum + count, 0),
      isCountExact: true,
      isCapped,
      nextAfter: (isCapped && rows.at(-1)?.id) || null,
      searchedTo: null,
    },
  };
}

async function readNarrowed(db: Db, companyId: string, query: LimitedQuery): Promise<List> {
  if (!(await companyExists(db, companyId))) throw notFound('Company not found');
  const { firstDay, lastDay } = dayRangeOf(query);
  const { limit, after, ...filters } = {
    ...query,
    companyId,
    startDate: firstDay,
    endDate: lastDay,
  };
  const { data, meta } = await readFiltered(db, { ...filters, limit, after });
  const isCapped = meta.nextAfter !== null;
  const isWhole = !after && !isCapped;
  const count = isWhole ? data.length : await countMatches(db, filters, mostCounted);
  return {
    data,
    meta: {
      totalCount: Math.min(count, maxListedTransactions),
      isCountExact: count < mostCounted && meta.searchedTo === null,
      isCapped,
      ...meta,
    },
  };
}

/** One more than reported shows whether there are more. */
const mostCounted = maxListedTransactions + 1;
