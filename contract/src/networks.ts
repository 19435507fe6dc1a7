import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';
import { paymentDirections } from './payments.ts';

/** State of a mobile-money network, for staff and companies. */
export const networkHealth = z.object({
  network: z.string(),
  displayName: z.string(),
  /** What can be paid with it: a provider may use a network for one direction only. */
  directions: z.array(z.enum(paymentDirections)),
  /** down: some or all new payments are refused until `retryAt`; degraded: some calls fail. */
  status: z.enum(['up', 'degraded', 'down']),
  /** What is refused: the operations of a network fail separately. */
  refuses: z.array(z.enum(paymentDirections)),
  retryAt: z.nullable(dateTime),
  /**
   * Success rate of payments that finished in the last 24 hours, 0 to 100; null without any.
   * Companies see their own payments, staff all of them.
   */
  successRate: z.nullable(z.number()),
  finished: z.number(),
  /** True for the built-in simulator. */
  isSimulated: z.boolean(),
  /** The page on which a person approves or declines simulated payments. */
  simulatorUrl: z.nullable(z.string()),
});
export type NetworkHealth = z.infer<typeof networkHealth>;

export const networks = {
  list: endpoint({
    method: 'GET',
    path: '/Networks',
    summary: 'List the mobile-money networks with their availability and success rate',
    access: signedIn,
    reply: z.array(networkHealth),
  }),
};
