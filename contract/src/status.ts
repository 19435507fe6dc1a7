import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';
import { paymentDirections } from './payments.ts';

/** Fewer payments than this in the last hour say nothing about the next one. */
export const leastPaymentsForWait = 10;

/** How long payers took to approve collections that succeeded in the last hour. */
const expectedWait = z.object({
  /** Half of them took no longer. */
  medianSeconds: z.number(),
  /** Nine of ten took no longer. */
  slowSeconds: z.number(),
});
export type ExpectedWait = z.infer<typeof expectedWait>;

const networkStatus = z.object({
  network: z.string(),
  displayName: z.string(),
  /** True for the built-in simulator, which is no network. */
  isSimulated: z.boolean(),
  status: z.enum(['up', 'degraded', 'down']),
  refuses: z.array(z.enum(paymentDirections)),
  /** Null with fewer than `leastPaymentsForWait` payments. */
  wait: z.nullable(expectedWait),
});
export type NetworkStatus = z.infer<typeof networkStatus>;

/** Whether the books balance and the networks answer, for everybody. */
export const statusNow = z.object({
  /** When these figures were read. Older ones stay while the database cannot be read. */
  readAt: dateTime,
  /** That was more than a minute ago by the server's clock, because the database cannot be read: they say nothing about now. */
  isOld: z.boolean(),
  version: z.string(),
  /** The last check of the whole ledger; null before the first one. */
  books: z.nullable(
    z.object({ isBalanced: z.boolean(), checkedAt: dateTime, entries: z.number() }),
  ),
  networks: z.array(networkStatus),
  /** When all payouts were stopped; null while they go on. Why, and stops of single companies, are not told here. */
  payoutsStoppedSince: z.nullable(dateTime),
});
export type StatusNow = z.infer<typeof statusNow>;

/** How many days the history has. */
export const statusDays = 90;

/** What was seen on a day: how often it was looked at, and how often it was not well. */
const statusDay = z.object({
  /** In Kampala. */
  day: z.string(),
  looks: z.number(),
  degraded: z.number(),
  bad: z.number(),
});
export type StatusDay = z.infer<typeof statusDay>;

/** Days without data are left out. A look at the books is a check, at a network a minute. */
export const statusHistory = z.object({
  today: z.string(),
  books: z.array(statusDay),
  networks: z.array(z.object({ network: z.string(), days: z.array(statusDay) })),
});
export type StatusHistory = z.infer<typeof statusHistory>;

export const status = {
  now: endpoint({
    method: 'GET',
    path: '/Status',
    summary:
      'Get whether the books balance, the state of the networks, how long payers take now, and whether payouts are stopped',
    access: anyone,
    reply: statusNow,
  }),
  history: endpoint({
    method: 'GET',
    path: '/Status/history',
    summary: 'Get what was seen of the books and of the networks on the last 90 days',
    access: anyone,
    reply: statusHistory,
  }),
};
