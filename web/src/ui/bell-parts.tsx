import type { ReactNode } from 'react';
import type { Failure } from '../api/query-state.ts';
import { RelativeTime } from './date-display.tsx';
import { ErrorPanel } from './error-panel.tsx';

/* Shared by the bells of both portals. */

interface EntryHeadProps {
  /** Null if it is not known. */
  since: string | null;
  /** Newer than the last visit of the panel. */
  isNew: boolean;
  /** What it is. */
  children: ReactNode;
}

/** The first line of an entry. */
export function EntryHead({ since, isNew, children }: EntryHeadProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      {/* In the flow of the words, so that the mark does not take a line of its own. */}
      <p className="min-w-0 font-medium [&>a]:py-0.5">
        {children}
        {isNew ? <span className="ml-2 text-xs font-medium text-accent-text">New</span> : null}
      </p>
      {since ? (
        <RelativeTime value={since} className="relative shrink-0 text-13 text-muted" />
      ) : null}
    </div>
  );
}

interface BellNotLoadedProps {
  failure: Failure | undefined;
  /** The two portals have different labels for the retry. */
  retryLabel?: string | undefined;
}

/** Above the data of an earlier load. */
export function BellNotLoaded({ failure, retryLabel }: BellNotLoadedProps) {
  if (!failure) return null;
  return (
    <ErrorPanel
      className="mb-4"
      title="Failed to load notifications"
      failure={failure}
      retryLabel={retryLabel}
    />
  );
}
