import { Card } from './card.tsx';
import { DetailList } from './detail-list.tsx';
import { Skeleton } from './skeleton.tsx';

interface DetailSkeletonProps {
  title: string;
  labels: readonly string[];
  columns?: 1 | 2 | 3 | undefined;
  /** Read out once; left out where another part of the page says it. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A card of details whose values are still on the way: what is known already stands. */
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
