import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ChartSkeleton } from '../../ui/chart-skeleton.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { chartHeightPx } from './chart-parts.ts';

interface ChartCardProps {
  title: string;
  description?: string | undefined;
  className?: string | undefined;
  /** Said in place of a chart that has nothing to draw. */
  empty?: { title: string; hint?: string | undefined } | undefined;
  /** What the chart shows, for those who do not see it: the heads, then the rows. */
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** Under the chart. */
  legend?: ReactNode;
  children: ReactNode;
}

/** The chart keeps its place while its code is on the way, and says the same in a hidden table. */
export function ChartCard(props: ChartCardProps) {
  const { title, description, className, empty, table, legend, children } = props;
  return (
    <Card title={title} description={description} className={className}>
      {empty ? (
        <div className="grid place-items-center" style={{ minHeight: chartHeightPx }}>
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

type KeptCardProps = Pick<ChartCardProps, 'title' | 'className'> & {
  of: 'transactions' | 'accounts';
};

/** In the place of a chart whose figures are kept from the reader. */
export function KeptChartCard({ title, className, of }: KeptCardProps) {
  return (
    <Card title={title} className={className}>
      <EmptyState
        icon={<LockKeyhole />}
        title="Access Restricted"
        hint={`You do not have permission to view ${of}`}
        className="py-4!"
      />
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

function FiguresTable({ title, columns, rows }: ChartCardProps['table'] & { title: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}, in figures</caption>
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
            // Two accounts may have one name, and the order is all that tells them apart.
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

interface LegendProps {
  items: readonly { key: string; dotClass?: string | undefined; name: string; figures: string }[];
}

/** Names with what they stand for, each on a line of its own. */
export function Legend({ items }: LegendProps) {
  return (
    <ul className="mt-3 divide-y text-13">
      {items.map(({ key, dotClass, name, figures }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-2 py-1.5">
          {dotClass ? (
            <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
          ) : null}
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="tabular ml-auto text-right text-muted">{figures}</span>
        </li>
      ))}
    </ul>
  );
}
