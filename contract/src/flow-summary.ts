import * as z from 'zod/mini';
import { money } from './money.ts';

/** Business in one direction over a period. */
export const flowSummary = z.object({
  totalTransactions: z.number(),
  totalAmount: money,
  /** Completed transactions that are not business: reversals, what they took back, advances, repayments. */
  leftOut: z.number(),
});
export type FlowSummary = z.infer<typeof flowSummary>;
