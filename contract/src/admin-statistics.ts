import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';
import { flowSummary } from './flow-summary.ts';
import { money } from './money.ts';
import { systemTransaction } from './system-transactions.ts';

const topCompany = z.object({ name: z.string(), transactions: z.number(), amount: money });

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
  /** The last 90 days; the screen shows a part of it. */
  transactionTrends: z.array(z.object({ date: day, credits: money, debits: money })),
  recentTransactions: z.array(systemTransaction),
  topCompaniesByCredits: z.array(topCompany),
  topCompaniesByDebits: z.array(topCompany),
  creditSummary: flowSummary,
  debitSummary: flowSummary,
  pendingApprovals: z.number(),
  activeUsers: z.number(),
  failedTransactions: z.number(),
});
export type AdminStatistics = z.infer<typeof adminStatistics>;

export const readAdminStatistics = endpoint({
  method: 'GET',
  path: '/AdminDashboard/statistics',
  summary: 'Get the figures of the back-office dashboard',
  access: staff('staffRead'),
  reply: adminStatistics,
});
