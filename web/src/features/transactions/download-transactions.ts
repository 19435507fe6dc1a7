import type { SystemTransaction } from '@sente/contract/system-transactions';
import { downloadCsv } from '../../lib/download-csv.ts';
import { kampalaDay, kampalaTime } from '../../lib/kampala.ts';

/** The six columns of the table, with the full id and the exact time. */
export function downloadTransactions(rows: readonly SystemTransaction[]): void {
  downloadCsv(
    `transactions-${kampalaDay()}.csv`,
    ['Company', 'Transaction ID', 'Type', 'Amount', 'Status', 'Date'],
    rows.map(({ company, id, type, amount, status, date }) => [
      company,
      id,
      type,
      amount,
      status,
      kampalaTime(date),
    ]),
  );
}
