import type { ReactNode } from 'react';

/** What a table shows where there is nothing: "-", "Nothing yet". A card of a phone leaves it out with its label. */
export function NoValue({ children = '-' }: { children?: ReactNode }) {
  return (
    <span data-empty="" className="text-muted">
      {children}
    </span>
  );
}
