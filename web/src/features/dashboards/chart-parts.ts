export const chartHeightPx = 300;

/** How both axes of every chart look. */
export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--muted)', fontSize: 12 },
};

/** What each of the two series is called on a chart. */
export interface SeriesNames {
  readonly credits: string;
  readonly debits: string;
}

export const series = [
  { key: 'credits', color: 'var(--success)', dotClass: 'bg-success' },
  { key: 'debits', color: 'var(--danger)', dotClass: 'bg-danger' },
] as const;
