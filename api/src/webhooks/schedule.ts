/** The same number as in webhooks_add_job. */
export const maxAttempts = 24;

/** The queue's delay after this many attempts, for next_attempt_at. */
export function secondsUntilNext(attemptsMade: number): number {
  return Math.exp(Math.min(attemptsMade, 10));
}
