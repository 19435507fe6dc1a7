import { late } from '../late.tsx';
import { ChartSkeleton } from './chart-card.tsx';

/* The chart's code loads after the page: its card, legend and figures are already shown. */

export const LineChart = late(
  async () => ({ default: (await import('./line-chart.tsx')).LineChart }),
  { waiting: <ChartSkeleton /> },
);
export const BarChart = late(
  async () => ({ default: (await import('./bar-chart.tsx')).BarChart }),
  { waiting: <ChartSkeleton /> },
);
export const DonutChart = late(
  async () => ({ default: (await import('./donut-chart.tsx')).DonutChart }),
  { waiting: <ChartSkeleton /> },
);
