/** The height of every chart and of its placeholder. */
export const chartHeightPx = 300;

export interface Series {
  readonly name: string;
  readonly color: string;
  /** A line with a fill is drawn as an area. */
  readonly fill?: string | undefined;
  /** A line across the bars of the others. */
  readonly isLine?: boolean | undefined;
}

/** One position of a chart: a day, a bar, a slice. */
export interface ChartPoint {
  /** At the axis. */
  readonly label: string;
  /** In the tooltip, where there is room. */
  readonly title: string;
  /** One per series, in their order. */
  readonly values: readonly number[];
  /** The exact figures, for the tooltip and for screen readers. */
  readonly figures: readonly Figure[];
  /** Overrides the colour of its series. */
  readonly color?: string | undefined;
}

interface Figure {
  readonly label: string;
  readonly text: string;
  /** The colour of a dot before the label. */
  readonly color?: string | undefined;
}
