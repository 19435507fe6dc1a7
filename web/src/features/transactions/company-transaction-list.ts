import type { Transaction } from '@sente/contract/transactions';
import type { DayRange } from '../../lib/day-range.ts';

const transactionsPerPage = 10;

/** What the list is asked for; all of it stands in the address. "all" of a status or type is not sent. */
export interface TransactionListRequest {
  readonly search: string;
  readonly status: 'all' | Transaction['status'];
  readonly type: 'all' | Transaction['type'];
  readonly range: DayRange;
}

/** A part of what passes the filters, newest first. */
export interface TransactionPart {
  readonly rows: readonly Transaction[];
  /** Of all parts. */
  readonly totalCount: number;
  /** False: there are more than were counted. */
  readonly isCountExact: boolean;
  readonly nextAfter: string | null;
}

/** Whether rows of the chosen days are held back. */
export function isNarrowed({ search, status, type }: TransactionListRequest): boolean {
  return search !== '' || status !== 'all' || type !== 'all';
}

/** For a server that answers every transaction of the days. */
export function filterTransactions(
  all: readonly Transaction[],
  { search, status, type }: TransactionListRequest,
): readonly Transaction[] {
  const wanted = search.trim().toLowerCase();
  return all.filter(
    (row) =>
      (status === 'all' || row.status === status) &&
      (type === 'all' || row.type === type) &&
      [row.description, row.id, row.reference].some((text) =>
        String(text ?? '')
          .toLowerCase()
          .includes(wanted),
      ),
  );
}

/** One page of what has come; a page past the end is the last one. */
export function pageOfTransactions(rows: readonly Transaction[], asked: number) {
  const pageCount = Math.max(1, Math.ceil(rows.length / transactionsPerPage));
  const page = Math.min(asked, pageCount);
  const from = (page - 1) * transactionsPerPage;
  return { page, pageCount, from, rows: rows.slice(from, from + transactionsPerPage) };
}
