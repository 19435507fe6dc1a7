import * as z from 'zod/mini';
import { ownCompany, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id } from './fields.ts';
import { money } from './money.ts';

const topCompany = z.object({ name: z.string(), transactions: z.number(), amount: money });
const summary = z.object({ totalTransactions: z.number(), totalAmount: money });

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
  recentTransactions: z.array(
    z.object({
      id,
      company: z.string(),
      type: z.enum(['Credit', 'Debit']),
      amount: money,
      status: z.enum(['Success', 'Failed', 'Pending']),
      date: dateTime,
    }),
  ),
  topCompaniesByCredits: z.array(topCompany),
  topCompaniesByDebits: z.array(topCompany),
  creditSummary: summary,
  debitSummary: summary,
  pendingApprovals: z.number(),
  activeUsers: z.number(),
  failedTransactions: z.number(),
});
export type AdminStatistics = z.infer<typeof adminStatistics>;

export const companyStatistics = z.object({
  overviewStatistics: z.object({
    totalBalances: money,
    totalBalancesFormatted: z.string(),
    totalBalancesChangePercentage: z.number(),
    totalAccounts: z.number(),
    totalAccountsChangePercentage: z.number(),
    monthlyVolume: money,
    monthlyVolumeFormatted: z.string(),
    monthlyVolumeChangePercentage: z.number(),
    totalTransactions: z.number(),
    transactionsChangePercentage: z.number(),
  }),
  recentActivities: z.array(
    z.object({
      description: z.string(),
      timeAgo: z.string(),
      status: z.string(),
      statusColor: z.string(),
    }),
  ),
  companyInformation: z.object({
    companyName: z.string(),
    companyId: id,
    status: z.string(),
    statusColor: z.string(),
    address: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
});
export type CompanyStatistics = z.infer<typeof companyStatistics>;

export const dashboards = {
  admin: endpoint({
    method: 'GET',
    path: '/AdminDashboard/statistics',
    summary: "The back-office dashboard's figures",
    access: staff,
    reply: adminStatistics,
  }),
  company: endpoint({
    method: 'GET',
    path: '/v1/CompanyDashboard/statistics',
    summary: "The caller's own company in figures",
    access: ownCompany(),
    reply: companyStatistics,
  }),
};
