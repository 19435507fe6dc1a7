/** As many as webhooks_add_job asks the queue for. */
export const maxAttempts = 24;

/** How long the queue waits after so many attempts; next_attempt_at says it to people. */
export function secondsUntilNext(attemptsMade: number): number {
  return Math.exp(Math.min(attemptsMade, 10));
}
