import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, id, queryInteger } from './fields.ts';
import { money } from './money.ts';
import { searchText } from './paging.ts';
import { paymentDirections } from './payments.ts';
import { deliveryStates } from './webhooks.ts';

/** A mobile-money request. The field names are those that callers of the portal know. */
export const apiTransaction = z.object({
  record_id: id,
  transaction_id: z.string(),
  phone_number: z.string(),
  transaction_amount: money,
  network: z.string(),
  /** SUCCESS, FAILED, PENDING or PROCESSING; imported ones may say something else. */
  status: z.string(),
  record_date: dateTime,
  /** "1" once the company's webhook was delivered, "0" while it was not, empty without one. */
  thirdparty_notified: z.string(),
  direction: z.enum(paymentDirections),
  /** The company's own name for it, such as an order number. */
  reference: z.nullable(z.string()),
});
export type ApiTransaction = z.infer<typeof apiTransaction>;

/** The most that the plain call answers; whoever wants more asks for it page by page. */
export const maxListedApiTransactions = 1_000;
/** Counting stops here, and so do the pages with numbers; `after` goes on for as long as there are any. */
export const maxCountedApiTransactions = 10_000;

/** What was sent to somebody and what came back, as far as it may be shown. */
const exchange = z.object({
  request: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
});

export const traceStepKinds = [
  'requested',
  'approval',
  'sent',
  'asked',
  'callback',
  'settled',
  'failed',
  'reversed',
  'review',
  'webhook',
] as const;

/** Everything that happened to one API transaction, oldest first. */
export const paymentTrace = z.object({
  apiTransaction,
  direction: z.enum(['collection', 'payout']),
  fee: money,
  reference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  productCode: z.nullable(z.string()),
  voucherCode: z.nullable(z.string()),
  networkReference: z.nullable(z.string()),
  /** When the provider took it back on the account; the request itself stays SUCCESS. */
  reversedAt: z.nullable(dateTime),
  /** Where it stands, in one sentence, and why it is still pending if it is. */
  summary: z.string(),
  nextStepAt: z.nullable(dateTime),
  steps: z.array(
    z.object({
      at: dateTime,
      kind: z.enum(traceStepKinds),
      title: z.string(),
      /** Whether it went as hoped; null: neither. */
      isGood: z.nullable(z.boolean()),
      exchange: z.nullable(exchange),
    }),
  ),
  /** In the ledger, once money is held or moved. */
  ledger: z.nullable(
    z.object({
      transactionId: id,
      status: z.string(),
      held: money,
      legs: z.array(z.object({ account: z.string(), amount: money, balanceAfter: money })),
    }),
  ),
  webhookState: z.nullable(z.enum(deliveryStates)),
});
export type PaymentTrace = z.infer<typeof paymentTrace>;

export const apiTransactions = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions',
    summary: "A company's mobile-money requests, newest first",
    access: company('params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    query: z.strictObject({
      /** Case-insensitive in transaction id, phone number, network, record id and reference. */
      search: z.optional(searchText),
      status: z.optional(z.string().check(z.maxLength(40))),
      network: z.optional(z.string().check(z.maxLength(40))),
      limit: z.optional(queryInteger(1, maxListedApiTransactions)),
      /** Of pages that have `limit` rows each; past the end it is the last one. Not with `after`. */
      page: z.optional(queryInteger(1, maxCountedApiTransactions)),
      /** The record id of the last row of the page before. */
      after: z.optional(id),
    }),
    reply: z.array(apiTransaction),
    meta: z.object({
      /** Of all pages: counted up to `maxCountedApiTransactions`, and with a search up to what is listed. */
      totalCount: z.number(),
      isCountExact: z.boolean(),
      /** Which page was answered. */
      page: z.number(),
      /** There are more rows than were answered. */
      isCapped: z.boolean(),
      nextAfter: z.nullable(id),
      /** Every status and network that the company's requests have. */
      statuses: z.array(z.string()),
      networks: z.array(z.string()),
    }),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  trace: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions/{recordId}/trace',
    summary: 'The story of one mobile-money request',
    access: company('params.companyId', 'canViewTransactions'),
    params: z.strictObject({ companyId: id, recordId: id }),
    reply: paymentTrace,
    notFound: 'API transaction not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
};
