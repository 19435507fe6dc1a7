import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Link } from './link.tsx';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  value: ReactNode;
  /** Formatted text such as "+4.2%". */
  change?: string | undefined;
  trend?: 'up' | 'down' | undefined;
  /** More of it is neither good nor bad, so its change has no color. */
  isNeutral?: boolean | undefined;
  /** The context of the number: "on this page", "from last month". */
  note?: string | undefined;
  icon?: ReactNode;
  /** The list behind the figure; the whole card leads to it. */
  to?: string | undefined;
  loading?: boolean | undefined;
  /** Has no line below the figure, so the skeleton reserves no space for one. */
  brief?: boolean | undefined;
  className?: string | undefined;
}

/** In a StatList on a phone: the label on the left, the figure and its change on the right. */
const inListClass =
  'in-stat-list:grid in-stat-list:grid-cols-[minmax(0,1fr)_auto] in-stat-list:items-baseline in-stat-list:gap-x-4 in-stat-list:rounded-none in-stat-list:border-x-0 in-stat-list:border-t-0 in-stat-list:bg-transparent in-stat-list:py-3 in-stat-list:last:border-b-0';

/** Its target is the whole card. */
const wholeCardClass =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent';

const figureClass =
  'tabular mt-2 text-2xl font-semibold tracking-tight break-words in-stat-list:mt-0 in-stat-list:text-right in-stat-list:text-lg';
const noteClass =
  'mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted in-stat-list:col-span-2 in-stat-list:mt-0 in-stat-list:justify-end';

export function StatCard({
  label,
  value,
  change,
  trend,
  isNeutral = false,
  note,
  icon,
  to,
  loading = false,
  brief = false,
  className,
}: StatCardProps) {
  return (
    <article
      aria-busy={loading || undefined}
      className={cn(
        'min-w-0 rounded-lg border bg-surface p-4',
        to && 'relative hover:bg-surface-hover',
        inListClass,
        className,
      )}
    >
      <div className="flex items-center justify-between gap-3 text-muted">
        <h3 className="min-w-0 text-13 font-medium tracking-normal break-words">
          {to ? (
            <Link to={to} className={wholeCardClass}>
              {label}
            </Link>
          ) : (
            label
          )}
        </h3>
        {icon ? (
          <span aria-hidden="true" className="[&_svg]:size-4 in-stat-list:hidden">
            {icon}
          </span>
        ) : null}
      </div>
      {/* The same lines before and after loading, to avoid a layout shift. */}
      <p className={figureClass}>
        {loading ? (
          <>
            <Skeleton className="inline-block h-6 w-3/5 align-middle in-stat-list:h-5 in-stat-list:w-32" />
            <span className="sr-only">Loading</span>
          </>
        ) : (
          value
        )}
      </p>
      {loading && !brief ? (
        <p className={noteClass}>
          <Skeleton className="my-0.75 h-3.5 w-1/3 in-stat-list:w-24" />
        </p>
      ) : null}
      {!loading && (change || note) ? (
        <p className={noteClass}>
          {change ? <Change text={change} trend={trend} isNeutral={isNeutral} /> : null}
          {note ? <span>{note}</span> : null}
        </p>
      ) : null}
    </article>
  );
}

interface ChangeProps {
  text: string;
  trend: 'up' | 'down' | undefined;
  isNeutral: boolean;
}

function Change({ text, trend, isNeutral }: ChangeProps) {
  if (!trend) return <span className="tabular font-medium">{text}</span>;
  const Arrow = trend === 'up' ? ArrowUpRight : ArrowDownRight;
  const isNone = /^[+-]?0(?:\.0)?%$/.test(text);
  return (
    <span
      data-trend={trend}
      className={cn(
        'tabular inline-flex items-center gap-0.5 font-medium',
        // No change is no good news.
        isNone || isNeutral
          ? 'text-muted'
          : trend === 'up'
            ? 'text-success-text'
            : 'text-danger-text',
      )}
    >
      <Arrow aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{trend === 'up' ? 'Up' : 'Down'}</span>
      <span>{text}</span>
    </span>
  );
}

/** A value in a size at which billions with cents fit on four cards in a row, from 1024 px on. */
export function StatFigure({ children }: { children: ReactNode }) {
  return <span className="text-lg lg:max-xl:text-base min-[88rem]:text-xl">{children}</span>;
}

/** Figures side by side; on a phone one list, because amounts are too long for two in a row. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <div
      data-stat-list=""
      className="grid max-sm:rounded-lg max-sm:border max-sm:bg-surface sm:grid-cols-2 sm:gap-4 lg:grid-cols-4"
    >
      {children}
    </div>
  );
}
