/**
 * Percent of what ended, to a tenth; null if nothing did. Rounded down everywhere, so that 100 means all
 * and two screens never differ.
 */
export function successRate(succeeded: number, failed: number): number | null {
  const ended = succeeded + failed;
  return ended === 0 ? null : Math.floor((succeeded * 1000) / ended) / 10;
}

/** "66.6%" */
export function rateText(rate: number | null): string | null {
  return rate === null ? null : `${rate.toFixed(1)}%`;
}
