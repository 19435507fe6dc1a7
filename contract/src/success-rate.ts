/**
 * Percent of what ended, rounded to a tenth; null if nothing did. Only all are 100 and only none are 0: one
 * failure among thousands stays visible.
 */
export function successRate(succeeded: number, failed: number): number | null {
  const ended = succeeded + failed;
  if (ended === 0) return null;
  const tenths = Math.round((succeeded * 1000) / ended);
  const [least, most] = [succeeded === 0 ? 0 : 1, failed === 0 ? 1000 : 999];
  return Math.min(most, Math.max(least, tenths)) / 10;
}

/** "66.7%" */
export function rateText(rate: number | null): string | null {
  return rate === null ? null : `${rate.toFixed(1)}%`;
}
