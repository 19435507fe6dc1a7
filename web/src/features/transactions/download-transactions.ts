import { reversalText } from '@sente/contract/movement-words';
import type { SystemTransaction } from '@sente/contract/system-transactions';
import { downloadCsv } from '../../lib/download-csv.ts';
import { kampalaDay, kampalaTime } from '../../lib/kampala.ts';

/** The columns of the table, with the full id and the exact time, and what a reversal belongs to. */
export function downloadTransactions(rows: readonly SystemTransaction[]): void {
  downloadCsv(
    `transactions-${kampalaDay()}.csv`,
    [
      'Company',
      'Transaction ID',
      'Type',
      'Amount',
      'Fee',
      'Net',
      'Status',
      'Date',
      'Finished',
      'Reversal',
    ],
    rows.map((row) => [
      row.company,
      row.id,
      row.type,
      row.amount,
      row.fee,
      row.net,
      row.status,
      kampalaTime(row.date),
      row.finishedAt && kampalaTime(row.finishedAt),
      reversalText(row),
    ]),
  );
}
