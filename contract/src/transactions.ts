import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  companyIdParams,
  dateTime,
  day,
  id,
  idParams,
  optionalText,
  queryInteger,
  requiredText,
} from './fields.ts';
import { money } from './money.ts';
import { searchText } from './paging.ts';
import { paymentAmount } from './payments.ts';
import {
  backOfficeStatuses,
  backOfficeTypes,
  transactionStatuses,
  transactionTypes,
} from './transaction-words.ts';

/** The most that the plain call answers; whoever wants more asks for it page by page. */
export const maxListedTransactions = 1_000;

/** A movement on a company's account. */
export const transaction = z.object({
  id,
  reference: z.nullable(z.string()),
  description: z.string(),
  type: z.enum(transactionTypes),
  amount: money,
  status: z.enum(transactionStatuses),
  date: dateTime,
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** What the provider keeps: taken off what comes in, added to what goes out. */
  fee: money,
  /** The mobile-money request behind it, and whose wallet it is about; its trace tells the story. */
  apiTransactionId: z.nullable(id),
  phoneNumber: z.nullable(z.string()),
  network: z.nullable(z.string()),
});
export type Transaction = z.infer<typeof transaction>;

/** One side of a transaction in the ledger; all of them sum to zero. */
const transactionLeg = z.object({
  /** A customer account's name, or what the account is for, such as "Settlement". */
  account: z.string(),
  /** Positive is gained by the account, negative given. */
  amount: money,
  balanceAfter: money,
});

/** All that is known of one transaction, in the words of the back-office. */
export const systemTransactionDetails = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** Then nothing of it can be changed any more, and its company and account cannot be opened. */
  isCompanyArchived: z.boolean(),
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  type: z.enum(backOfficeTypes),
  amount: money,
  status: z.enum(backOfficeStatuses),
  /** What kind of business it is, such as deposit or payout. */
  kind: z.string(),
  reference: z.nullable(z.string()),
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  date: dateTime,
  /** Null while it is pending. */
  finishedAt: z.nullable(dateTime),
  reversalOf: z.nullable(id),
  reversedBy: z.nullable(id),
  /** Kept back on the account while it is pending. */
  held: money,
  legs: z.array(transactionLeg),
  /** The mobile-money request behind it; its trace tells the story. */
  apiTransactionId: z.nullable(id),
});
export type SystemTransactionDetails = z.infer<typeof systemTransactionDetails>;

/** A quick action of the client portal: money in by mobile money, or out after approval. */
export const transactionRequestBody = z.strictObject({
  kind: z.enum(['add-money', 'send-money', 'withdraw']),
  accountId: id,
  amount: paymentAmount,
  phoneNumber: requiredText('Phone number is required', 20),
  network: requiredText('Network is required', 20),
  note: optionalText(200),
  /** Made by the caller: sent twice it is one request. */
  idempotencyKey: z.optional(id),
});

const notFound = 'Transaction not found';

export const transactions = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Transaction/company/{companyId}',
    summary: "A company's transactions, newest first; the last 30 days unless dates are given",
    access: company('params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    query: z.strictObject({
      startDate: z.optional(day),
      endDate: z.optional(day),
      /** Case-insensitive in description, reference and id. */
      search: z.optional(searchText),
      status: z.optional(z.enum(transactionStatuses)),
      type: z.optional(z.enum(transactionTypes)),
      /** Rows per page; without it as many as are answered at most. */
      limit: z.optional(queryInteger(1, maxListedTransactions)),
      /** The id of the last row of the page before. */
      after: z.optional(id),
    }),
    reply: z.array(transaction),
    meta: z.object({
      /** Of all pages. With a search it is counted only up to `maxListedTransactions`. */
      totalCount: z.number(),
      isCountExact: z.boolean(),
      /** There are more rows than were answered. */
      isCapped: z.boolean(),
      /** What to send as `after` for the next page; null on the last one. */
      nextAfter: z.nullable(id),
    }),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/Transaction/{id}',
    summary: 'One transaction of any company, with its sides in the ledger',
    access: staff,
    params: idParams,
    reply: systemTransactionDetails,
    notFound,
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/Transaction/{id}/reverse',
    summary: 'Take a completed transaction back by an opposite one, once',
    access: staff,
    params: idParams,
    body: z.strictObject({ reason: requiredText('Reason is required', 200) }),
    reply: transaction,
    notFound,
  }),
  request: endpoint({
    method: 'POST',
    path: '/Transaction/company/{companyId}/requests',
    summary: 'Ask for money to be collected or paid out',
    access: company('params.companyId', 'canManageAccounts'),
    params: companyIdParams,
    body: transactionRequestBody,
    reply: transaction,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/Transaction/{id}/approve',
    summary: 'Release a waiting payout, as a second person',
    access: staff,
    params: idParams,
    reply: transaction,
    notFound,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/Transaction/{id}/reject',
    summary: 'Refuse a waiting payout and give the held money back',
    access: staff,
    params: idParams,
    reply: transaction,
    notFound,
  }),
};
