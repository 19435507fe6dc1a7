import { lazyPart } from '../lazy-part.tsx';
import { ChartSkeleton } from './chart-card.tsx';

/* The drawing of a chart follows after the page: its card, legend and figures stand by then. */

export const LineChart = lazyPart(
  async () => ({ default: (await import('./line-chart.tsx')).LineChart }),
  <ChartSkeleton />,
);
export const BarChart = lazyPart(
  async () => ({ default: (await import('./bar-chart.tsx')).BarChart }),
  <ChartSkeleton />,
);
export const DonutChart = lazyPart(
  async () => ({ default: (await import('./donut-chart.tsx')).DonutChart }),
  <ChartSkeleton />,
);
