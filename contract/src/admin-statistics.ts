import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id } from './fields.ts';
import { flowSummary } from './flow-summary.ts';
import { money } from './money.ts';
import { systemTransaction } from './system-transactions.ts';

const topCompany = z.object({ id, name: z.string(), transactions: z.number(), amount: money });

/** Completed business of one hour in Kampala, before fees, and what failed. */
const hourFigures = z.object({
  credits: money,
  debits: money,
  transactions: z.number(),
  failed: z.number(),
});
export type HourFigures = z.infer<typeof hourFigures>;

export const adminStatistics = z.object({
  overview: z.object({
    totalCompanies: z.number(),
    totalBalance: money,
    totalCredits: money,
    totalDebits: money,
    /** Finished texts such as "+4.2%", "-1.0%" or "0%". */
    totalCompaniesChange: z.string(),
    totalBalanceChange: z.string(),
    totalCreditsChange: z.string(),
    totalDebitsChange: z.string(),
  }),
  /** Today by the hour until now, and the whole same weekday of the week before. */
  today: z.object({ date: day, hours: z.array(hourFigures) }),
  weekBefore: z.object({ date: day, hours: z.array(hourFigures) }),
  /** From 90 days ago until today; the screen shows a part of it. */
  transactionTrends: z.array(z.object({ date: day, credits: money, debits: money })),
  recentTransactions: z.array(systemTransaction),
  topCompaniesByCredits: z.array(topCompany),
  topCompaniesByDebits: z.array(topCompany),
  creditSummary: flowSummary,
  debitSummary: flowSummary,
  pendingApprovals: z.number(),
  activeUsers: z.number(),
  /** The newest sign-in of anybody; null before the first. */
  lastLoginAt: z.nullable(dateTime),
  /** Of the last 30 days. */
  failedTransactions: z.number(),
  /** What was paid out by each network on an average day of the last seven. */
  payoutsPerDay: z.array(z.object({ network: z.string(), amount: money })),
});
export type AdminStatistics = z.infer<typeof adminStatistics>;

export const readAdminStatistics = endpoint({
  method: 'GET',
  path: '/AdminDashboard/statistics',
  summary: 'Get the figures of the back-office dashboard',
  access: staff('staffRead'),
  reply: adminStatistics,
});
