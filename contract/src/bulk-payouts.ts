import * as z from 'zod/mini';
import { company, ownCompany } from './access.ts';
import { payoutApprovals } from './approval-kinds.ts';
import { emptyBulkFile } from './bulk-header.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery, searchText } from './paging.ts';

/** In one bulk payout. */
export const maxBulkLines = 10_000;
export const bulkNameMaxLength = 100;
/** 10,000 lines with long names and references. */
export const bulkBodyLimitBytes = 4 * 1024 * 1024;

/** draft: checked, and not asked for yet; waiting: for approval; refused: not approved, or faulty. */
export const bulkStates = [
  'checking',
  'draft',
  'waiting',
  'running',
  'finished',
  'cancelled',
  'refused',
] as const;
export type BulkState = (typeof bulkStates)[number];

/** left-out: faulty when the others were asked for; pending: under way, from the approval of the whole on. */
export const bulkLineStates = [
  'unchecked',
  'ok',
  'faulty',
  'left-out',
  'pending',
  'paid',
  'failed',
] as const;
export type BulkLineState = (typeof bulkLineStates)[number];

/** What a list of lines shows. */
export const bulkLineViews = ['all', 'faulty', 'warned', 'pending', 'paid', 'failed'] as const;
export type BulkLineView = (typeof bulkLineViews)[number];

const otherNameStart = 'The file says ';
/** Of a line whose number is of somebody with another name. */
export const otherNameText = (given: string, network: string, found: string): string =>
  `${otherNameStart}${given}, ${network} says ${found}`;
export const isOtherName = (warning: string): boolean => warning.startsWith(otherNameStart);

export const bulkPayout = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  state: z.enum(bulkStates),
  origin: z.enum(['api', 'portal']),
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  lineCount: z.number(),
  /** How far the check is. */
  checkedCount: z.number(),
  /** Lines without a fault, and how many of them have something to look at. */
  okCount: z.number(),
  warnedCount: z.number(),
  faultyCount: z.number(),
  /** Of the lines without a fault. */
  amount: money,
  /** What they cost, taxes included, and what of it is tax. */
  fee: money,
  tax: money,
  /** That can be spent on the account now. */
  available: money,
  /** Whose approval it needs; before it is submitted, whose it would need. */
  needs: z.enum(payoutApprovals),
  pendingCount: z.number(),
  paidCount: z.number(),
  paidAmount: money,
  failedCount: z.number(),
  /** Failed ones that the network says it paid after all: people decide, and they are not paid again meanwhile. */
  doubtedCount: z.number(),
  /** Null: ordered by the company's systems. */
  createdBy: z.nullable(z.string()),
  createdAt: dateTime,
  submittedAt: z.nullable(dateTime),
  finishedAt: z.nullable(dateTime),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** The one whose failed lines it pays, and the one that pays those of this. */
  retryOf: z.nullable(id),
  retriedBy: z.nullable(id),
  /** Before it is paid: the one that was asked for earlier and pays the same lines, and how many of them. */
  doubled: z.nullable(z.object({ id, name: z.string(), createdAt: dateTime, count: z.number() })),
  /** Payouts of the company are stopped: they wait until they are released. */
  isBraked: z.boolean(),
});
export type BulkPayout = z.infer<typeof bulkPayout>;

export const bulkLine = z.object({
  /** Of the file, from 1. */
  number: z.number(),
  /** +256772123456; as it was written if it is no number. */
  phoneNumber: z.string(),
  network: z.nullable(z.string()),
  /** Null if it was no amount; then `amountText` is what was written. */
  amount: z.nullable(money),
  amountText: z.string(),
  /** As the company wrote it, and as the network has it. */
  name: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  fee: money,
  state: z.enum(bulkLineStates),
  /** Why it cannot be paid. */
  faults: z.array(z.string()),
  /** What somebody should look at. */
  warnings: z.array(z.string()),
  /** Of its page, once it is a payment. */
  transactionId: z.nullable(id),
  networkReference: z.nullable(z.string()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
});
export type BulkLine = z.infer<typeof bulkLine>;

export const newBulkBody = z.strictObject({
  accountId: id,
  name: requiredText('Name is required', bulkNameMaxLength),
  /** With a header: phone, amount, and if wanted name, network and reference. */
  file: z.string('The file is required').check(z.minLength(1, emptyBulkFile)),
  /** A draft that is cancelled because of this one. */
  replaces: z.optional(id),
  /** The same again, because the answer was lost, is answered with the first. */
  idempotencyKey: z.optional(id),
});

const notFound = 'Bulk payout not found';
const askers = ownCompany('canManageAccounts');
const readers = company('staffRead', 'record', 'canManageAccounts', 'canApprovePayouts');

/** Payouts to many numbers, checked first, approved together, and paid one by one. */
export const bulkPayouts = {
  list: endpoint({
    method: 'GET',
    path: '/BulkPayouts',
    summary: "List the company's bulk payouts, newest first",
    access: ownCompany('canManageAccounts', 'canApprovePayouts'),
    query: z.strictObject({
      state: z.optional(oneOf(bulkStates)),
      /** In the name. */
      search: z.optional(searchText),
      ...pageQuery,
    }),
    reply: z.array(bulkPayout),
    meta: z.object(pageMeta),
  }),
  create: endpoint({
    method: 'POST',
    path: '/BulkPayouts',
    summary:
      'Upload the lines of a bulk payout as CSV text; every line is checked, and nothing is paid yet',
    access: askers,
    bodyLimitBytes: bulkBodyLimitBytes,
    body: newBulkBody,
    reply: bulkPayout,
    notFound,
  }),
  get: endpoint({
    method: 'GET',
    path: '/BulkPayouts/{id}',
    summary: 'Get a bulk payout with its progress',
    access: readers,
    params: idParams,
    reply: bulkPayout,
    notFound,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/BulkPayouts/{id}/lines',
    summary:
      'List the lines of a bulk payout: those with a fault or that failed, those to look at, then the others',
    access: readers,
    params: idParams,
    query: z.strictObject({ view: z.optional(oneOf(bulkLineViews)), ...pageQuery }),
    reply: z.array(bulkLine),
    meta: z.object(pageMeta),
    notFound,
  }),
  file: endpoint({
    method: 'GET',
    path: '/BulkPayouts/{id}/results',
    summary: 'Download the lines of a bulk payout with their outcome as CSV',
    access: readers,
    params: idParams,
    reply: z.string(),
    replyType: 'text/csv',
    notFound,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/BulkPayouts/{id}/submit',
    summary:
      'Ask for a checked bulk payout to be paid; one approval by the rules for payouts covers all its lines',
    access: askers,
    params: idParams,
    body: z.strictObject({
      /** Without it, a bulk payout with faulty lines is refused. */
      leaveOutFaulty: z.optional(z.boolean()),
      /** Without it, one whose lines are in an earlier one is refused. */
      payDoubled: z.optional(z.boolean()),
    }),
    reply: bulkPayout,
    notFound,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/BulkPayouts/{id}/cancel',
    summary: 'Cancel a bulk payout that was not submitted yet',
    access: askers,
    params: idParams,
    reply: bulkPayout,
    notFound,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/BulkPayouts/{id}/retry',
    summary: 'Make a new bulk payout of the lines that failed; it is checked and approved anew',
    access: askers,
    params: idParams,
    reply: bulkPayout,
    notFound,
  }),
};
