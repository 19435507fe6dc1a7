/** When to poll a network, and when to hand over to people. */
export interface PollOptions {
  /** Delay after the first, second, third call and so on; the last one repeats. */
  readonly delaysMs: readonly number[];
  /** Since the first call. Then people decide: an unknown outcome is never a failure. */
  readonly giveUpAfterMs: number;
  /** An order that never reached the network expires: the payer no longer expects it. */
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

/** Null after the last poll. */
export function nextDelayMs(
  { delaysMs, giveUpAfterMs }: PollOptions,
  askCount: number,
  sentMsAgo: number,
): number | null {
  if (sentMsAgo >= giveUpAfterMs) return null;
  const delay = delaysMs[Math.min(askCount, delaysMs.length) - 1] ?? delaysMs[0] ?? 0;
  return Math.min(delay, giveUpAfterMs - sentMsAgo);
}
