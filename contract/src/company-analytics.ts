import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day, id } from './fields.ts';
import { money } from './money.ts';
import { transactionStatuses } from './transaction-words.ts';

/** So many accounts are named at most; the others are one sum. */
export const maxNamedAccounts = 10;

/**
 * A company in charts. All of it is of the asked days, but for the balances, which are of now. What
 * is of accounts is null without canViewAccounts, the rest without canViewTransactions.
 */
export const companyAnalytics = z.object({
  /** The first day that there is anything of, or the asked one if that is later. */
  startDate: day,
  /** Not after today. */
  endDate: day,
  /** What one point spans: a long time is told by the month. */
  unit: z.enum(['day', 'month']),
  /** Completed transactions, oldest first, every day or month of the time; `date` is its first day. */
  points: z.nullable(z.array(z.object({ date: day, credits: money, debits: money }))),
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
        /** Of those that succeeded, in and out together. */
        amount: money,
      }),
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
  summary: "The caller's own company over time; the last 30 days unless dates are given",
  access: ownCompany('canViewAnalytics'),
  query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
  reply: companyAnalytics,
});
