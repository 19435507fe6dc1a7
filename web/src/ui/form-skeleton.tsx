import { cn } from '../lib/cn.ts';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

interface FormSkeletonProps {
  /** How many fields. */
  count: number;
  columns?: 1 | 2 | undefined;
  /** Read out once. */
  label: string;
}

/** A form whose values are still on the way: fields with their labels, and the buttons under them. */
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
