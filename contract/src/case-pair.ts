import * as z from 'zod/mini';
import { dateTime } from './fields.ts';
import { money } from './money.ts';

const side = z.object({
  phoneNumber: z.nullable(z.string()),
  amount: money,
  at: dateTime,
  reference: z.nullable(z.string()),
});

/** A line of a statement and a booking that people say are one payment. */
export const casePair = z.object({
  theirs: side,
  ours: side,
  /** What speaks against it, each in a sentence. */
  differences: z.array(
    z.object({ of: z.enum(['number', 'amount', 'time', 'reference']), text: z.string() }),
  ),
});
export type CasePair = z.infer<typeof casePair>;
