import type { AdminStatistics, HourFigures } from '@sente/contract/admin-statistics';
import type { Attention, AttentionItem } from '@sente/contract/attention';
import type { Credential } from '@sente/contract/credentials';
import type { FeeSchedule } from '@sente/contract/fees';
import type { StatementFile } from '@sente/contract/network-statements';
import type { Report, ReportRow } from '@sente/contract/reports';
import type { SystemTransaction } from '@sente/contract/system-transactions';
import type { CompanyTestActivity } from '@sente/contract/test-activity';
import type { Webhook, WebhookDelivery } from '@sente/contract/webhooks';
import { ownCompanyId } from './people.ts';

/* Records that only the back-office sees, as the server returns them. */

/** The same as that of aCompany. */
const companyId = '44444444-4444-4444-8444-444444444444';

export const aWebhook: Webhook = {
  url: 'https://example.com/hook',
  secret: 'whsec_one',
  isActive: true,
  switchedOff: null,
  failing: null,
  updatedAt: '2026-01-05T00:00:00.000Z',
};
/** Attempted twice, then given up. */
export const aDelivery: WebhookDelivery = {
  id: '55555555-5555-7555-8555-555555555555',
  eventId: '55555555-5555-7555-8555-555555555555',
  webhookId: '77777777-7777-7777-8777-777777777777',
  url: 'https://example.com/hook',
  type: 'payment.succeeded',
  transactionId: '01KB0000000000000000000001',
  recordId: '66666666-6666-7666-8666-666666666666',
  state: 'gave_up',
  createdAt: '2026-01-05T10:00:00.000Z',
  deliveredAt: null,
  nextAttemptAt: null,
  payload: { type: 'payment.succeeded', data: { amount: 5000 } },
  attempts: [
    {
      number: 1,
      at: '2026-01-05T10:00:00.000Z',
      url: 'https://example.com/hook',
      requestHeaders: { 'webhook-id': '55555555' },
      statusCode: 500,
      answer: 'out of order',
      error: null,
      durationMs: 1234,
    },
    {
      number: 2,
      at: '2026-01-05T10:00:03.000Z',
      url: 'https://example.com/hook',
      requestHeaders: {},
      statusCode: null,
      answer: null,
      error: 'The connection was refused',
      durationMs: 3,
    },
  ],
};

export const aFee = (fields: Partial<FeeSchedule> = {}): FeeSchedule => ({
  id: '44444444-4444-4444-8444-444444444444',
  direction: 'collection',
  rule: { kind: 'percent', percent: 1.5, minimum: 100, maximum: null },
  effectiveFrom: '2026-01-31T05:00:00.000Z',
  isCurrent: true,
  createdBy: 'Ruth Auma',
  createdAt: '2026-01-31T05:00:00.000Z',
  ...fields,
});

export const aCredential = (fields: Partial<Credential> = {}): Credential => ({
  recordId: '55555555-5555-4555-8555-555555555555',
  companyId: ownCompanyId,
  channelId: 'snt_ch_one',
  secretKey: null,
  isReadable: true,
  isActive: true,
  lastUsedAt: null,
  createdAt: '2024-01-05T00:00:00.000Z',
  updatedAt: '2024-01-05T00:00:00.000Z',
  ...fields,
});

/** The n-th; each of another company. */
export const aSystemTransaction = (
  n: number,
  fields: Partial<SystemTransaction> = {},
): SystemTransaction => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  companyId,
  company: `Company ${n}`,
  type: 'Credit',
  amount: 1000 * n,
  fee: 0,
  tax: 0,
  net: 1000 * n,
  status: 'Success',
  date: '2026-01-05T10:00:00.000Z',
  reversalOf: null,
  reversedBy: null,
  check: null,
  network: null,
  finishedAt: '2026-01-05T10:01:00.000Z',
  ...fields,
});

function hourOf(credits: number, debits: number): HourFigures {
  return { credits, debits, transactions: 2, failed: 1 };
}

export const someStatistics: AdminStatistics = {
  overview: {
    totalCompanies: 1234,
    totalBalance: 5_000_000.5,
    totalCredits: 8_000_000,
    totalDebits: 3_000_000,
    totalCompaniesChange: '+4.2%',
    totalBalanceChange: '-1.0%',
    totalCreditsChange: '0%',
    totalDebitsChange: '12.0%',
  },
  today: { date: '2026-03-31', hours: [hourOf(600, 50), hourOf(900, 0), hourOf(5, 0)] },
  weekBefore: {
    date: '2026-03-24',
    hours: Array.from({ length: 24 }, () => hourOf(500, 100)),
  },
  transactionTrends: Array.from({ length: 91 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    credits: index + 1,
    debits: 0.5,
  })),
  recentTransactions: [
    aSystemTransaction(1),
    aSystemTransaction(2, { type: 'Debit', status: 'Failed' }),
  ],
  topCompaniesByCredits: Array.from({ length: 6 }, (_, index) => ({
    id: `44444444-4444-4444-8444-44444444444${index}`,
    name: `Top ${index + 1}`,
    transactions: 6 - index,
    amount: 600 - index,
  })),
  topCompaniesByDebits: [],
  creditSummary: { totalTransactions: 21, totalAmount: 8_000_000, leftOut: 0 },
  debitSummary: { totalTransactions: 0, totalAmount: 0, leftOut: 0 },
  pendingApprovals: 2,
  activeUsers: 7,
  lastLoginAt: '2026-03-31T09:00:00.000Z',
  payoutsPerDay: [{ network: 'MTN', amount: 2_000_000 }],
  failedTransactions: 3,
};
export const noAttention: Attention = {
  pendingApprovals: 0,
  approvalsForReader: 0,
  paymentReviews: 0,
  reviewsForReader: 0,
  failedTransactions: 0,
  failedSinceYesterday: 0,
  items: [],
  webhooksGaveUp: [],
  unknownPayments: null,
  approvalsAmount: 0,
  approvalsSince: null,
  openNotices: 0,
  payoutBrakes: [],
  watcher: null,
  ledgerFaults: 0,
  openCases: 0,
  unexplainedFloats: [],
  unlistedItems: 0,
  newEnquiries: 0,
  mailTrouble: null,
};

/** The n-th of January. */
export const anAttentionItem = (n: number, kind: AttentionItem['kind']): AttentionItem => ({
  kind,
  id: `t${n}`,
  companyId,
  company: 'Gulu Builders',
  type: 'Debit',
  amount: 1000 * n,
  status: kind === 'pending-approval' ? 'Pending' : 'Failed',
  date: `2026-01-0${n}T10:00:00.000Z`,
  description: `Paying ${n}`,
  reason: kind === 'pending-approval' ? null : 'insufficient_funds',
  since: `2026-01-0${n}T10:00:00.000Z`,
  approvalKind: kind === 'pending-approval' ? 'payout' : null,
});

export const someAttention: Attention = {
  ...noAttention,
  pendingApprovals: 1,
  failedTransactions: 1,
  items: [anAttentionItem(4, 'pending-approval'), anAttentionItem(3, 'failed-transaction')],
};

export const aReport: Report = {
  startDate: '2026-01-01',
  endDate: '2026-01-02',
  by: 'day',
  creditSummary: { totalTransactions: 3, totalAmount: 4500, leftOut: 0 },
  debitSummary: { totalTransactions: 1, totalAmount: 20, leftOut: 2 },
  fees: 45,
  failed: 1,
  rows: [
    aReportRow('2026-01-01', { creditTransactions: 3, credits: 4500, fees: 45, failed: 1 }),
    aReportRow('2026-01-02', { debitTransactions: 1, debits: 20 }),
  ],
  isWhole: true,
  reasons: [
    { code: 'EXPIRED', text: 'The person did not approve in time', payments: 3, amount: 900 },
    { code: '', text: 'No reason was given', payments: 1, amount: 100 },
  ],
  approvals: [
    { kind: 'payout', approved: 2, rejected: 1, medianSeconds: 95, longestSeconds: 7_800 },
  ],
};

export function aReportRow(key: string, fields: Partial<ReportRow> = {}): ReportRow {
  return {
    key,
    name: key,
    company: null,
    creditTransactions: 0,
    credits: 0,
    debitTransactions: 0,
    debits: 0,
    fees: 0,
    failed: 0,
    ...fields,
  };
}

export const aStatementFile: StatementFile = {
  id: '77777777-7777-7777-8777-777777777777',
  network: 'MTN',
  wallet: 'both',
  source: 'upload',
  name: 'march.csv',
  layout: 'MTN portal table',
  importedBy: 'Grace Nakato',
  begunAt: '2026-01-05T10:00:00.000Z',
  finishedAt: '2026-01-05T10:00:02.000Z',
  state: 'done',
  problem: null,
  newLines: 1204,
  knownLines: 3,
  badLines: 2,
  firstAt: '2026-01-04T05:00:00.000Z',
  lastAt: '2026-01-04T20:00:00.000Z',
  openingBalance: 1_000_000,
  closingBalance: 985_000,
  isBalanced: true,
  withdrawal: null,
};

/** Of a company whose systems use test mode and whose people do not. */
export const aTestActivity: CompanyTestActivity = {
  isOn: true,
  isUsed: false,
  lastActivityAt: null,
  lastPassedAt: null,
  keys: 1,
  webhooks: 2,
  paymentLinks: 0,
  payments: 1200,
  payments30Days: 40,
  succeeded: 1100,
  failed: 90,
  requests30Days: 310,
  refusedRequests30Days: 12,
  examinations: 1,
  lastExamination: null,
  examinationDays: 30,
  exception: null,
};
