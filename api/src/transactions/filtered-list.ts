import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { unknownSums, type TransactionTotals } from '@sente/contract/transaction-list';
import type { ListedTransaction, transactions } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { amountRangeOf } from '../http/amount-range.ts';
import { openRangeOf } from '../http/day-range.ts';
import { finishCursor } from '../ledger/finished.queries.ts';
import { createdIds } from '../search/created-ids.ts';
import { findHits, searchedBy } from '../search/hits.ts';
import { totalFigures } from './figure-totals.queries.ts';
import {
  countFiltered,
  listFiltered,
  totalFiltered,
  type FilteredRow,
} from './filtered.queries.ts';
import type { ListFilters, Position } from './filtered-source.ts';
import { toTransaction } from './transaction-view.ts';

type FilterQuery = QueryOf<typeof transactions.totals>;
type ListQuery = Omit<QueryOf<typeof transactions.list>, 'limit'> & { limit: number };

export interface FilteredList {
  data: ListedTransaction[];
  meta: MetaOf<typeof transactions.list>;
}

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const start: Position = { belowId: aboveAll, belowAt: null };

/**
 * The most transactions that one call looks through: no index covers every combination of filters, and
 * 20,000 rows are read in a few tens of milliseconds.
 */
const mostWalked = 20_000;
/** Looked through first: with few filters, the rows of a page are among them. */
const firstWalked = 500;

interface Look {
  readonly walk?: number;
  /** Each row is on one page only, also what an index finds behind the place to which words were searched. */
  readonly isInOrder?: boolean;
  readonly mostHits?: number;
}

export async function readFiltered(
  db: Db,
  { limit, after, ...query }: ListQuery,
  { walk = mostWalked, isInOrder = false, mostHits }: Look = {},
): Promise<FilteredList> {
  const filters = await filtersOf(db, query, mostHits);
  const position = after === undefined ? start : await positionOf(db, after, filters);
  // One row more than returned shows whether there are more.
  const look = (most: number, withFar: boolean) =>
    listFiltered(db, filters, { position, limit: limit + 1, walk: most, withFar });
  const near = Math.min(walk, Math.max(firstWalked, limit + 1));
  const first = near < walk ? await look(near, false) : null;
  const isEnough = first !== null && (first.rows.length > limit || first.walked < near);
  const found = isEnough ? first : await look(walk, !isInOrder && hasFar(filters, after));
  const rows = found.rows.slice(0, limit);
  const isFull = found.rows.length > limit && !rows.at(-1)?.is_far;
  const isCutShort = !isEnough && !isFull && found.walked >= walk;
  return {
    data: rows.map(toListed),
    meta: {
      nextAfter: isFull
        ? (rows.at(-1)?.id ?? null)
        : isCutShort
          ? (found.oldest?.id ?? null)
          : null,
      searchedTo: isCutShort ? (found.oldest?.at.toISOString() ?? null) : null,
    },
  };
}

/** The first page shows what an index finds of any age. A number is walked along its own index. */
function hasFar({ hits, phone }: ListFilters, after?: string): boolean {
  return after === undefined && phone === null && hits.transactionIds.length > 0;
}

/** Stops counting at `most`. */
export async function countMatches(db: Db, query: FilterQuery, most: number): Promise<number> {
  const filters = await filtersOf(db, query);
  const reach = { walk: mostWalked, withFar: hasFar(filters) };
  return countFiltered(db, filters, { position: start, limit: most, ...reach });
}

export async function readTotals(
  db: Db,
  query: FilterQuery,
  walk = mostWalked,
): Promise<TransactionTotals> {
  const filters = await filtersOf(db, query);
  const reach = { walk: walk + 1, withFar: hasFar(filters) };
  const { status } = query;
  const sumsOf = status === 'completed' ? undefined : status;
  const totals = await totalFiltered(db, filters, { position: start, sumsOf, ...reach });
  if (!totals || totals.walked > walk) return readMany(db, query, totals?.count ?? 0);
  const { count } = totals;
  const [credits, debits] = [toUgx(totals.credits), toUgx(totals.debits)];
  if (sumsOf) {
    const leftOut = sumsOf === 'failed' ? totals.left_out : null;
    return { ...unknownSums, count, isExact: true, sumsOf, credits, debits, leftOut };
  }
  return {
    count,
    isExact: true,
    credits,
    debits,
    fees: toUgx(totals.fees),
    ownFees: toUgx(totals.own_fees),
    net: toUgx(totals.net),
    leftOut: totals.left_out,
  };
}

/** More than can be added up: the daily figures know those that are narrowed by nothing else. */
async function readMany(
  db: Db,
  { companyId, type, status, startDate, endDate, dateBy, ...others }: FilterQuery,
  counted: number,
): Promise<TransactionTotals> {
  const isNarrowed =
    dateBy === 'finished' ||
    Object.values(others).some((value) => value !== undefined && value !== '');
  const figures = isNarrowed
    ? undefined
    : await totalFigures(db, {
        companyId: companyId ?? null,
        type: type ?? null,
        status: status ?? null,
        startDate: startDate ?? null,
        endDate: endDate ?? null,
      });
  if (!figures) return { count: counted, isExact: false, ...unknownSums };
  return {
    ...unknownSums,
    count: figures.count,
    isExact: true,
    ...(status && status !== 'completed' && { sumsOf: status }),
    credits: toUgx(figures.credits),
    debits: toUgx(figures.debits),
  };
}

async function positionOf(
  db: Db,
  after: string,
  { dateBy, companyId }: ListFilters,
): Promise<Position> {
  if (dateBy === 'created') return { belowId: after, belowAt: null };
  return finishCursor(db, 'transactions', after, companyId);
}

async function filtersOf(db: Db, query: FilterQuery, most?: number): Promise<ListFilters> {
  const search = query.search ?? '';
  const companyId = query.companyId ?? null;
  const dateBy = query.dateBy ?? 'created';
  const days = openRangeOf(query);
  const created = createdIds(days, dateBy);
  const of = { companyId, of: 'transactions', created, most } as const;
  const { phone, words, hits } =
    query.phone === undefined
      ? await searchedBy(db, search, of)
      : { phone: query.phone, words: search, hits: await findHits(db, search, of) };
  return {
    companyId,
    accountId: query.accountId ?? null,
    type: query.type ?? null,
    status: query.status ?? null,
    kind: query.kind ?? null,
    network: query.network || null,
    phone,
    search: words,
    hits,
    dateBy,
    ...amountRangeOf(query),
    ...days,
  };
}

function toListed(row: FilteredRow): ListedTransaction {
  return {
    ...toTransaction(row),
    companyId: row.company_id,
    companyName: row.company_name,
  };
}
