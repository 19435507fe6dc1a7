import { phoneDigits } from '@sente/contract/phone';
import type { Db } from '../db/database.ts';
import { finishedRows, finishedValues, type FinishedSpan } from '../ledger/finished.queries.ts';
import {
  detailColumns,
  detailJoins,
  matchingSearch,
  type TransactionFilters,
  type TransactionRow,
} from './transactions.queries.ts';

const ofCompany = `t.company_id = $5 and ${matchingSearch('$6', '$7')}`;

function valuesOf({ companyId, search }: TransactionFilters): unknown[] {
  return [companyId, search, phoneDigits(search)];
}

/** Matching transactions of a company, the last finished first. */
export async function listFinished(
  db: Db,
  filters: TransactionFilters,
  span: FinishedSpan,
  limit: number,
): Promise<TransactionRow[]> {
  const found = finishedRows(filters, ofCompany);
  if (!found) return [];
  return db.rows<TransactionRow>(
    `select ${detailColumns} from (${found}) t ${detailJoins}
     order by t.finished_at desc, t.id desc`,
    [...finishedValues(span, limit), ...valuesOf(filters)],
  );
}

/** Stops counting at the limit. */
export async function countFinished(
  db: Db,
  filters: TransactionFilters,
  span: FinishedSpan,
  limit: number,
): Promise<number> {
  const found = finishedRows(filters, ofCompany);
  if (!found) return 0;
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (${found}) found`,
    [...finishedValues(span, limit), ...valuesOf(filters)],
  );
  return row?.count ?? 0;
}
