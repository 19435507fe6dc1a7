import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id } from './fields.ts';
import { money } from './money.ts';
import { paymentCheck } from './payment-check.ts';
import { transactionStatuses, transactionTypes } from './transaction-kinds.ts';

/** Completed business, before fees. */
const companyFlow = z.object({
  creditTransactions: z.number(),
  credits: money,
  debitTransactions: z.number(),
  debits: money,
});
export type CompanyFlow = z.infer<typeof companyFlow>;

/** Figures of accounts are null without canViewAccounts, those of transactions without canViewTransactions. */
export const companyStatistics = z.object({
  overviewStatistics: z.object({
    totalBalances: z.nullable(money),
    totalBalancesFormatted: z.nullable(z.string()),
    totalBalancesChangePercentage: z.nullable(z.number()),
    totalAccounts: z.nullable(z.number()),
    /** 30 days ago. */
    totalAccountsBefore: z.nullable(z.number()),
    totalAccountsChangePercentage: z.nullable(z.number()),
    monthlyVolume: z.nullable(money),
    monthlyVolumeFormatted: z.nullable(z.string()),
    monthlyVolumeChangePercentage: z.nullable(z.number()),
    totalTransactions: z.nullable(z.number()),
    transactionsChangePercentage: z.nullable(z.number()),
    /** What the percentage compares: in the last 30 days, and in as many before. */
    transactionsLately: z.nullable(z.number()),
    transactionsBefore: z.nullable(z.number()),
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
      kind: z.string(),
      /** Before fees. */
      amount: money,
      fee: money,
      /** What the account gained, or lost if negative; null until money moved. */
      net: z.nullable(money),
      date: dateTime,
      /** Of a payment: the network said something else than the books, now or before. */
      check: z.nullable(paymentCheck),
      network: z.nullable(z.string()),
      /** What this one reverses. */
      reversalOf: z.nullable(id),
      /** What reversed this one. */
      reversedBy: z.nullable(id),
    }),
  ),
  /** Null without canViewTransactions. */
  today: z.nullable(companyFlow),
  /** Since Monday. */
  week: z.nullable(companyFlow),
  /** From 30 days ago until today. */
  trend: z.nullable(z.array(z.object({ date: day, credits: money, debits: money }))),
  /** Transactions under way. */
  pending: z.nullable(z.object({ transactions: z.number(), credits: money, debits: money })),
  /** Active products that have run out, or have no more vouchers than their threshold, the lowest first; null without canViewProducts. */
  lowStock: z.nullable(
    z.array(
      z.object({
        id,
        name: z.string(),
        stock: z.number(),
        /** Its threshold; null if people are told only when it has run out. A server of the release before does not say. */
        lowStockAt: z.optional(z.nullable(z.number())),
      }),
    ),
  ),
  /** What waits for the reader's approval. */
  approvalsForReader: z.number(),
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

export const readCompanyStatistics = endpoint({
  method: 'GET',
  path: '/v1/CompanyDashboard/statistics',
  summary: "Get the figures of the caller's company",
  access: ownCompany(),
  reply: companyStatistics,
});
