import { maxListedApiTransactions, type ApiTransaction } from '@sente/contract/api-transactions';
import { failureReason } from '@sente/contract/failure-reason';
import {
  exportedLists,
  maxExportedRows,
  type ExportedListName,
} from '@sente/contract/file-exports';
import { kindWord, statusWord, typeWord, reversalText } from '@sente/contract/movement-words';
import { checkText } from '@sente/contract/payment-check';
import { settlementWord } from '@sente/contract/settlement';
import type { ListedTransaction } from '@sente/contract/transactions';
import * as z from 'zod';
import { countRequests, readRequests } from '../api-transactions/api-transaction-list.ts';
import {
  accountOf,
  countLines,
  creditOf,
  debitOf,
  readLines,
  type LedgerLine,
} from '../accounting/general-ledger.ts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import {
  countSettlements,
  readSettlements,
  type ExportedSettlement,
} from '../settlements/settlement-export.ts';
import { readFiltered, readTotals } from '../transactions/filtered-list.ts';
import type { Cell } from './file-format.ts';

export interface Page {
  readonly rows: readonly (readonly Cell[])[];
  readonly nextAfter: string | null;
}

interface ExportedList {
  readonly name: string;
  /** The company's own export has no column with its name. */
  headers(isOfAll: boolean): readonly string[];
  /** Null if there are too many to count. */
  count(db: Db, filters: unknown): Promise<number | null>;
  /** `seesNumbers`: whole numbers of bank accounts, as whoever lets the money go sees them. */
  read(
    db: Db,
    filters: unknown,
    after: string | null,
    isOfAll: boolean,
    seesNumbers: boolean,
  ): Promise<Page>;
}

type Column<Row> = readonly [header: string, valueOf: (row: Row) => Cell];

const time = (value: string | null): Date | null => (value === null ? null : new Date(value));

const transactionColumns: readonly Column<ListedTransaction>[] = [
  ['Created', ({ date }) => time(date)],
  ['Finished', ({ finishedAt }) => time(finishedAt)],
  ['Phone Number', ({ phoneNumber }) => phoneNumber],
  ['Network', ({ network }) => network],
  ['Type', ({ type }) => typeWord(type)],
  ['Amount (UGX)', ({ amount }) => amount],
  ['Fee (UGX)', ({ fee }) => fee],
  ['Of Which Tax (UGX)', ({ tax }) => tax],
  ['Net (UGX)', ({ net }) => net],
  ['Status', ({ status }) => statusWord(status)],
  ['Kind', ({ kind }) => kindWord(kind)],
  ['Company', ({ companyName }) => companyName],
  ['Account', ({ accountName }) => accountName],
  ['Account Number', ({ accountNumber }) => accountNumber],
  ['Description', ({ description }) => description],
  ['Reference', ({ reference }) => reference],
  ['Reversal', reversalText],
  // Sums of these rows equal the sums above the list, and those of dashboards and reports.
  ['In Figures', ({ status, isLeftOut }) => (status === 'completed' && !isLeftOut ? 'Yes' : 'No')],
  ['Failure Reason', ({ status, reason }) => (status === 'failed' ? failureReason(reason) : '')],
  ['Check', checkText],
  ['Transaction ID', ({ id }) => id],
];

const apiTransactionColumns: readonly Column<ApiTransaction>[] = [
  ['Created', (row) => time(row.record_date)],
  ['Finished', (row) => time(row.finished_date)],
  ['Phone Number', (row) => row.phone_number],
  ['Network', (row) => row.network],
  ['Request', (row) => kindWord(row.direction)],
  ['Amount (UGX)', (row) => row.transaction_amount],
  ['Fee (UGX)', (row) => row.fee],
  ['Of Which Tax (UGX)', (row) => row.tax],
  ['Net (UGX)', (row) => row.net],
  ['Status', (row) => statusWord(row.status)],
  ['Reference', (row) => row.reference],
  ['Reversal', (row) => reversalText({ reversalOf: null, reversedBy: row.reversed_by })],
  ['Check', checkText],
  ['Third Party Notified', (row) => (row.thirdparty_notified === '1' ? 'Yes' : 'No')],
  ['Transaction ID', (row) => row.transaction_id],
  ['Record ID', (row) => row.record_id],
];

const rowsAtOnce = maxListedApiTransactions;

/** The filters are parsed again, because they were stored as the caller sent them. */
export const listsToExport: Readonly<Record<ExportedListName, ExportedList>> = {
  transactions: {
    name: 'transactions',
    headers: (isOfAll) => headersOf(columnsFor(transactionColumns, isOfAll)),
    async count(db, filters) {
      const totals = await readTotals(db, z.parse(exportedLists.transactions, filters));
      return totals.isExact ? totals.count : null;
    },
    async read(db, filters, after, isOfAll) {
      const query = z.parse(exportedLists.transactions, filters);
      const place = { limit: rowsAtOnce, ...(after && { after }) };
      const page = await readFiltered(db, { ...query, ...place }, { isInOrder: true });
      return {
        rows: cellsOf(columnsFor(transactionColumns, isOfAll), page.data),
        nextAfter: page.meta.nextAfter,
      };
    },
  },
  'api-transactions': {
    name: 'api-transactions',
    headers: () => headersOf(apiTransactionColumns),
    async count(db, filters) {
      const { companyId, ...query } = z.parse(exportedLists['api-transactions'], filters);
      return countRequests(db, companyId, query, maxExportedRows);
    },
    async read(db, filters, after) {
      const { companyId, ...query } = z.parse(exportedLists['api-transactions'], filters);
      const page = await readRequests(db, companyId, query, { after, limit: rowsAtOnce });
      return { rows: cellsOf(apiTransactionColumns, page.data), nextAfter: page.nextAfter };
    },
  },
  'ledger-entries': {
    name: 'general-ledger',
    headers: () => headersOf(ledgerColumns),
    count: (db, filters) =>
      countLines(db, z.parse(exportedLists['ledger-entries'], filters), maxExportedRows),
    async read(db, filters, after) {
      const range = z.parse(exportedLists['ledger-entries'], filters);
      const { lines, nextAfter } = await readLines(db, range, after);
      return { rows: cellsOf(ledgerColumns, lines), nextAfter };
    },
  },
  settlements: {
    name: 'settlements',
    headers: (isOfAll) => headersOf(columnsFor(settlementColumns, isOfAll)),
    count: (db, filters) => countSettlements(db, settlementsIn(filters)),
    async read(db, filters, after, isOfAll, seesNumbers) {
      const wanted = settlementsIn(filters);
      const page = await readSettlements(db, wanted, after, rowsAtOnce, seesNumbers);
      const columns = columnsFor(settlementColumns, isOfAll);
      return { rows: cellsOf(columns, page.rows), nextAfter: page.nextAfter };
    },
  },
};

const settlementColumns: readonly Column<ExportedSettlement>[] = [
  ['Requested', (row) => row.requested_at],
  ['Reference', (row) => row.reference],
  ['Company', (row) => row.company_name],
  ['Account', (row) => row.account_name],
  ['Account Number', (row) => row.account_number],
  ['Bank', (row) => row.bank],
  ['Bank Account Name', (row) => row.bank_account_name],
  ['Bank Account Number', (row) => row.bankAccount],
  ['Arrives (UGX)', (row) => toUgx(row.amount)],
  ['Fee (UGX)', (row) => toUgx(row.fee)],
  ['Of Which Tax (UGX)', (row) => row.tax],
  ['Account Pays (UGX)', (row) => toUgx(String(BigInt(row.amount) + BigInt(row.fee)))],
  ['State', (row) => settlementWord({ state: row.state, isAtBank: row.is_at_bank })],
  ['Bank Reference', (row) => row.bank_reference],
  ['Paid', (row) => row.paid_at],
  ['Returned or Cancelled', (row) => row.ended_at],
  ['Reason', (row) => row.reason],
  ['Transaction ID', (row) => row.transaction_id],
];

function settlementsIn(filters: unknown) {
  const query = z.parse(exportedLists.settlements, filters);
  const { state = null, companyId = null, batchId = null } = query;
  const { startDate = null, endDate = null } = query;
  return { state, companyId, batchId, startDate, endDate };
}

const ledgerColumns: readonly Column<LedgerLine>[] = [
  ['Date', (line) => line.moved_at],
  ['Company', (line) => line.company_name],
  ['Account', accountOf],
  ['Account Number', (line) => line.account_number],
  ['Account Kind', (line) => line.kind],
  ['Debit (UGX)', debitOf],
  ['Credit (UGX)', creditOf],
  ['Balance After (UGX)', (line) => toUgx(line.balance_after)],
  ['Entry', (line) => Number(line.number)],
  ['Kind', (line) => kindWord(line.transaction_kind)],
  ['Description', (line) => line.description],
  ['Reference', (line) => line.reference],
  ['Corrects', (line) => line.corrects_day],
  ['Transaction ID', (line) => line.transactionId],
  ['Hash', (line) => line.hash],
];

function columnsFor<Row>(
  columns: readonly Column<Row>[],
  isOfAll: boolean,
): readonly Column<Row>[] {
  return isOfAll ? columns : columns.filter(([name]) => name !== 'Company');
}

function headersOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.map(([header]) => header);
}

function cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Cell[][] {
  return rows.map((row) => columns.map(([, valueOf]) => valueOf(row)));
}
