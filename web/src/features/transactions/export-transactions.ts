import type { Transaction } from '@sente/contract/transactions';
import { daysOfRange } from '../../lib/day-range.ts';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { kampalaTime } from '../../lib/kampala.ts';
import { statusWord } from '../../ui/status-badges.tsx';
import { fetchPart, type TransactionListRequest } from './company-transaction-queries.ts';
import { reversalText } from './reversal-mark.tsx';
import { failureReason, typeName } from './transaction-texts.ts';

const columns: readonly ExportColumn<Transaction>[] = [
  ['Date', ({ date }) => kampalaTime(date)],
  ['Transaction ID', ({ id }) => id],
  ['Description', ({ description }) => description],
  ['Reference', ({ reference }) => reference],
  ['Account', ({ accountName }) => accountName],
  ['Account Number', ({ accountNumber }) => accountNumber],
  ['Type', ({ type }) => typeName(type)],
  ['Amount (UGX)', ({ amount }) => amount],
  ['Fee (UGX)', ({ fee, status }) => (status === 'failed' ? 0 : (fee ?? 0))],
  ['Phone Number', ({ phoneNumber }) => phoneNumber],
  ['Network', ({ network }) => network],
  ['Status', ({ status }) => statusWord(status)],
  ['Reversal', reversalText],
  ['Failure Reason', ({ status, reason }) => (status === 'failed' ? failureReason(reason) : '')],
];

/** All rows that match the filters; the days are resolved when it starts. */
export function transactionsToExport(
  companyId: string,
  request: TransactionListRequest,
): ExportedList<Transaction> {
  const days = daysOfRange(request.range);
  return {
    fileName: `transactions-${days.startDate}-${days.endDate}.csv`,
    columns,
    fetchPage: async (after, signal) => {
      const part = await fetchPart(companyId, request, { after, signal, days });
      const { rows, totalCount, isCountExact, nextAfter } = part;
      return { rows, total: isCountExact ? totalCount : null, nextAfter };
    },
  };
}
