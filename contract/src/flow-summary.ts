import * as z from 'zod/mini';
import { money } from './money.ts';

/** What moved one way, over some time. */
export const flowSummary = z.object({ totalTransactions: z.number(), totalAmount: money });
