import { arc as arcShape, pie as pieShape } from 'd3-shape';
import { chartHeightPx, type ChartPoint } from './chart-point.ts';
import { Plot, type PlotLayout } from './plot.tsx';

interface DonutChartProps {
  title: string;
  /** Each has one value and its own colour. */
  points: readonly ChartPoint[];
  /** In the hole. */
  total: { label: string; text: string };
}

const outerPx = 120;
const innerPx = 78;
const selectedPx = 4;

export function DonutChart(props: DonutChartProps) {
  return <Plot {...props} layout={(widthPx) => donutLayout(props, widthPx)} />;
}

/** Clockwise from the top, in the given order. */
function donutLayout({ points, total }: DonutChartProps, widthPx: number): PlotLayout {
  const [centerX, centerY] = [widthPx / 2, chartHeightPx / 2];
  const valueOf = ({ values: [value = 0] }: ChartPoint) => Math.max(0, value);
  const slices = pieShape<ChartPoint>().sort(null).value(valueOf)([...points]);
  const ring = (outer: number) => arcShape<Angles>().innerRadius(innerPx).outerRadius(outer);
  const isEmpty = points.every((point) => valueOf(point) === 0);

  return {
    pointAt: (xPx, yPx) => {
      const [x, y] = [xPx - centerX, yPx - centerY];
      const radius = Math.hypot(x, y);
      if (isEmpty || radius < innerPx || radius > outerPx + selectedPx) return null;
      const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
      const found = slices.findIndex(
        ({ startAngle, endAngle }) => angle >= startAngle && angle < endAngle,
      );
      return found === -1 ? null : found;
    },
    anchorOf: (index) => {
      const slice = slices[index];
      const [x, y] = slice ? ring(outerPx).centroid(slice) : [0, 0];
      return { leftPx: centerX + x, rightPx: centerX + x, yPx: centerY + y };
    },
    draw: (selected) => (
      <g transform={`translate(${centerX},${centerY})`}>
        {isEmpty ? (
          <path
            d={ring(outerPx)({ startAngle: 0, endAngle: 2 * Math.PI }) ?? undefined}
            fill="var(--line)"
          />
        ) : (
          slices.map((slice) => (
            <path
              key={slice.index}
              data-series={slice.data.title}
              d={ring(outerPx + (slice.index === selected ? selectedPx : 0))(slice) ?? undefined}
              fill={slice.data.color}
              stroke="var(--surface)"
              strokeWidth={2}
            />
          ))
        )}
        <text textAnchor="middle" className="fill-muted text-13">
          <tspan x="0" dy="-0.5em">
            {total.label}
          </tspan>
          <tspan x="0" dy="1.5em" className="tabular fill-ink text-base font-semibold">
            {total.text}
          </tspan>
        </text>
      </g>
    ),
  };
}

interface Angles {
  readonly startAngle: number;
  readonly endAngle: number;
}
