import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';
import { flowSummary } from './flow-summary.ts';
import { money } from './money.ts';

export const report = z.object({
  startDate: day,
  endDate: day,
  creditSummary: flowSummary,
  debitSummary: flowSummary,
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

export const readReport = endpoint({
  method: 'GET',
  path: '/AdminDashboard/report',
  summary: 'Get credits and debits by day, up to 366 days; the last 30 days by default',
  access: staff('staffRead'),
  query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
  reply: report,
});
