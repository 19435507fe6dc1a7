import { scaleBand } from 'd3-scale';
import {
  LabelBelow,
  LabelBeside,
  plotArea,
  ValueGrid,
  valueScale,
  type PlotArea,
  type ValueLabels,
} from './axes.tsx';
import type { ChartPoint, Series } from './chart-point.ts';
import { Plot, type PlotLayout } from './plot.tsx';
import { labelInterval } from './value-axis.ts';

interface BarChartProps extends ValueLabels {
  title: string;
  points: readonly ChartPoint[];
  series: readonly Series[];
  widestBarPx: number;
  /** One stacked bar per point instead of one bar per series. */
  isStacked?: boolean | undefined;
  /** The bars run from left to right, with the labels of the points beside them. */
  isHorizontal?: boolean | undefined;
}

/** Relative to the space of a point. */
const barsShare = 0.8;
const gapPx = 2;
const radiusPx = 2;

export function BarChart(props: BarChartProps) {
  return <Plot {...props} layout={(widthPx) => barLayout(props, widthPx)} />;
}

function barLayout(props: BarChartProps, widthPx: number): PlotLayout {
  const { points, isStacked = false, isHorizontal = false } = props;
  const all = props.series.map((each, at) => ({ ...each, at }));
  const [series, lines] = [all.filter(({ isLine }) => !isLine), all.filter(({ isLine }) => isLine)];
  const valuesOf = (point: ChartPoint, of: typeof all) => of.map(({ at }) => point.values[at] ?? 0);
  const bars = points.map((point) => spansOf(valuesOf(point, series), isStacked));
  const scale = valueScale(
    [...bars.flat(2), ...points.flatMap((point) => valuesOf(point, lines))],
    props,
  );
  const labels = points.map(({ label }) => label);
  const area = plotArea(widthPx, isHorizontal ? labels : scale.ticks.map(({ label }) => label));
  scale.at.range(isHorizontal ? [area.left, area.right] : [area.bottom, area.top]);
  const along = scaleBand<number>()
    .domain(points.keys())
    .range(isHorizontal ? [area.top, area.bottom] : [area.left, area.right]);
  const interval = isHorizontal ? 1 : labelInterval(labels, along.step());
  const middle = (index: number) => (along(index) ?? 0) + along.step() / 2;
  const slots = slotsOf(along.step(), isStacked ? 1 : series.length, props.widestBarPx);

  return {
    pointAt: (xPx, yPx) => {
      if (xPx < area.left || xPx > area.right || yPx < area.top || yPx > area.bottom) return null;
      const [at, from] = isHorizontal ? [yPx, area.top] : [xPx, area.left];
      return points.length === 0
        ? null
        : Math.min(points.length - 1, Math.floor((at - from) / along.step()));
    },
    anchorOf: (index) => {
      const ends = (bars[index] ?? []).map(([, to]) => scale.at(to));
      if (isHorizontal) {
        const end = Math.max(...ends);
        return { leftPx: end, rightPx: end, yPx: middle(index) };
      }
      const reach = slots.totalPx / 2;
      const [leftPx, rightPx] = [middle(index) - reach, middle(index) + reach];
      return { leftPx, rightPx, yPx: Math.min(...ends) };
    },
    draw: (selected) => (
      <>
        {selected === null ? null : (
          <path
            d={barPath(
              [along(selected) ?? 0, along.step()],
              isHorizontal ? [area.left, area.right] : [area.bottom, area.top],
              { isHorizontal },
            )}
            fill="var(--surface-hover)"
          />
        )}
        <ValueGrid area={area} scale={scale} isHorizontal={isHorizontal} />
        {labels.map((label, index) =>
          index % interval === 0 ? (
            <PointLabel key={index} {...{ area, isHorizontal, label }} at={middle(index)} />
          ) : null,
        )}
        {series.map(({ name, color }, at) => (
          <g key={name} data-series={name}>
            {points.map((point, index) => {
              const [from, to] = bars[index]?.[at] ?? [0, 0];
              if (from === to) return null;
              const start = Math.round(middle(index) - slots.totalPx / 2);
              const across = [start + (isStacked ? 0 : at * slots.stepPx), slots.barPx] as const;
              return (
                <path
                  key={index}
                  d={barPath(across, [scale.at(from), scale.at(to)], {
                    isHorizontal,
                    // In a stack, only the outer end of the last part is round.
                    isRound:
                      !isStacked ||
                      valuesOf(point, series.slice(at + 1)).every((value) => value === 0),
                  })}
                  fill={point.color ?? color}
                />
              );
            })}
          </g>
        ))}
        {lines.map(({ name, color, at }) => (
          <polyline
            key={name}
            data-series={name}
            points={points
              .map((point, index) => `${middle(index)},${scale.at(point.values[at] ?? 0)}`)
              .join(' ')}
            fill="none"
            stroke={color}
            strokeWidth={2}
            strokeLinejoin="round"
          />
        ))}
      </>
    ),
  };
}

/** The start and end of the bar of each series. */
function spansOf(values: readonly number[], isStacked: boolean): [from: number, to: number][] {
  let below = 0;
  return values.map((value) => {
    const from = isStacked ? below : 0;
    below += value;
    return [from, from + value];
  });
}

/** Whole pixels, so that all bars are equally sharp. */
function slotsOf(roomPx: number, count: number, widestPx: number) {
  const sharePx = (roomPx * barsShare - gapPx * (count - 1)) / count;
  const barPx = Math.max(1, Math.floor(Math.min(widestPx, sharePx)));
  const stepPx = barPx + gapPx;
  return { barPx, stepPx, totalPx: stepPx * count - gapPx };
}

type Pixels = readonly [number, number];

/** A bar from its base to its end, with round corners at the end. At least one pixel is visible. */
function barPath(
  [start, size]: Pixels,
  [base, exactEnd]: Pixels,
  { isHorizontal, isRound = false }: { isHorizontal: boolean; isRound?: boolean | undefined },
): string {
  const direction = exactEnd < base ? -1 : 1;
  const length = Math.max(1, Math.abs(exactEnd - base));
  const end = base + direction * length;
  const radius = isRound ? Math.min(radiusPx, size / 2, length) : 0;
  const shoulder = end - direction * radius;
  const p = (across: number, along: number) =>
    isHorizontal ? `${along},${across}` : `${across},${along}`;
  return [
    `M${p(start, base)}L${p(start, shoulder)}`,
    `Q${p(start, end)} ${p(start + radius, end)}L${p(start + size - radius, end)}`,
    `Q${p(start + size, end)} ${p(start + size, shoulder)}L${p(start + size, base)}Z`,
  ].join('');
}

interface PointLabelProps {
  area: PlotArea;
  isHorizontal: boolean;
  label: string;
  at: number;
}

function PointLabel({ area, isHorizontal, label, at }: PointLabelProps) {
  return isHorizontal ? (
    <LabelBeside area={area} yPx={at} text={label} />
  ) : (
    <LabelBelow xPx={at} text={label} />
  );
}
