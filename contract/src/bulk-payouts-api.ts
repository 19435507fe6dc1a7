import * as z from 'zod/mini';
import { credential } from './access.ts';
import {
  bulkBodyLimitBytes,
  bulkLineStates,
  bulkNameMaxLength,
  bulkStates,
  maxBulkLines,
} from './bulk-payouts.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, oneOf, optionalText, queryInteger, requiredText } from './fields.ts';
import { amountTypeMessage, money } from './money.ts';
import { networkNames, shortId } from './payments.ts';

const bulkId = shortId('Must be a bulk payout id');

/** As companies' systems see it, also in the event at its end. */
export const apiBulk = z.object({
  bulkId: z.string(),
  name: z.string(),
  state: z.enum(bulkStates),
  awaitsApproval: z.boolean(),
  accountNumber: z.string(),
  lineCount: z.int(),
  checkedCount: z.int(),
  faultyCount: z.int(),
  /** Lines without a fault that somebody should look at, such as a name that the network did not tell. */
  warnedCount: z.int(),
  amount: money,
  fee: money,
  tax: money,
  pendingCount: z.int(),
  paidCount: z.int(),
  paidAmount: money,
  failedCount: z.int(),
  reason: z.nullable(z.string()),
  createdAt: dateTime,
  finishedAt: z.nullable(dateTime),
});
export type ApiBulk = z.infer<typeof apiBulk>;

export const apiBulkLine = z.object({
  number: z.int(),
  phoneNumber: z.string(),
  network: z.nullable(z.string()),
  amount: z.nullable(money),
  name: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  fee: money,
  state: z.enum(bulkLineStates),
  faults: z.array(z.string()),
  warnings: z.array(z.string()),
  transactionId: z.nullable(z.string()),
  networkReference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type ApiBulkLine = z.infer<typeof apiBulkLine>;

/** Each line is checked by itself: a bad number or amount is a fault of the line, not of the request. */
const line = z.strictObject({
  phoneNumber: requiredText('Phone number is required', 20),
  amount: z.number({ error: amountTypeMessage }),
  /** Compared with the one that the network has. */
  name: optionalText(100),
  network: z.optional(oneOf(networkNames)),
  reference: optionalText(100),
});

/** refuse: one faulty line and nothing is paid; leave-out: the others are paid. */
const faultyLines = z.optional(oneOf(['refuse', 'leave-out']));

export const apiBulkBody = z.strictObject({
  name: requiredText('Name is required', bulkNameMaxLength),
  /** The company's oldest active account by default. */
  accountNumber: z.optional(requiredText('Account number is required', 40)),
  faultyLines,
  lines: z
    .array(line)
    .check(
      z.minLength(1, 'At least one line is required'),
      z.maxLength(maxBulkLines, `At most ${maxBulkLines} lines`),
    ),
});

export const apiRetryBody = z.strictObject({ faultyLines });

const notFound = 'Bulk payout not found';

/** The calls of a company's own systems; part of the group `payments`. */
export const bulkPayoutCalls = {
  createBulkPayout: endpoint({
    method: 'POST',
    path: '/v1/Payments/bulk-payouts',
    summary:
      'Send money to up to 10,000 numbers; every line is checked first, and one approval covers all',
    access: credential('payout'),
    isIdempotent: true,
    bodyLimitBytes: bulkBodyLimitBytes,
    body: apiBulkBody,
    status: 202,
    reply: apiBulk,
  }),
  retryBulkPayout: endpoint({
    method: 'POST',
    path: '/v1/Payments/bulk-payouts/{bulkId}/retry',
    summary:
      'Pay the failed lines of a finished bulk payout again, as a new one that is checked and approved like any other',
    access: credential('payout'),
    isIdempotent: true,
    params: z.strictObject({ bulkId }),
    body: apiRetryBody,
    status: 202,
    reply: apiBulk,
    notFound,
  }),
  getBulkPayout: endpoint({
    method: 'GET',
    path: '/v1/Payments/bulk-payouts/{bulkId}',
    summary: 'Get a bulk payout with its progress',
    access: credential('read'),
    params: z.strictObject({ bulkId }),
    reply: apiBulk,
    notFound,
  }),
  listBulkLines: endpoint({
    method: 'GET',
    path: '/v1/Payments/bulk-payouts/{bulkId}/lines',
    summary: 'List the lines of a bulk payout in their order, with their outcome',
    access: credential('read'),
    params: z.strictObject({ bulkId }),
    query: z.strictObject({
      state: z.optional(oneOf(bulkLineStates)),
      limit: z.optional(queryInteger(1, 1_000)),
      /** The number of the last line of the previous page. */
      after: z.optional(queryInteger(0, maxBulkLines)),
    }),
    reply: z.array(apiBulkLine),
    meta: z.object({ nextAfter: z.nullable(z.int()) }),
    notFound,
  }),
};
