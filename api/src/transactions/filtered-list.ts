import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { ListedTransaction, transactions } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { openRangeOf } from '../http/day-range.ts';
import {
  listFiltered,
  totalFiltered,
  type FilteredRow,
  type TransactionFilters,
} from './filtered.queries.ts';
import { totalFigures } from './figure-totals.queries.ts';
import { toTransaction } from './transaction-view.ts';

type ListQuery = QueryOf<typeof transactions.list>;
type FilterQuery = QueryOf<typeof transactions.totals>;

export interface FilteredList {
  data: ListedTransaction[];
  meta: MetaOf<typeof transactions.list>;
}

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The most transactions that one call looks through: no index covers every combination of filters, and
 * 20,000 rows are read in a few tens of milliseconds.
 */
const mostWalked = 20_000;
/** Looked through first: with few filters, the rows of a page are among them. */
const firstWalked = 500;

export async function readFiltered(
  db: Db,
  { limit, after = aboveAll, ...query }: ListQuery,
  walk = mostWalked,
): Promise<FilteredList> {
  const filters = filtersOf(query);
  // One row more than returned shows whether there are more.
  const look = (most: number) =>
    listFiltered(db, filters, { belowId: after, limit: limit + 1, walk: most });
  const near = Math.min(walk, firstWalked);
  const first = await look(near);
  const isEnough = first.rows.length > limit || first.walked < near || near === walk;
  const found = isEnough ? first : await look(walk);
  const rows = found.rows.slice(0, limit);
  const isFull = found.rows.length > limit;
  const isCutShort = !isFull && found.walked >= walk;
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

export async function readTotals(
  db: Db,
  query: FilterQuery,
  walk = mostWalked,
): Promise<TransactionTotals> {
  const totals = await totalFiltered(db, filtersOf(query), { belowId: aboveAll, walk: walk + 1 });
  if (!totals || totals.walked > walk) return readMany(db, query, totals?.count ?? 0);
  return {
    count: totals.count,
    isExact: true,
    credits: toUgx(totals.credits),
    debits: toUgx(totals.debits),
    fees: toUgx(totals.fees),
    net: toUgx(totals.net),
    leftOut: totals.left_out,
  };
}

/** More than can be added up: the daily figures know those that are narrowed by nothing else. */
async function readMany(
  db: Db,
  { companyId, type, status, startDate, endDate, ...others }: FilterQuery,
  counted: number,
): Promise<TransactionTotals> {
  const unknown = { credits: null, debits: null, fees: null, net: null, leftOut: null };
  const isNarrowed = Object.values(others).some((value) => value !== undefined && value !== '');
  const figures = isNarrowed
    ? undefined
    : await totalFigures(db, {
        companyId: companyId ?? null,
        type: type ?? null,
        status: status ?? null,
        startDate: startDate ?? null,
        endDate: endDate ?? null,
      });
  if (!figures) return { count: counted, isExact: false, ...unknown };
  return {
    ...unknown,
    count: figures.count,
    isExact: true,
    credits: toUgx(figures.credits),
    debits: toUgx(figures.debits),
  };
}

function filtersOf(query: FilterQuery): TransactionFilters {
  const { minAmount, maxAmount } = query;
  return {
    companyId: query.companyId ?? null,
    accountId: query.accountId ?? null,
    type: query.type ?? null,
    status: query.status ?? null,
    kind: query.kind ?? null,
    network: query.network || null,
    phone: query.phone ?? null,
    minAmount: minAmount === undefined ? null : BigInt(minAmount) * 100n,
    // Up to the last hundredth of the whole shilling.
    maxAmount: maxAmount === undefined ? null : BigInt(maxAmount) * 100n + 99n,
    ...openRangeOf(query),
  };
}

function toListed(row: FilteredRow): ListedTransaction {
  return {
    ...toTransaction(row),
    companyId: row.company_id,
    companyName: row.company_name,
    kind: row.kind,
  };
}
