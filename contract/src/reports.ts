import * as z from 'zod/mini';
import { staff } from './access.ts';
import { approvalKinds } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { day, id, oneOf } from './fields.ts';
import { flowSummary } from './flow-summary.ts';
import { money } from './money.ts';

/** What the rows of a report are. Networks and products count mobile money only, the others everything. */
export const reportGroups = [
  'day',
  'week',
  'month',
  'company',
  'network',
  'product',
  'kind',
] as const;
export type ReportGroup = (typeof reportGroups)[number];

export const reportRow = z.object({
  /** The first day of a day, week or month; the id of a company or product; otherwise the name. */
  key: z.string(),
  name: z.string(),
  /** Whose product it is; null for other rows. */
  company: z.nullable(z.string()),
  /** Completed business, before fees. */
  creditTransactions: z.number(),
  credits: money,
  debitTransactions: z.number(),
  debits: money,
  /** What the provider earned. */
  fees: money,
  failed: z.number(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const report = z.object({
  startDate: day,
  endDate: day,
  by: z.enum(reportGroups),
  creditSummary: flowSummary,
  debitSummary: flowSummary,
  fees: money,
  failed: z.number(),
  /** Every day, week or month of the range, the oldest first; of the others the largest first. */
  rows: z.array(reportRow),
  /** False if there are more rows than one report has. */
  isWhole: z.boolean(),
  /** Why payments failed, the most frequent reason first. */
  reasons: z.array(
    z.object({
      /** Empty if none was given. */
      code: z.string(),
      text: z.string(),
      payments: z.number(),
      amount: money,
    }),
  ),
  /** What people decided in these days, and how long it waited for them. */
  approvals: z.array(
    z.object({
      kind: z.enum(approvalKinds),
      approved: z.number(),
      rejected: z.number(),
      medianSeconds: z.number(),
      longestSeconds: z.number(),
    }),
  ),
});
export type Report = z.infer<typeof report>;

export const readReport = endpoint({
  method: 'GET',
  path: '/AdminDashboard/report',
  summary:
    'Get credits, debits, fees and failures by time, company, network, product or kind, up to 366 days; the last 30 days by default',
  access: staff('staffRead'),
  query: z.strictObject({
    startDate: z.optional(day),
    endDate: z.optional(day),
    by: z._default(oneOf(reportGroups), 'day'),
    /** All companies by default. */
    companyId: z.optional(id),
  }),
  reply: report,
  notFound: 'Company not found',
});
