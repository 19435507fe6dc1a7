const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export interface Change {
  /** "+4.2%" or "-1.0%". */
  readonly change: string;
  readonly trend: 'up' | 'down';
}

/**
 * A percentage as a card tells it. What rounds to nothing is "+0.0%" and up, also from below: a minus
 * before a zero would say that something fell. Undefined where there is no number to tell.
 */
export function changeOf(percent: number | null | undefined): Change | undefined {
  if (typeof percent !== 'number' || !Number.isFinite(percent)) return undefined;
  const tenths = Math.round(Math.abs(percent) * 10);
  const isDown = percent < 0 && tenths > 0;
  return {
    change: `${isDown ? '-' : '+'}${oneDecimal.format(tenths / 10)}%`,
    trend: isDown ? 'down' : 'up',
  };
}
