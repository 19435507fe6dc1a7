import type { ReactNode } from 'react';
import { RelativeTime } from '../../ui/date-display.tsx';

interface EntryHeadProps {
  since: string;
  /** Came after the last look. */
  isNew: boolean;
  /** What it is. */
  children: ReactNode;
}

/** The first line of whatever the bell tells of: the time stands in the same place in all. */
export function EntryHead({ since, isNew, children }: EntryHeadProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-medium">
        {children}
        {isNew ? <span className="text-xs font-medium text-accent-text">New</span> : null}
      </p>
      <RelativeTime value={since} className="relative shrink-0 text-13 text-muted" />
    </div>
  );
}
