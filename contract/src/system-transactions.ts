import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, oneOf, queryInteger } from './fields.ts';
import { money } from './money.ts';
import { paymentCheck } from './payment-check.ts';
import {
  backOfficeStatuses,
  backOfficeTypes,
  dateKinds,
  transactionTypes,
} from './transaction-kinds.ts';

/** What every list of the back-office shows of a transaction, with its labels. */
export const systemTransactionBase = z.object({
  id,
  companyId: id,
  company: z.string(),
  type: z.enum(backOfficeTypes),
  /** The gross amount, before the fee. */
  amount: money,
  status: z.enum(backOfficeStatuses),
  date: dateTime,
});
export type SystemTransactionBase = z.infer<typeof systemTransactionBase>;

/** A transaction of any company. */
export const systemTransaction = z.object({
  ...systemTransactionBase.shape,
  /** What this one reverses. */
  reversalOf: z.nullable(id),
  /** What reversed this one. */
  reversedBy: z.nullable(id),
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  /** What the account gained, or lost if negative; null until money moved. */
  net: z.nullable(money),
  /** Null while it is pending. */
  finishedAt: z.nullable(dateTime),
  /** Of a payment: the network said something else than the books, now or before. */
  check: z.nullable(paymentCheck),
  network: z.nullable(z.string()),
});
export type SystemTransaction = z.infer<typeof systemTransaction>;

export const systemTransactionStatuses = ['success', 'failed', 'pending'] as const;

export const listSystemTransactions = endpoint({
  method: 'GET',
  path: '/AdminDashboard/transactions',
  summary: 'List transactions of all companies, newest first',
  access: staff('staffRead'),
  query: z.strictObject({
    type: z.optional(z.enum(transactionTypes)),
    status: z.optional(z.enum(systemTransactionStatuses)),
    /** The time that orders the list: of creation by default. By finish, pending ones are left out. */
    dateBy: z.optional(oneOf(dateKinds)),
    limit: z._default(queryInteger(1, 200), 50),
    /** The id of the last row of the previous page. */
    after: z.optional(id),
  }),
  reply: z.array(systemTransaction),
  meta: z.object({
    /** The value of `after` for the next page; null on the last page. */
    nextAfter: z.nullable(id),
  }),
});
