import type { ReactNode } from 'react';

/** Figures beside each other; on a phone one list, because amounts are too long for two in a row. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <div
      data-stat-list=""
      className="grid max-sm:rounded-lg max-sm:border max-sm:bg-surface sm:grid-cols-2 sm:gap-4 xl:grid-cols-4"
    >
      {children}
    </div>
  );
}
