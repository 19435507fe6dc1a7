import { failureReason } from '@sente/contract/failure-reason';
import type { Transaction } from '@sente/contract/transactions';
import { daysOfRange } from '../../lib/day-range.ts';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { kampalaTime } from '../../lib/kampala.ts';
import { reversalText, statusWord, typeWord } from '@sente/contract/movement-words';
import { fetchPart, type TransactionListRequest } from './company-transaction-queries.ts';

const columns: readonly ExportColumn<Transaction>[] = [
  ['Created', ({ date }) => kampalaTime(date)],
  ['Finished', ({ finishedAt }) => finishedAt && kampalaTime(finishedAt)],
  ['Transaction ID', ({ id }) => id],
  ['Description', ({ description }) => description],
  ['Reference', ({ reference }) => reference],
  ['Account', ({ accountName }) => accountName],
  ['Account Number', ({ accountNumber }) => accountNumber],
  ['Type', ({ type }) => typeWord(type)],
  ['Amount (UGX)', ({ amount }) => amount],
  ['Fee (UGX)', ({ fee }) => fee],
  ['Net (UGX)', ({ net }) => net],
  ['Phone Number', ({ phoneNumber }) => phoneNumber],
  ['Network', ({ network }) => network],
  ['Status', ({ status }) => statusWord(status)],
  ['Reversal', reversalText],
  ['In Figures', isInFigures],
  ['Failure Reason', ({ status, reason }) => (status === 'failed' ? failureReason(reason) : '')],
];

/** Whether dashboards, charts and reports count it. */
function isInFigures({ status, isLeftOut }: Transaction): 'Yes' | 'No' {
  return status === 'completed' && !isLeftOut ? 'Yes' : 'No';
}

/** All rows that match the filters, with the day that counts in the name of the file. */
export function transactionsToExport(
  companyId: string,
  request: TransactionListRequest,
): ExportedList<Transaction> {
  const days = daysOfRange(request.range);
  return {
    fileName: `transactions-${request.dateBy}-${days.startDate}-${days.endDate}.csv`,
    columns,
    fetchPage: async (after, signal) => {
      const part = await fetchPart(companyId, request, { after, signal, days });
      const { rows, totalCount, isCountExact, nextAfter } = part;
      return { rows, total: isCountExact ? totalCount : null, nextAfter };
    },
  };
}
