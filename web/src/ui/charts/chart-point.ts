/** Every chart has this height, and so has what stands in its place while it loads. */
export const chartHeightPx = 300;

export interface Series {
  readonly name: string;
  readonly color: string;
  /** A line with a fill is drawn as an area. */
  readonly fill?: string | undefined;
}

/** One step along a chart: a day, a bar, a slice. */
export interface ChartPoint {
  /** At the axis. */
  readonly label: string;
  /** In the tooltip, where there is room. */
  readonly title: string;
  /** One for each series, in their order. */
  readonly values: readonly number[];
  /** The exact figures, for the tooltip and for screen readers. */
  readonly figures: readonly Figure[];
  /** In place of the colour of its series. */
  readonly color?: string | undefined;
}

interface Figure {
  readonly label: string;
  readonly text: string;
  /** Of a dot before the label. */
  readonly color?: string | undefined;
}
