import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  title: string;
  /** The level if the title is a heading; undefined for plain text. */
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

export interface NoneMatchProps extends Pick<EmptyStateProps, 'title' | 'icon' | 'hint'> {
  onClear: () => void;
  clearLabel?: string;
  /** Next to the button that clears the filters. */
  more?: ReactNode;
}

/** No record matches the search and the filters. */
export function NoneMatch({
  title,
  icon,
  hint = 'Try adjusting your search or filters.',
  onClear,
  clearLabel = 'Clear Filters',
  more,
}: NoneMatchProps) {
  return (
    <EmptyState
      icon={icon ?? <SearchX />}
      title={title}
      hint={hint}
      action={
        <>
          <Button onClick={onClear}>{clearLabel}</Button>
          {more}
        </>
      }
    />
  );
}
