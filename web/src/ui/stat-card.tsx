import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  value: ReactNode;
  /** Finished text such as "+4.2%". */
  change?: string | undefined;
  trend?: 'up' | 'down' | undefined;
  /** What the number is about: "on this page", "from last month". */
  note?: string | undefined;
  icon?: ReactNode;
  loading?: boolean | undefined;
  className?: string | undefined;
}

export function StatCard({
  label,
  value,
  change,
  trend,
  note,
  icon,
  loading = false,
  className,
}: StatCardProps) {
  return (
    <article
      aria-busy={loading || undefined}
      className={cn('min-w-0 rounded-lg border bg-surface p-4', className)}
    >
      <div className="flex items-center justify-between gap-3 text-muted">
        <h3 className="truncate text-13 font-medium tracking-normal">{label}</h3>
        {icon ? (
          <span aria-hidden="true" className="[&_svg]:size-4">
            {icon}
          </span>
        ) : null}
      </div>
      {loading ? (
        <>
          <Skeleton className="mt-3 mb-1 h-6 w-3/5" />
          <Skeleton className="mt-2.5 mb-0.5 h-3.5 w-1/3" />
          <span className="sr-only">Loading</span>
        </>
      ) : (
        <>
          <p className="tabular mt-2 text-2xl font-semibold tracking-tight break-words">{value}</p>
          {change || note ? (
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
              {change ? <Change text={change} trend={trend} /> : null}
              {note ? <span>{note}</span> : null}
            </p>
          ) : null}
        </>
      )}
    </article>
  );
}

function Change({ text, trend }: { text: string; trend: 'up' | 'down' | undefined }) {
  if (!trend) return <span className="tabular font-medium">{text}</span>;
  const Arrow = trend === 'up' ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      data-trend={trend}
      className={cn(
        'tabular inline-flex items-center gap-0.5 font-medium',
        trend === 'up' ? 'text-success-text' : 'text-danger-text',
      )}
    >
      <Arrow aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{trend === 'up' ? 'Up' : 'Down'}</span>
      <span>{text}</span>
    </span>
  );
}
