import { scaleBand } from 'd3-scale';
import { LabelBelow, plotArea, ValueGrid, valueScale, type ValueLabels } from './axes.tsx';
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
}

/** Relative to the space of a point. */
const barsShare = 0.8;
const gapPx = 2;
const radiusPx = 2;

export function BarChart(props: BarChartProps) {
  return <Plot {...props} layout={(widthPx) => barLayout(props, widthPx)} />;
}

function barLayout(props: BarChartProps, widthPx: number): PlotLayout {
  const { points, isStacked = false } = props;
  const all = props.series.map((each, at) => ({ ...each, at }));
  const [series, lines] = [all.filter(({ isLine }) => !isLine), all.filter(({ isLine }) => isLine)];
  const valuesOf = (point: ChartPoint, of: typeof all) => of.map(({ at }) => point.values[at] ?? 0);
  const bars = points.map((point) => spansOf(valuesOf(point, series), isStacked));
  const scale = valueScale(
    [...bars.flat(2), ...points.flatMap((point) => valuesOf(point, lines))],
    props,
  );
  const labels = points.map(({ label }) => label);
  const area = plotArea(
    widthPx,
    scale.ticks.map(({ label }) => label),
  );
  scale.at.range([area.bottom, area.top]);
  const along = scaleBand<number>().domain(points.keys()).range([area.left, area.right]);
  const interval = labelInterval(labels, along.step());
  const middle = (index: number) => (along(index) ?? 0) + along.step() / 2;
  const slots = slotsOf(along.step(), isStacked ? 1 : series.length, props.widestBarPx);

  return {
    pointAt: (xPx, yPx) => {
      if (xPx < area.left || xPx > area.right || yPx < area.top || yPx > area.bottom) return null;
      return points.length === 0
        ? null
        : Math.min(points.length - 1, Math.floor((xPx - area.left) / along.step()));
    },
    anchorOf: (index) => {
      const ends = (bars[index] ?? []).map(([, to]) => scale.at(to));
      const reach = slots.totalPx / 2;
      const [leftPx, rightPx] = [middle(index) - reach, middle(index) + reach];
      return { leftPx, rightPx, yPx: Math.min(...ends) };
    },
    draw: (selected) => (
      <>
        {selected === null ? null : (
          <path
            d={barPath([along(selected) ?? 0, along.step()], [area.bottom, area.top], false)}
            fill="var(--surface-hover)"
          />
        )}
        <ValueGrid area={area} scale={scale} />
        {labels.map((label, index) =>
          index % interval === 0 ? (
            <LabelBelow key={index} xPx={middle(index)} text={label} />
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
                  d={barPath(
                    across,
                    [scale.at(from), scale.at(to)],
                    // In a stack, only the outer end of the last part is round.
                    !isStacked ||
                      valuesOf(point, series.slice(at + 1)).every((value) => value === 0),
                  )}
                  fill={point.color ?? color}
                />
              );
            })}
          </g>
        ))}
        {lines.map(({ name, color, at }) => (
          <LineAcross
            key={name}
            name={name}
            color={color}
            corners={points.map((point, index) => [middle(index), scale.at(point.values[at] ?? 0)])}
          />
        ))}
      </>
    ),
  };
}

interface LineAcrossProps {
  name: string;
  color: string;
  corners: readonly Pixels[];
}

/** Over the bars: an edge in the colour of the surface and a dot per point keep it apart from them. */
function LineAcross({ name, color, corners }: LineAcrossProps) {
  const line = { points: corners.map(([x, y]) => `${x},${y}`).join(' '), fill: 'none' };
  return (
    <g strokeLinejoin="round" strokeLinecap="round">
      <polyline {...line} stroke="var(--surface)" strokeWidth={6} />
      <polyline {...line} data-series={name} stroke={color} strokeWidth={2} />
      {corners.length > mostDots
        ? null
        : corners.map(([x, y], index) => (
            <circle key={index} cx={x} cy={y} r={3} fill={color} stroke="var(--surface)" />
          ))}
    </g>
  );
}

/** More would be a line of their own. */
const mostDots = 31;

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
function barPath([start, size]: Pixels, [base, exactEnd]: Pixels, isRound: boolean): string {
  const direction = exactEnd < base ? -1 : 1;
  const length = Math.max(1, Math.abs(exactEnd - base));
  const end = base + direction * length;
  const radius = isRound ? Math.min(radiusPx, size / 2, length) : 0;
  const shoulder = end - direction * radius;
  return [
    `M${start},${base}L${start},${shoulder}`,
    `Q${start},${end} ${start + radius},${end}L${start + size - radius},${end}`,
    `Q${start + size},${end} ${start + size},${shoulder}L${start + size},${base}Z`,
  ].join('');
}
