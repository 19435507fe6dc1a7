import * as z from 'zod/mini';
import { dateTime, day, id, oneOf, queryInteger } from './fields.ts';
import { money } from './money.ts';
import { searchText } from './paging.ts';
import { transactionKinds, transactionTypes } from './transaction-kinds.ts';

/** An entry of the ledger on an account, with the balance that it left. */
export const movement = z.object({
  /** Entries of an account are numbered without gaps, in the order in which the money moved. */
  number: z.number(),
  transactionId: id,
  kind: z.string(),
  description: z.string(),
  reference: z.nullable(z.string()),
  /** Of the mobile-money request behind it. */
  phoneNumber: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** What the account gained, or lost if negative; fees are deducted already. */
  amount: money,
  balanceAfter: money,
  /** When the money moved. */
  date: dateTime,
  reversalOf: z.nullable(id),
  reversedBy: z.nullable(id),
});
export type Movement = z.infer<typeof movement>;

/** What the movements of an account are narrowed to; everything is optional. */
export const movementFilters = {
  /** Days in Kampala on which the money moved, both included. */
  startDate: z.optional(day),
  endDate: z.optional(day),
  kind: z.optional(oneOf(transactionKinds)),
  /** Credit for what came in, debit for what went out. */
  type: z.optional(oneOf(transactionTypes)),
  /** A part of the description, the reference, the phone number or the network's reference, or the amount. */
  search: z.optional(searchText),
};

export const movementListQuery = z.strictObject({
  ...movementFilters,
  limit: z._default(queryInteger(1, 200), 25),
  /** The `nextBefore` of the previous page. */
  before: z.optional(queryInteger(1, 999_999_999_999_999)),
});

export const movementListMeta = z.object({
  /** The value of `before` for the next page; null on the last page. */
  nextBefore: z.nullable(z.number()),
  /**
   * Set if the page has fewer rows than asked for, because one call looks through a limited number of
   * movements: it looked back to this time, and the next page goes on there.
   */
  searchedTo: z.nullable(dateTime),
});

/** How many movements pass the filters and what they add up to. */
export const movementTotals = z.object({
  count: z.number(),
  /** False if there are more than were counted. */
  isExact: z.boolean(),
  /** Null if there are too many to add up. */
  credits: z.nullable(money),
  debits: z.nullable(money),
  /** Known for any number of movements that nothing but days narrows. */
  net: z.nullable(money),
  /** The balances before and after the days, whatever else is filtered. */
  openingBalance: money,
  closingBalance: money,
});
export type MovementTotals = z.infer<typeof movementTotals>;
