import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  /** The content reaches the edges, for example a table. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

export function Card({
  title,
  description,
  actions,
  footer,
  flush = false,
  className,
  children,
}: CardProps) {
  return (
    <section className={cn('min-w-0 rounded-lg border bg-surface', className)}>
      {title ? (
        // The same height with and without a button, so that cards side by side align.
        <header className="flex min-h-13.25 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-5 py-2.5">
          <div className={cn('min-w-0 flex-1', description ? 'basis-48' : 'basis-32')}>
            <h2 className="text-sm">{title}</h2>
            {description ? <p className="mt-0.5 text-13 text-muted">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? undefined : 'p-5'}>{children}</div>
      {footer ? <footer className="border-t px-5 py-3">{footer}</footer> : null}
    </section>
  );
}
