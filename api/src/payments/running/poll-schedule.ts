/** When a network is asked again, and when people take over. */
export interface PollOptions {
  /** After the first, second, third... call; the last one repeats. */
  readonly delaysMs: readonly number[];
  /** From the first call on. Then the payment is put before people: unknown is never failed. */
  readonly giveUpAfterMs: number;
  /** An order that never reached the network is not brought before a payer who has left. */
  readonly unsentExpiresAfterMs: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const defaultPolling: PollOptions = {
  delaysMs: [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour],
  giveUpAfterMs: 24 * hour,
  unsentExpiresAfterMs: 10 * minute,
};

/** Null: it was asked for long enough. */
export function nextDelayMs(
  { delaysMs, giveUpAfterMs }: PollOptions,
  askCount: number,
  sentMsAgo: number,
): number | null {
  if (sentMsAgo >= giveUpAfterMs) return null;
  const delay = delaysMs[Math.min(askCount, delaysMs.length) - 1] ?? delaysMs[0] ?? 0;
  return Math.min(delay, giveUpAfterMs - sentMsAgo);
}
