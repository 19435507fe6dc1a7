import { reversalText } from '@sente/contract/movement-words';
import type { ApiTransaction } from '@sente/contract/api-transactions';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { kampalaDay, kampalaTime } from '../../lib/kampala.ts';
import { fetchForExport, type ApiTransactionFilters } from './api-transaction-queries.ts';
import { directionWord } from './direction-mark.tsx';

const columns: readonly ExportColumn<ApiTransaction>[] = [
  ['Created', (row) => kampalaTime(row.record_date)],
  ['Finished', (row) => row.finished_date && kampalaTime(row.finished_date)],
  ['Transaction ID', (row) => row.transaction_id],
  ['Record ID', (row) => row.record_id],
  ['Request', (row) => directionWord(row.direction)],
  ['Reference', (row) => row.reference],
  ['Phone Number', (row) => row.phone_number],
  ['Network', (row) => row.network],
  ['Amount (UGX)', (row) => row.transaction_amount],
  ['Fee (UGX)', (row) => row.fee],
  ['Net (UGX)', (row) => row.net],
  ['Status', (row) => row.status],
  ['Reversal', (row) => reversalText({ reversalOf: null, reversedBy: row.reversed_by })],
  ['Third Party Notified', notifiedWord],
];

export function notifiedWord(row: Pick<ApiTransaction, 'thirdparty_notified'>): 'Yes' | 'No' {
  return row.thirdparty_notified === '1' ? 'Yes' : 'No';
}

export function apiTransactionsToExport(
  companyId: string,
  filters: ApiTransactionFilters,
): ExportedList<ApiTransaction> {
  return {
    fileName: `api-transactions-${filters.dateBy}-${kampalaDay()}.csv`,
    columns,
    fetchPage: (after, signal) => fetchForExport(companyId, filters, after, signal),
  };
}
