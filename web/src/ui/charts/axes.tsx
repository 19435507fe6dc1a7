import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { chartHeightPx } from './chart-point.ts';
import { labelSizePx, levelAxis, valueAxis, widestPx } from './value-axis.ts';

export interface ValueLabels {
  /** A short value for the axis. The tooltip has the exact one. */
  formatValue: (value: number) => string;
  /** The smallest difference that `formatValue` can show. */
  smallestStep?: number | undefined;
  /** Of a level such as a balance, whose axis need not begin at zero: the labels that show its steps. */
  levelLabels?: ((highest: number, step: number) => (value: number) => string) | undefined;
}

const topPx = 8;
const rightPx = 8;
const labelRoomPx = 30;
const besideLabelPx = 8;
/** The baseline of the labels under a plot. */
const labelBaselinePx = chartHeightPx - 7;

/** The rectangle between the axes. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The labels are left of the plot; the widest one determines their space. */
export function plotArea(widthPx: number, leftLabels: readonly string[]): PlotArea {
  const left = widestPx(leftLabels) + besideLabelPx;
  const right = Math.max(left, widthPx - rightPx);
  return { left, right, top: topPx, bottom: chartHeightPx - labelRoomPx };
}

export interface ValueScale {
  readonly at: ScaleLinear<number, number>;
  readonly ticks: readonly { value: number; label: string }[];
}

export function valueScale(
  values: readonly number[],
  { formatValue, smallestStep, levelLabels }: ValueLabels,
): ValueScale {
  const { ticks, domain } = levelLabels ? levelAxis(values) : valueAxis(values, smallestStep);
  const [first = 0, second] = ticks;
  const labelOf =
    levelLabels && second !== undefined ? levelLabels(domain[1], second - first) : formatValue;
  return {
    at: scaleLinear().domain(domain),
    ticks: ticks.map((value) => ({ value, label: labelOf(value) })),
  };
}

interface GridProps {
  area: PlotArea;
  scale: ValueScale;
}

/** A line and a label for each tick of the values. */
export function ValueGrid({ area, scale }: GridProps) {
  return (
    <g data-axis="values">
      {scale.ticks.map(({ value, label }) => {
        const at = Math.round(scale.at(value)) + 0.5;
        return (
          <g key={value}>
            <line x1={area.left} x2={area.right} y1={at} y2={at} stroke="var(--line)" />
            <LabelBeside area={area} yPx={at} text={label} />
          </g>
        );
      })}
    </g>
  );
}

export function LabelBelow({ xPx, text }: { xPx: number; text: string }) {
  return (
    <text
      x={xPx}
      y={labelBaselinePx}
      textAnchor="middle"
      fontSize={labelSizePx}
      className="fill-muted"
    >
      {text}
    </text>
  );
}

function LabelBeside({ area, yPx, text }: { area: PlotArea; yPx: number; text: string }) {
  return (
    <text
      x={area.left - besideLabelPx}
      y={yPx}
      dy="0.355em"
      textAnchor="end"
      fontSize={labelSizePx}
      className="fill-muted"
    >
      {text}
    </text>
  );
}
