import * as z from 'zod/mini';
import { day, id, oneOf, queryInteger } from './fields.ts';
import { money } from './money.ts';
import { searchText } from './paging.ts';
import { lastDigits, phoneOf } from './phone.ts';
import {
  dateKinds,
  listedKinds,
  transactionStatuses,
  transactionTypes,
} from './transaction-kinds.ts';

const phoneMessage = 'Enter a phone number, or at least its last three digits';
/** In UGX. */
const largestAmount = 1_000_000_000_000;

/** In whole UGX, both included. */
export const amountFilters = {
  minAmount: z.optional(queryInteger(0, largestAmount)),
  maxAmount: z.optional(queryInteger(0, largestAmount)),
};
export const amountRangeMessage = 'Must not be less than the amount from';

/** What a list of a company's transactions is narrowed to; everything is optional. */
export const companyTransactionFilters = {
  accountId: z.optional(id),
  type: z.optional(oneOf(transactionTypes)),
  status: z.optional(oneOf(transactionStatuses)),
  kind: z.optional(oneOf(listedKinds)),
  network: z.optional(z.string().check(z.maxLength(40))),
  /** The gross amount. */
  ...amountFilters,
  /**
   * A phone number in any spelling or four and more of its digits in a row, an id, a reference or how it begins,
   * that of a network also without its name; otherwise words of the description, and parts of ids and references,
   * among the newest transactions.
   */
  search: z.optional(searchText),
  /** Days in Kampala, both included. */
  startDate: z.optional(day),
  endDate: z.optional(day),
  /** The day that counts, and the order; the day of creation by default. By finish, pending ones are left out. */
  dateBy: z.optional(oneOf(dateKinds)),
};

/** The same over companies, and by phone number alone; of all days by default. */
export const transactionFilters = {
  ...companyTransactionFilters,
  /** Staff only see a choice: company users see their own. */
  companyId: z.optional(id),
  /** Of the payer or receiver, in any spelling, or its last digits. */
  phone: z.optional(
    z.string(phoneMessage).check(
      z.maxLength(40, phoneMessage),
      z.refine((text) => phoneOf(text) !== null || lastDigits(text) !== null, {
        error: phoneMessage,
      }),
    ),
  ),
};

/** How many matches a list has and what they add up to. */
export const transactionTotals = z.object({
  count: z.number(),
  /** False if there are more than were counted. */
  isExact: z.boolean(),
  /** Whose amounts are added up where a filter asks for a status that is not completed: without fees, and without what is left out. */
  sumsOf: z.optional(z.enum(['pending', 'failed'])),
  /**
   * Completed amounts that came in and went out, before fees, without reversals and what they took back,
   * advances, repayments and transfers. Null if there are too many to add up; of very many, only these two
   * are known, from the figures by day.
   */
  credits: z.nullable(money),
  debits: z.nullable(money),
  /** All that was charged: beside the amounts, and by transactions of their own. */
  fees: z.nullable(money),
  /** Of the fees, those that are transactions of their own: these are among the debits too. */
  ownFees: z.nullable(money),
  /** What the accounts gained, or lost if negative. */
  net: z.nullable(money),
  /**
   * Completed ones that no sum counts; where the sums are of what failed, those that were paid after all or are being
   * checked. Null if that is not known.
   */
  leftOut: z.nullable(z.number()),
});
export type TransactionTotals = z.infer<typeof transactionTotals>;

/** Of more than can be added up. */
export const unknownSums = {
  credits: null,
  debits: null,
  fees: null,
  ownFees: null,
  net: null,
  leftOut: null,
} as const;
