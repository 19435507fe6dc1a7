import { cn } from '../lib/cn.ts';

interface SkeletonProps {
  /** Size it like what will come: "h-4 w-40". */
  className?: string | undefined;
  circle?: boolean | undefined;
}

export function Skeleton({ className, circle = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={cn(
        'block animate-shimmer bg-line',
        circle ? 'rounded-full' : 'rounded-md',
        className ?? 'h-4 w-full',
      )}
    />
  );
}

interface SkeletonRowsProps {
  count: number;
  /** Read out once. */
  label?: string | undefined;
  columns?: 1 | 2 | undefined;
  className?: string | undefined;
}

const widths = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3'];

/** Lines in the shape of label and value, for details and forms. */
export function SkeletonRows(props: SkeletonRowsProps) {
  const { count, label = 'Loading', columns = 1, className } = props;
  return (
    <div
      role="status"
      className={cn('grid gap-x-8 gap-y-5', columns === 2 && 'sm:grid-cols-2', className)}
    >
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} data-skeleton-row="" className="flex flex-col gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className={cn('h-4', widths[index % widths.length])} />
        </div>
      ))}
    </div>
  );
}
