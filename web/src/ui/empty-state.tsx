import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

interface EmptyStateProps {
  title: string;
  /** Where the title is a heading of the page; left out: plain text. */
  heading?: 'h1' | 'h2' | undefined;
  hint?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

export function EmptyState({ title, heading, hint, icon, action, className }: EmptyStateProps) {
  const Title = heading ?? 'p';
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span
        aria-hidden="true"
        className="mb-3 grid size-10 place-items-center rounded-lg border bg-surface-sunken text-muted [&_svg]:size-5"
      >
        {icon ?? <Inbox />}
      </span>
      <Title className={heading ? 'text-base' : 'font-medium'}>{title}</Title>
      {hint ? <p className="mt-1 max-w-sm text-muted">{hint}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

interface NoneMatchProps {
  title: string;
  icon?: ReactNode;
  onClear: () => void;
  /** Beside Clear Filters. */
  more?: ReactNode;
}

/** No record passes the search and the filters. */
export function NoneMatch({ title, icon, onClear, more }: NoneMatchProps) {
  return (
    <EmptyState
      icon={icon ?? <SearchX />}
      title={title}
      hint="Try adjusting your search or filters."
      action={
        <>
          <Button onClick={onClear}>Clear Filters</Button>
          {more}
        </>
      }
    />
  );
}
