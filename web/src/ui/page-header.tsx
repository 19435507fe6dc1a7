import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { useWayBack } from '../lib/way-back.ts';
import { Link } from './link.tsx';

export interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons on the right; the main one last. */
  actions?: ReactNode;
  back?: { to: string; label: string } | undefined;
  breadcrumb?: ReactNode;
  /** Next to the title, such as a status badge. */
  meta?: ReactNode;
  /** Before the title, such as a logo. */
  media?: ReactNode;
}

export function PageHeader({
  title,
  subtitle,
  actions,
  back,
  breadcrumb,
  meta,
  media,
}: PageHeaderProps) {
  return (
    <header className="mb-6">
      {breadcrumb ? <div className="mb-2">{breadcrumb}</div> : null}
      {back ? <Back {...back} /> : null}
      <div
        className={cn(
          'flex flex-wrap items-start justify-between gap-x-3 gap-y-3 sm:gap-x-6',
          // A logo is taller than a button: both are centred on the title.
          media && 'sm:items-center',
        )}
      >
        <div className="page-title flex min-w-0 items-center gap-3">
          {media}
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-xl break-words sm:text-2xl sm:leading-8">{title}</h1>
              {meta}
            </div>
            {subtitle ? <p className="mt-0.5 text-muted">{subtitle}</p> : null}
          </div>
        </div>
        {actions ? (
          <div className="page-actions" data-print="hide">
            {actions}
          </div>
        ) : null}
      </div>
    </header>
  );
}

/** To a list as it was left. */
function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={useWayBack(to)}
      data-print="hide"
      className="mb-2 inline-flex items-center gap-1.5 rounded-sm py-0.5 text-13 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      {label}
    </Link>
  );
}
