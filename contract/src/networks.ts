import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';

/** How a mobile-money network is doing, for staff and companies alike. */
export const networkHealth = z.object({
  network: z.string(),
  displayName: z.string(),
  /** down: new payments are refused until `retryAt`; degraded: it answers, but not always. */
  status: z.enum(['up', 'degraded', 'down']),
  retryAt: z.nullable(dateTime),
  /**
   * Of the payments that ended in the last 24 hours, 0 to 100; null when none did. A company sees
   * how its own went, staff those of all companies.
   */
  successRate: z.nullable(z.number()),
  finished: z.number(),
  /** It is the simulator that comes with the program, not a real network. */
  isSimulated: z.boolean(),
  /** The page where a person approves or refuses what the simulator asks. */
  simulatorUrl: z.nullable(z.string()),
});
export type NetworkHealth = z.infer<typeof networkHealth>;

export const networks = {
  list: endpoint({
    method: 'GET',
    path: '/Networks',
    summary: 'The mobile-money networks, whether they answer, and how many payments succeed',
    access: signedIn,
    reply: z.array(networkHealth),
  }),
};
