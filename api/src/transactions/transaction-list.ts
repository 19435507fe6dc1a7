import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import {
  maxListedTransactions,
  type Transaction,
  type transactions,
} from '@sente/contract/transactions';
import type { Db } from '../db/database.ts';
import { notFound } from '../http/app-error.ts';
import { dayRangeOf, type DayRange } from '../http/day-range.ts';
import { finishCursor, finishedSpan } from '../ledger/finished.queries.ts';
import { countFinished, listFinished } from './finished.queries.ts';
import { newestSpans, wholeSpan, type DayCount } from './spans.ts';
import { toTransaction } from './transaction-view.ts';
import {
  countByDay,
  countTransactions,
  listTransactions,
  type TransactionFilters,
  type TransactionRow,
} from './transactions.queries.ts';

export type ListQuery = QueryOf<typeof transactions.ofCompany>;
type ListMeta = MetaOf<typeof transactions.ofCompany>;
type Count = Pick<ListMeta, 'totalCount' | 'isCountExact'>;
export type List = { data: Transaction[]; meta: ListMeta };

/** Of a page, with one row more than wanted if there are more. */
interface Found {
  readonly rows: readonly TransactionRow[];
  /** Given the number of all matches, if the page shows it. */
  readonly count: (known: number | null) => Promise<Count>;
}

/** A company's transactions of some days, by creation or by finish. */
export async function readList(db: Db, companyId: string, query: ListQuery): Promise<List> {
  const filters = {
    companyId,
    status: query.status ?? null,
    type: query.type ?? null,
    search: query.search ?? '',
  };
  const days = await countByDay(db, filters, dayRangeOf(query));
  if (!days) throw notFound('Company not found');
  const { limit = maxListedTransactions, after } = query;
  const page = { after, wanted: limit + 1 };
  const found =
    query.dateBy === 'finished'
      ? await findByFinish(db, filters, dayRangeOf(query), page)
      : await findByCreation(db, filters, days, page);
  const rows = found.rows.slice(0, limit);
  const isCapped = found.rows.length > limit;
  return {
    data: rows.map(toTransaction),
    meta: {
      ...(await found.count(after || isCapped ? null : rows.length)),
      isCapped,
      nextAfter: (isCapped && rows.at(-1)?.id) || null,
    },
  };
}

interface Page {
  readonly after: string | undefined;
  readonly wanted: number;
}

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function findByCreation(
  db: Db,
  filters: TransactionFilters,
  days: readonly DayCount[],
  { after = aboveAll, wanted }: Page,
): Promise<Found> {
  const spans = filters.search ? wholeSpan(days, after) : newestSpans(days, after, wanted);
  return {
    rows: await listTransactions(db, filters, spans, wanted),
    // Search results are counted, because the figures do not cover them.
    count: async (known) => {
      if (filters.search === '') {
        return { totalCount: days.reduce((sum, { count }) => sum + count, 0), isCountExact: true };
      }
      const [span] = wholeSpan(days, aboveAll);
      return capped(known ?? (span ? await countTransactions(db, filters, span, mostCounted) : 0));
    },
  };
}

/** The figures count by creation, so matches by finish are counted as well. */
async function findByFinish(
  db: Db,
  filters: TransactionFilters,
  { startMs, endMs }: DayRange,
  { after, wanted }: Page,
): Promise<Found> {
  const { companyId } = filters;
  const whole = finishedSpan(startMs, endMs);
  const span = after
    ? { ...whole, ...(await finishCursor(db, 'transactions', after, companyId)) }
    : whole;
  return {
    rows: await listFinished(db, filters, span, wanted),
    count: async (known) => capped(known ?? (await countFinished(db, filters, whole, mostCounted))),
  };
}

/** One more than reported shows whether there are more. */
const mostCounted = maxListedTransactions + 1;

function capped(count: number): Count {
  return { totalCount: Math.min(count, mostCounted - 1), isCountExact: count < mostCounted };
}
