import * as z from 'zod/mini';
import { money } from './money.ts';

/** Money that moved in one direction over a period. */
export const flowSummary = z.object({ totalTransactions: z.number(), totalAmount: money });
