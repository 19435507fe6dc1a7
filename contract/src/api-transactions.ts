import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, day, id, oneOf, queryInteger } from './fields.ts';
import { money } from './money.ts';
import { searchText } from './paging.ts';
import { paymentCheck } from './payment-check.ts';
import { paymentDirections } from './payments.ts';
import { dateKinds, refundedParts } from './transaction-kinds.ts';
import { amountFilters, transactionTotals } from './transaction-list.ts';
import { deliveryStates } from './webhooks.ts';

/** A mobile-money request. The field names are those of the existing portal clients. */
export const apiTransaction = z.object({
  record_id: id,
  transaction_id: z.string(),
  phone_number: z.string(),
  /** The gross amount, before the fee. */
  transaction_amount: money,
  /** The provider's fee: deducted from a collection, added to a payout; 0 if the request failed. */
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  /** What the account gained, or lost if negative; null until money moved. */
  net: z.nullable(money),
  network: z.string(),
  /** SUCCESS, FAILED, PENDING or PROCESSING; imported requests may have other values. */
  status: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  record_date: dateTime,
  /** Null until it succeeded or failed. */
  finished_date: z.nullable(dateTime),
  /** "1" once the webhook was delivered, "0" before, empty if the company has none. */
  thirdparty_notified: z.string(),
  direction: z.enum(paymentDirections),
  /** The company's own reference, such as an order number. */
  reference: z.nullable(z.string()),
  /** The transaction with which the provider reversed it; the status stays SUCCESS. */
  reversed_by: z.nullable(id),
  /** The page of the payment that this one refunds. */
  refund_of: z.nullable(id),
  /** Whether the payer of a collection got all of it back, or part; null for nothing. */
  refunded: z.nullable(z.enum(refundedParts)),
  /** The network said something else than the books, now or before. */
  check: z.nullable(paymentCheck),
  /** The bulk payout that it is a line of. */
  bulk_id: z.nullable(id),
});
export type ApiTransaction = z.infer<typeof apiTransaction>;

/** Maximum number of rows without paging. */
export const maxListedApiTransactions = 1_000;
/** Counting and numbered pages stop here; `after` continues to the end. */
export const maxCountedApiTransactions = 10_000;

/** A request and its response, without secrets. */
const exchange = z.object({
  request: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
});

export const traceStepKinds = [
  'requested',
  'approval',
  /** Money is held on the account. */
  'hold',
  /** By the payout brake. */
  'held',
  'sent',
  'asked',
  'callback',
  'settled',
  'failed',
  'reversed',
  'review',
  'webhook',
] as const;

/** Who acts in a step: the company's systems, people, the network, the ledger, or the webhook. */
export const traceLanes = ['api', 'people', 'network', 'ledger', 'webhook'] as const;

export const traceStep = z.object({
  at: dateTime,
  kind: z.enum(traceStepKinds),
  lane: z.enum(traceLanes),
  title: z.string(),
  /** Whether the step succeeded; null if neither applies. */
  isGood: z.nullable(z.boolean()),
  exchange: z.nullable(exchange),
});

/** Everything that happened to one API transaction, oldest first. */
export const paymentTrace = z.object({
  apiTransaction,
  direction: z.enum(['collection', 'payout']),
  fee: money,
  reference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  productCode: z.nullable(z.string()),
  /** Masked, once it is sold. `productCodes.reveal` returns it in clear. */
  voucherCode: z.nullable(z.string()),
  voucherId: z.nullable(id),
  networkReference: z.nullable(z.string()),
  /** Time of the reversal by the provider; the status stays SUCCESS. */
  reversedAt: z.nullable(dateTime),
  /** The current state as a sentence, with the reason if it is pending. */
  summary: z.string(),
  nextStepAt: z.nullable(dateTime),
  steps: z.array(traceStep),
  /** Id in the ledger, once money is held or moved. */
  ledger: z.nullable(
    z.object({
      transactionId: id,
      status: z.string(),
      held: money,
      /** The balances of the provider's accounts are for staff. */
      legs: z.array(
        z.object({ account: z.string(), amount: money, balanceAfter: z.nullable(money) }),
      ),
    }),
  ),
  webhookState: z.nullable(z.enum(deliveryStates)),
});
export type PaymentTrace = z.infer<typeof paymentTrace>;

/** What a list of these is narrowed to; everything is optional. */
export const apiTransactionFilters = {
  /**
   * A phone number in any spelling or four and more of its digits in a row, an id, a reference or how it begins,
   * that of a network also without its name; otherwise parts of ids, phone number, network and references among the
   * newest requests.
   */
  search: z.optional(searchText),
  status: z.optional(z.string().check(z.maxLength(40))),
  network: z.optional(z.string().check(z.maxLength(40))),
  direction: z.optional(oneOf(paymentDirections)),
  accountId: z.optional(id),
  /** Sales of this internet product. */
  productId: z.optional(id),
  /** The gross amount. */
  ...amountFilters,
  /** Of all days by default. */
  startDate: z.optional(day),
  endDate: z.optional(day),
  /** The day that counts, and the order; the day of creation by default. */
  dateBy: z.optional(oneOf(dateKinds)),
};

export const apiTransactions = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions',
    summary: "List a company's mobile-money requests, newest first",
    access: company('staffRead', 'params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    query: z.strictObject({
      ...apiTransactionFilters,
      limit: z.optional(queryInteger(1, maxListedApiTransactions)),
      /** Page number for pages of `limit` rows; past the end, the last page. Excludes `after`. */
      page: z.optional(queryInteger(1, maxCountedApiTransactions)),
      /** The record id of the last row of the previous page. */
      after: z.optional(id),
    }),
    reply: z.array(apiTransaction),
    meta: z.object({
      /**
       * Over all pages, counted up to `maxCountedApiTransactions`; with a search, up to the listing
       * limit.
       */
      totalCount: z.number(),
      isCountExact: z.boolean(),
      /** The page that was returned. */
      page: z.number(),
      /** True if there are more rows than returned. */
      isCapped: z.boolean(),
      nextAfter: z.nullable(id),
      /** Set if words were searched in the newest requests only: back to this time. */
      searchedTo: z.nullable(dateTime),
      /** Every status and network that the company's requests have. */
      statuses: z.array(z.string()),
      networks: z.array(z.string()),
    }),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  totals: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions/totals',
    summary: "Count the company's mobile-money requests that pass the filters and add them up",
    access: company('staffRead', 'params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    query: z.strictObject(apiTransactionFilters),
    reply: transactionTotals,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  trace: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions/{recordId}/trace',
    summary: 'Get the trace of a mobile-money request',
    access: company('staffRead', 'params.companyId', 'canViewTransactions'),
    params: z.strictObject({ companyId: id, recordId: id }),
    reply: paymentTrace,
    notFound: 'API transaction not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
};
