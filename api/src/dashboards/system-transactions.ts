import type { dashboards } from '@sente/contract/dashboards';
import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import type { SystemTransaction, SystemTransactionBase } from '@sente/contract/system-transactions';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { finishCursor, finishedSpan } from '../ledger/finished.queries.ts';
import { newestSpans } from '../transactions/spans.ts';
import { amountsOf, datesOf, statusLabels, typeLabels } from '../transactions/transaction-view.ts';
import type { Figure } from './figures.ts';
import {
  listFinished,
  listNewest,
  listOpenOrFailed,
  listWithin,
  newestDays,
  type Slice,
  type SystemFilters,
  type SystemTransactionBaseRow,
  type SystemTransactionRow,
} from './system-transactions.queries.ts';

export type SystemTransactionsQuery = QueryOf<typeof dashboards.transactions>;
export interface SystemTransactionsPage {
  readonly data: SystemTransaction[];
  readonly meta: MetaOf<typeof dashboards.transactions>;
}

export const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const daysAtATime = 31;

const storedStatuses = { success: 'completed', failed: 'failed', pending: 'pending' } as const;

export async function readPage(
  db: Db,
  { type, status, dateBy, limit, after }: SystemTransactionsQuery,
): Promise<SystemTransactionsPage> {
  const stored: Figure['status'] | null = status ? storedStatuses[status] : null;
  const filters = { type: type ?? null, status: stored };
  // One row more than returned shows whether there are more.
  const found =
    dateBy === 'finished'
      ? await findFinished(db, filters, after, limit + 1)
      : await findRows(db, filters, { belowId: after ?? aboveAll, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return {
    data: rows.map(toSystemTransaction),
    meta: { nextAfter: (found.length > limit && rows.at(-1)?.id) || null },
  };
}

async function findRows(
  db: Db,
  filters: SystemFilters,
  slice: Slice,
): Promise<SystemTransactionRow[]> {
  const { type, status } = filters;
  if (status === 'failed' || status === 'pending') {
    return listOpenOrFailed(db, { type, status }, slice);
  }
  if (type === null && status === null) return listNewest(db, slice);
  return listByDays(db, filters, slice);
}

async function findFinished(
  db: Db,
  filters: SystemFilters,
  after: string | undefined,
  limit: number,
): Promise<SystemTransactionRow[]> {
  const whole = finishedSpan(0, databaseNow() + dayMs);
  return listFinished(
    db,
    filters,
    after ? { ...whole, ...(await finishCursor(db, 'transactions', after)) } : whole,
    limit,
  );
}

/** Only on days with matches, so that a few debits in a busy year are found quickly. */
async function listByDays(
  db: Db,
  filters: SystemFilters,
  { belowId, limit }: Slice,
): Promise<SystemTransactionRow[]> {
  const rows: SystemTransactionRow[] = [];
  for (let below = belowId; ;) {
    const days = await newestDays(db, filters, {
      lastDay: lastDayBelow(below),
      limit: daysAtATime,
    });
    const missing = limit - rows.length;
    rows.push(...(await listWithin(db, filters, newestSpans(days, below, missing), missing)));
    const oldest = days.at(-1);
    if (rows.length >= limit || !oldest || days.length < daysAtATime) return rows;
    below = lowestUuidV7(startOfDay(oldest.day));
  }
}

/** The day on which an id was created; the last possible day if the id contains no time. */
function lastDayBelow(id: string): string {
  const madeAtMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return kampalaDay(Math.min(madeAtMs, databaseNow() + dayMs));
}

export function toSystemTransaction(row: SystemTransactionRow): SystemTransaction {
  return {
    ...toBase(row),
    ...amountsOf(row),
    ...datesOf(row),
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
    check: row.check,
    network: row.network,
  };
}

/** Of a row whose company may be null, the result may have none. */
export function toBase<Company extends string | null = string>(
  row: Omit<SystemTransactionBaseRow, 'company_id' | 'company'> & {
    readonly company_id: Company;
    readonly company: Company;
  },
): Omit<SystemTransactionBase, 'companyId' | 'company'> & { companyId: Company; company: Company } {
  return {
    id: row.id,
    companyId: row.company_id,
    company: row.company,
    type: typeLabels[row.type],
    amount: toUgx(row.amount),
    status: statusLabels[row.status],
    date: row.created_at.toISOString(),
  };
}
