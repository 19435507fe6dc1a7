import type { Transaction } from '@sente/contract/transactions';
import type { DateKind } from '@sente/contract/transaction-kinds';

interface Part<Row> {
  readonly rows: readonly Row[];
  /** Set if the server stopped looking at this time, and goes on there. */
  readonly searchedTo: string | null;
}

/**
 * The rows of all parts, newest first. What an index finds for a search is in the first part, however old it is,
 * and again in the part that has its time.
 */
export function loadedRows<Row extends Transaction>(
  parts: readonly Part<Row>[],
  dateBy: DateKind,
): readonly Row[] {
  const rows = parts.flatMap((part) => part.rows);
  if (parts.every(({ searchedTo }) => searchedTo === null)) return rows;
  const timeOf = ({ date, finishedAt }: Row): string =>
    dateBy === 'finished' ? (finishedAt ?? '') : date;
  const each = [...new Map(rows.map((row) => [row.id, row])).values()];
  return each.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
}
