import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day, id } from './fields.ts';
import { money } from './money.ts';
import { transactionStatuses } from './transaction-kinds.ts';

/** Maximum number of accounts listed by name; the others are summed up. */
export const maxNamedAccounts = 10;

/** Maximum number of products listed. */
export const maxSoldProducts = 50;

/**
 * A company over time. Everything covers the requested days, except the balances, which are
 * current. Figures of accounts are null without canViewAccounts, the others without
 * canViewTransactions.
 */
export const companyAnalytics = z.object({
  /** The first day with data, or the requested day if it is later. */
  startDate: day,
  /** Not after today. */
  endDate: day,
  /** The span of one point; long periods are grouped by month. */
  unit: z.enum(['day', 'month']),
  /**
   * Completed transactions for each day or month, oldest first; `date` is the first day of the
   * span.
   */
  points: z.nullable(z.array(z.object({ date: day, credits: money, debits: money }))),
  /** What all accounts had at the end of each day or month, of the last one so far; same dates. */
  balances: z.nullable(z.array(z.object({ date: day, balance: money }))),
  /** The same sums over as many days before the requested ones; null if nothing happened then. */
  before: z.nullable(
    z.object({
      startDate: day,
      endDate: day,
      credits: money,
      debits: money,
      succeeded: z.number(),
      failed: z.number(),
    }),
  ),
  /**
   * Completed transactions that are not business and in no point and no status: reversals, what they
   * took back, advances, repayments and transfers.
   */
  leftOut: z.nullable(z.number()),
  statuses: z.nullable(
    z.array(
      z.object({ status: z.enum(transactionStatuses), transactions: z.number(), amount: money }),
    ),
  ),
  /** Mobile-money requests, the busiest network first. */
  networks: z.nullable(
    z.array(
      z.object({
        network: z.string(),
        requests: z.number(),
        succeeded: z.number(),
        failed: z.number(),
        /** Over successful requests in both directions. */
        amount: money,
      }),
    ),
  ),
  /**
   * What was sold in these days, the most money first: completed sales without reversed ones, before fees. Null
   * without canViewProducts as well. A server of the release before does not say.
   */
  products: z.optional(
    z.nullable(
      z.array(
        z.object({ id, name: z.string(), code: z.string(), sales: z.number(), amount: money }),
      ),
    ),
  ),
  /** The largest balances first. */
  accounts: z.nullable(
    z.array(z.object({ id, accountName: z.string(), accountNumber: z.string(), balance: money })),
  ),
  otherAccounts: z.nullable(z.object({ count: z.number(), balance: money })),
});
export type CompanyAnalytics = z.infer<typeof companyAnalytics>;

export const readCompanyAnalytics = endpoint({
  method: 'GET',
  path: '/v1/CompanyDashboard/analytics',
  summary: "Get the caller's company over time; the last 30 days by default",
  access: ownCompany('canViewAnalytics'),
  query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
  reply: companyAnalytics,
});
