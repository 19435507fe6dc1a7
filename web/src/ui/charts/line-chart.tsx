import { scalePoint } from 'd3-scale';
import { area as areaShape, line as lineShape } from 'd3-shape';
import { useId } from 'react';
import { LabelBelow, plotArea, ValueGrid, valueScale, type ValueLabels } from './axes.tsx';
import type { ChartPoint, Series } from './chart-point.ts';
import { Plot, type PlotLayout } from './plot.tsx';
import { labelInterval } from './value-axis.ts';

interface LineChartProps extends ValueLabels {
  title: string;
  points: readonly ChartPoint[];
  series: readonly Series[];
  /** The last point is not complete yet: the line to it is dashed. */
  isLastOpen?: boolean | undefined;
}

/** Half of a date label below the first and the last point. */
const besidePx = 20;
/** With more points than a week has, only the line is drawn. */
const mostDots = 7;
const selectedRadiusPx = 4;

export function LineChart(props: LineChartProps) {
  const gradientId = useId();
  return <Plot {...props} layout={(widthPx) => lineLayout(props, gradientId, widthPx)} />;
}

function lineLayout(
  { points, series, isLastOpen = false, ...labels }: LineChartProps,
  gradientId: string,
  widthPx: number,
): PlotLayout {
  const scale = valueScale(
    points.flatMap(({ values }) => values),
    labels,
  );
  const area = plotArea(
    widthPx,
    scale.ticks.map(({ label }) => label),
  );
  scale.at.range([area.bottom, area.top]);
  const along = scalePoint<number>()
    .domain(points.keys())
    .range([area.left + besidePx, area.right - besidePx]);
  const x = (index: number) => along(index) ?? 0;
  const y = (point: ChartPoint | undefined, at: number) => scale.at(point?.values[at] ?? 0);
  const interval = labelInterval(
    points.map(({ label }) => label),
    along.step(),
  );
  const last = points.length - 1;

  return {
    pointAt: (xPx) =>
      last < 0 ? null : Math.max(0, Math.min(last, Math.round((xPx - x(0)) / along.step()))),
    anchorOf: (index) => ({
      leftPx: x(index),
      rightPx: x(index),
      yPx: Math.min(...series.map((_, at) => y(points[index], at))),
    }),
    draw: (selected) => (
      <>
        <ValueGrid area={area} scale={scale} />
        {points.map(({ label }, index) =>
          index % interval === 0 ? <LabelBelow key={index} xPx={x(index)} text={label} /> : null,
        )}
        {selected === null ? null : (
          <line
            x1={x(selected)}
            x2={x(selected)}
            y1={area.top}
            y2={area.bottom}
            stroke="var(--line-strong)"
          />
        )}
        {series.map((each, at) => (
          <LineOfSeries
            key={each.name}
            series={each}
            gradientId={`${gradientId}-${at}`}
            places={points.map((point, index) => ({ x: x(index), y: y(point, at) }))}
            basePx={scale.ticks.some(({ value }) => value === 0) ? scale.at(0) : null}
            isLastOpen={isLastOpen}
            selected={selected}
          />
        ))}
      </>
    ),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface LineOfSeriesProps {
  series: Series;
  gradientId: string;
  places: readonly Place[];
  /** The position of zero; null if the axis leaves it out: the area under a line would tell no amount. */
  basePx: number | null;
  isLastOpen: boolean;
  selected: number | null;
}

function LineOfSeries(props: LineOfSeriesProps) {
  const { series, gradientId, places, basePx, isLastOpen, selected } = props;
  const { name, color, fill } = series;
  const line = lineShape<Place>(
    ({ x }) => x,
    ({ y }) => y,
  );
  const area = areaShape<Place>(
    ({ x }) => x,
    basePx ?? 0,
    ({ y }) => y,
  );
  const selectedPlace = selected === null ? undefined : places[selected];
  return (
    <g data-series={name}>
      {fill && basePx !== null ? (
        <>
          <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor={fill} stopOpacity={0.17} />
            <stop offset="100%" stopColor={fill} stopOpacity={0.01} />
          </linearGradient>
          <path d={area(places) ?? undefined} fill={`url(#${gradientId})`} />
        </>
      ) : null}
      <path
        d={line(isLastOpen ? places.slice(0, -1) : places) ?? undefined}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {isLastOpen ? (
        <path
          data-open=""
          d={line(places.slice(-2)) ?? undefined}
          fill="none"
          stroke={color}
          strokeWidth={2}
          strokeDasharray="4 4"
        />
      ) : null}
      {places.length <= mostDots
        ? places.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={3} fill={color} />)
        : null}
      {selectedPlace ? (
        <circle
          cx={selectedPlace.x}
          cy={selectedPlace.y}
          r={selectedRadiusPx}
          fill={color}
          stroke="var(--surface)"
          strokeWidth={2}
        />
      ) : null}
    </g>
  );
}
