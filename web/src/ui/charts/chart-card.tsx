import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Skeleton } from '../skeleton.tsx';
import { chartHeightPx, type Series } from './chart-point.ts';

interface ChartCardProps {
  title: string;
  description?: string | undefined;
  actions?: ReactNode;
  className?: string | undefined;
  /** Shown instead of a chart without data. */
  empty?: { title: string; hint?: string | undefined } | undefined;
  /** The figures of the chart for screen readers: the headers, then the rows. */
  table: {
    /** After the title. */
    caption?: string | undefined;
    columns: readonly string[];
    rows: readonly (readonly string[])[];
  };
  /** Under the chart. */
  legend?: ReactNode;
  children: ReactNode;
}

/** Reserves the space of the chart while its code loads, and has its figures in a hidden table. */
export function ChartCard(props: ChartCardProps) {
  const { title, description, actions, className, empty, table, legend, children } = props;
  return (
    <Card title={title} description={description} actions={actions} className={className}>
      {empty ? (
        <div className="grid min-h-50 place-items-center">
          <EmptyState {...empty} className="py-4!" />
        </div>
      ) : (
        <>
          <div data-chart={title} style={{ height: chartHeightPx }}>
            {children}
          </div>
          {legend}
          <FiguresTable title={title} {...table} />
        </>
      )}
    </Card>
  );
}

export function ChartCardSkeleton({
  title,
  className,
}: Pick<ChartCardProps, 'title' | 'className'>) {
  return (
    <Card title={title} className={className}>
      <div style={{ height: chartHeightPx }}>
        <ChartSkeleton />
      </div>
    </Card>
  );
}

const skeletonHeights = ['h-2/5', 'h-3/5', 'h-1/2', 'h-4/5', 'h-2/5', 'h-3/4', 'h-1/3', 'h-3/5'];

/** A placeholder of bars for a chart, with the height of its container. */
export function ChartSkeleton() {
  return (
    <div className="flex h-full items-end justify-around gap-3 border-b px-2">
      {skeletonHeights.map((height, index) => (
        <Skeleton key={index} className={`w-full max-w-10 rounded-b-none ${height}`} />
      ))}
    </div>
  );
}

type FiguresTableProps = ChartCardProps['table'] & { title: string };

function FiguresTable({ title, caption = 'in figures', columns, rows }: FiguresTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>
          {title}, {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], index) => (
            // Two accounts may have the same name, so the position is the key.
            <tr key={`${index} ${head}`}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The meaning of each colour. */
export function SeriesLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-3 flex justify-center gap-5 text-13 text-muted">
      {series.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-2">
          <LegendDot color={color} />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface FiguresLegendProps {
  items: readonly { key: string; color?: string | undefined; name: string; figures: string }[];
}

/** Names with their values, one per line. */
export function FiguresLegend({ items }: FiguresLegendProps) {
  return (
    <ul className="mt-3 divide-y text-13">
      {items.map(({ key, color, name, figures }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-2 py-1.5">
          {color ? <LegendDot color={color} /> : null}
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="tabular ml-auto text-right text-muted">{figures}</span>
        </li>
      ))}
    </ul>
  );
}

/** Printed with its colour, like the chart. */
export function LegendDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-full [print-color-adjust:exact]"
      style={{ background: color }}
    />
  );
}
