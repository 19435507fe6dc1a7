import { failureReason } from '@sente/contract/failure-reason';
import type { ListedTransaction } from '@sente/contract/transactions';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { kampalaDay, kampalaTime } from '../../lib/kampala.ts';
import { kindWord, reversalText, statusWord, typeWord } from '@sente/contract/movement-words';
import { fetchForExport, type ListQuery } from './all-transactions-queries.ts';

const columns: readonly ExportColumn<ListedTransaction>[] = [
  ['Created', ({ date }) => kampalaTime(date)],
  ['Finished', ({ finishedAt }) => finishedAt && kampalaTime(finishedAt)],
  ['Phone Number', ({ phoneNumber }) => phoneNumber],
  ['Network', ({ network }) => network],
  ['Type', ({ type }) => typeWord(type)],
  ['Amount (UGX)', ({ amount }) => amount],
  ['Fee (UGX)', ({ fee }) => fee],
  ['Net (UGX)', ({ net }) => net],
  ['Status', ({ status }) => statusWord(status)],
  ['Kind', ({ kind }) => kindWord(kind)],
  ['Company', ({ companyName }) => companyName],
  ['Account', ({ accountName }) => accountName],
  ['Account Number', ({ accountNumber }) => accountNumber],
  ['Description', ({ description }) => description],
  ['Reference', ({ reference }) => reference],
  ['Reversal', reversalText],
  // Sums of these rows equal the sums above the list.
  ['In Figures', ({ status, isLeftOut }) => (status === 'completed' && !isLeftOut ? 'Yes' : 'No')],
  ['Failure Reason', ({ status, reason }) => (status === 'failed' ? failureReason(reason) : '')],
  ['Transaction ID', ({ id }) => id],
];

/** Everything that passes the filters, not only what was loaded. */
export function allTransactionsToExport(query: ListQuery): ExportedList<ListedTransaction> {
  return {
    fileName: `transactions-${kampalaDay()}.csv`,
    columns,
    fetchPage: (after, signal) => fetchForExport(query, after, signal),
  };
}
