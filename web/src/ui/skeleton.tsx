import { cn } from '../lib/cn.ts';
import { Card } from './card.tsx';
import { DetailList } from './detail-list.tsx';

interface SkeletonProps {
  /** The size of the content: "h-4 w-40". */
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
  /** Announced once. */
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

interface FormSkeletonProps {
  /** Number of fields. */
  count: number;
  columns?: 1 | 2 | undefined;
  /** Announced once. */
  label: string;
}

/** A form while its values load: fields with their labels, and the buttons under them. */
export function FormSkeleton({ count, columns = 1, label }: FormSkeletonProps) {
  return (
    <Card
      footer={
        <div className="flex justify-end gap-2">
          <Skeleton className="h-9 w-20" />
          <Skeleton className="h-9 w-32" />
        </div>
      }
    >
      <div role="status" className={cn('grid gap-5', columns === 2 && 'sm:grid-cols-2')}>
        <span className="sr-only">{label}</span>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} data-skeleton-row="">
            <Skeleton className="my-1 h-3 w-24" />
            <div className="mt-1.5 flex h-9 items-center rounded-lg border px-3">
              <Skeleton className="h-3.5 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

interface DetailSkeletonProps {
  title: string;
  labels: readonly string[];
  columns?: 1 | 2 | 3 | undefined;
  /** Announced once; undefined where another part of the page does it. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A card of details while its values load, with its title and labels. */
export function DetailSkeleton({ title, labels, columns, label, className }: DetailSkeletonProps) {
  return (
    <Card title={title} className={className}>
      {label ? (
        <p role="status" className="sr-only">
          {label}
        </p>
      ) : null}
      <div aria-hidden="true" data-skeleton-row="">
        <DetailList
          columns={columns}
          items={labels.map((each, index) => ({
            label: each,
            value: <Skeleton className={index % 2 === 0 ? 'my-0.5 h-4 w-40' : 'my-0.5 h-4 w-28'} />,
          }))}
        />
      </div>
    </Card>
  );
}
