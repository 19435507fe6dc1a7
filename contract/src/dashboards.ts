import * as z from 'zod/mini';
import { ownCompany, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, queryInteger } from './fields.ts';
import { money } from './money.ts';
import {
  backOfficeStatuses,
  backOfficeTypes,
  transactionStatuses,
  transactionTypes,
} from './transactions.ts';

const topCompany = z.object({ name: z.string(), transactions: z.number(), amount: money });
const summary = z.object({ totalTransactions: z.number(), totalAmount: money });

/** A transaction of any company, in the words of the back-office. */
export const systemTransaction = z.object({
  id,
  companyId: id,
  company: z.string(),
  type: z.enum(backOfficeTypes),
  amount: money,
  status: z.enum(backOfficeStatuses),
  date: dateTime,
});
export type SystemTransaction = z.infer<typeof systemTransaction>;

export const systemTransactionStatuses = ['success', 'failed', 'pending'] as const;

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
  creditSummary: summary,
  debitSummary: summary,
  pendingApprovals: z.number(),
  activeUsers: z.number(),
  failedTransactions: z.number(),
});
export type AdminStatistics = z.infer<typeof adminStatistics>;

/** What whoever approves a payout has to know of it. */
export const waitingPayout = z.object({
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  isAccountActive: z.boolean(),
  phoneNumber: z.string(),
  network: z.string(),
  fee: money,
  /** Kept back on the account: the amount and the fee. */
  held: money,
  note: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  /** The reader has asked for it, so somebody else has to approve it. */
  isOwn: z.boolean(),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

/** One thing that somebody should look at. */
export const attentionItem = z.object({
  kind: z.enum(['pending-approval', 'payment-review', 'failed-transaction']),
  /** Of a transaction, and for a payment that waits for a decision of its review. */
  ...systemTransaction.shape,
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** When it began to need attention: asked for, or failed. */
  since: dateTime,
  /** Of a payout that waits for approval; null otherwise. */
  payout: z.nullable(waitingPayout),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** A company that was not told of its payments although it wants to hear; of the last 7 days. */
export const webhookGaveUp = z.object({
  companyId: id,
  company: z.string(),
  /** How many events were given up. */
  count: z.number(),
  /** When the last one was. */
  since: dateTime,
});
export type WebhookGaveUp = z.infer<typeof webhookGaveUp>;

export const attention = z.object({
  pendingApprovals: z.number(),
  /** Payments that two people have to decide about. */
  paymentReviews: z.number(),
  /** Of the last 24 hours. */
  failedTransactions: z.number(),
  /**
   * Newest first, at most 50 of each kind: many failures never hide a payout that waits. Of those it
   * is the oldest 50, of the others the newest.
   */
  items: z.array(attentionItem),
  /** Newest first, at most 50. */
  webhooksGaveUp: z.array(webhookGaveUp),
});
export type Attention = z.infer<typeof attention>;

export const report = z.object({
  startDate: day,
  endDate: day,
  creditSummary: summary,
  debitSummary: summary,
  /** Every day of the range, completed transactions only. */
  days: z.array(
    z.object({
      date: day,
      creditTransactions: z.number(),
      credits: money,
      debitTransactions: z.number(),
      debits: money,
    }),
  ),
});
export type Report = z.infer<typeof report>;

/** Figures of accounts are null without canViewAccounts, those of transactions without canViewTransactions. */
export const companyStatistics = z.object({
  overviewStatistics: z.object({
    totalBalances: z.nullable(money),
    totalBalancesFormatted: z.nullable(z.string()),
    totalBalancesChangePercentage: z.nullable(z.number()),
    totalAccounts: z.nullable(z.number()),
    totalAccountsChangePercentage: z.nullable(z.number()),
    monthlyVolume: z.nullable(money),
    monthlyVolumeFormatted: z.nullable(z.string()),
    monthlyVolumeChangePercentage: z.nullable(z.number()),
    totalTransactions: z.nullable(z.number()),
    transactionsChangePercentage: z.nullable(z.number()),
  }),
  /** The newest transactions; none without canViewTransactions. */
  recentActivities: z.array(
    z.object({
      id,
      description: z.string(),
      timeAgo: z.string(),
      status: z.enum(transactionStatuses),
      statusColor: z.string(),
      type: z.enum(transactionTypes),
      amount: money,
      date: dateTime,
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

export const dashboards = {
  admin: endpoint({
    method: 'GET',
    path: '/AdminDashboard/statistics',
    summary: "The back-office dashboard's figures",
    access: staff,
    reply: adminStatistics,
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/AdminDashboard/transactions',
    summary: 'Transactions of all companies, newest first',
    access: staff,
    query: z.strictObject({
      type: z.optional(z.enum(transactionTypes)),
      status: z.optional(z.enum(systemTransactionStatuses)),
      limit: z._default(queryInteger(1, 200), 50),
      /** The id of the last row of the page before. */
      after: z.optional(id),
    }),
    reply: z.array(systemTransaction),
    meta: z.object({
      /** What to send as `after` for the next page; null on the last one. */
      nextAfter: z.nullable(id),
    }),
  }),
  attention: endpoint({
    method: 'GET',
    path: '/AdminDashboard/attention',
    summary:
      'What waits for somebody: payouts to approve, payments to decide about, and what failed in the last day',
    access: staff,
    reply: attention,
  }),
  report: endpoint({
    method: 'GET',
    path: '/AdminDashboard/report',
    summary: 'Credits and debits day by day, 366 days at most; the last 30 unless dates are given',
    access: staff,
    query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
    reply: report,
  }),
  company: endpoint({
    method: 'GET',
    path: '/v1/CompanyDashboard/statistics',
    summary: "The caller's own company in figures",
    access: ownCompany(),
    reply: companyStatistics,
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/v1/CompanyDashboard/analytics',
    summary: "The caller's own company over time; the last 30 days unless dates are given",
    access: ownCompany('canViewAnalytics'),
    query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
    reply: companyAnalytics,
  }),
};
