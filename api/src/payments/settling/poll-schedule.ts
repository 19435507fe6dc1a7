import type { PaymentDirection } from '@sente/contract/payments';

/** When to ask a network about a payment, when to send it again, and when to hand it to people. */
export interface PollOptions {
  /** How often to ask, by the time since the first sending; the last one holds until the end. */
  readonly schedule: readonly { readonly untilMs: number; readonly everyMs: number }[];
  /** Since the first sending. Then people decide: an unknown outcome is never a failure. */
  readonly giveUpAfterMs: number;
  /**
   * How long it is worth sending: an order that was not sent by then expires, and one that the network
   * does not know is not sent again. A payer does not wait for long.
   */
  readonly sendWithinMs: Readonly<Record<PaymentDirection, number>>;
  readonly maxSendings: number;
  /**
   * A network does not have a payment if it said so this often, over this time since the last sending:
   * longer than its own answers may lag.
   */
  readonly unknownAfter: { readonly times: number; readonly ms: number };
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const defaultPolling: PollOptions = {
  schedule: [
    { untilMs: minute, everyMs: 5 * second },
    { untilMs: 5 * minute, everyMs: 15 * second },
    { untilMs: 20 * minute, everyMs: minute },
    { untilMs: 2 * hour, everyMs: 10 * minute },
    { untilMs: 24 * hour, everyMs: hour },
  ],
  giveUpAfterMs: 24 * hour,
  sendWithinMs: { collection: 10 * minute, payout: 24 * hour },
  maxSendings: 3,
  unknownAfter: { times: 5, ms: 15 * minute },
};

export function nextDelayMs({ schedule, giveUpAfterMs }: PollOptions, sentMsAgo: number): number {
  const step = schedule.find(({ untilMs }) => sentMsAgo < untilMs) ?? schedule.at(-1);
  return Math.max(0, Math.min(step?.everyMs ?? 0, giveUpAfterMs - sentMsAgo));
}

/**
 * When a network is asked again about a payment that has failed, in milliseconds since then. The last days
 * of the thirty are left for a network that does not answer.
 */
export const lateSchedule: readonly [number, ...number[]] = [
  hour,
  6 * hour,
  24 * hour,
  3 * 24 * hour,
  7 * 24 * hour,
  14 * 24 * hour,
  28 * 24 * hour,
];

/** Nothing is asked after this time since the failure. */
export const lateQuestionDays = 30;

/** Since the failure; null if this was the last question. */
export function nextLateMs(failedMsAgo: number): number | null {
  return lateSchedule.find((ms) => ms > failedMsAgo) ?? null;
}
