import * as z from 'zod/mini';
import { company } from './access.ts';
import { accountKinds } from './accounting.ts';
import { apiTransactionFilters } from './api-transactions.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, idParams, oneOf } from './fields.ts';
import { networkNames } from './payments.ts';
import { settlementStates } from './settlement.ts';
import { transactionFilters } from './transaction-list.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportStates = ['waiting', 'writing', 'done', 'failed'] as const;

/** An Excel sheet has a little more than a million rows. */
export const maxExportedRows = 500_000;
export const exportLifeHours = 24;

/** What narrows each list that can be exported: the query of its call. */
export const exportedLists = {
  transactions: z.strictObject(transactionFilters),
  'api-transactions': z.strictObject({ companyId: id, ...apiTransactionFilters }),
  /** The general ledger, for staff. */
  'ledger-entries': z.strictObject({
    startDate: day,
    endDate: day,
    companyId: z.optional(id),
    /** Of one row of the trial balance. */
    kind: z.optional(oneOf(accountKinds)),
    network: z.optional(oneOf(networkNames)),
  }),
  /** A batch is the advice of what went to the bank in one file. */
  settlements: z.strictObject({
    state: z.optional(oneOf(settlementStates)),
    companyId: z.optional(id),
    batchId: z.optional(id),
    startDate: z.optional(day),
    endDate: z.optional(day),
  }),
};
export const exportedListNames = [
  'transactions',
  'api-transactions',
  'ledger-entries',
  'settlements',
] as const;
export type ExportedListName = keyof typeof exportedLists;

/** A file with everything that passes the filters of a list, which a job writes. */
export const fileExport = z.object({
  id,
  list: z.enum(exportedListNames),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  fileName: z.string(),
  /** Rows written so far, and those there were when it was asked for; null if they are too many to count. */
  rowCount: z.number(),
  totalCount: z.nullable(z.number()),
  /** There are more rows than one file may have; it has the newest ones. */
  isCut: z.boolean(),
  sizeBytes: z.number(),
  createdAt: dateTime,
  /** When it is deleted. */
  expiresAt: dateTime,
});
export type FileExport = z.infer<typeof fileExport>;

const access = company('staffRead', 'record', 'canViewTransactions');
const notFound = 'Export not found';

/** Everybody sees and downloads only their own. */
export const fileExports = {
  list: endpoint({
    method: 'GET',
    path: '/Exports',
    summary: 'List your exports of the last 24 hours, newest first',
    access,
    reply: z.array(fileExport),
  }),
  start: endpoint({
    method: 'POST',
    path: '/Exports',
    summary: 'Write everything that passes the filters of a list to a file',
    access,
    body: z.strictObject({
      list: oneOf(exportedListNames),
      format: oneOf(exportFormats),
      /** As in the query of the list's call. */
      filters: z.record(z.string(), z.string('Must be text').check(z.maxLength(200))),
    }),
    reply: fileExport,
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/Exports/{id}',
    summary: 'Get how far an export is',
    access,
    params: idParams,
    reply: fileExport,
    notFound,
  }),
  file: endpoint({
    method: 'GET',
    path: '/Exports/{id}/file',
    summary: 'Download the file of an export that is done',
    access,
    params: idParams,
    reply: z.string(),
    replyType: 'application/octet-stream',
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Exports/{id}',
    summary: 'Cancel an export, or delete its file',
    access,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
