import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface DetailListProps {
  items: readonly { label: string; value: ReactNode }[];
  columns?: 1 | 2 | 3 | undefined;
}

const grids = {
  1: '',
  // A last one that is alone in its row has all of it: often an id, which should not wrap.
  2: 'sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
};

/** Labels and values of a detail page. */
export function DetailList({ items, columns = 2 }: DetailListProps) {
  return (
    <dl className={cn('grid gap-x-8 gap-y-3 sm:gap-y-5', grids[columns])}>
      {items.map((item) => (
        <div key={item.label} className="fact min-w-0">
          <dt className="text-13 text-muted">{item.label}</dt>
          {/* A long date wraps rather than running into its neighbour. */}
          <dd className="mt-0.5 break-words [&_time]:whitespace-normal">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
