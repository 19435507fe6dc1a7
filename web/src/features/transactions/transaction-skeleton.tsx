import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';

/** In the shape of the content: the amount and its status, then the rest. */
export function TransactionSkeleton() {
  return (
    <>
      <div className="mb-7 flex items-center justify-between gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-5.5 w-16" />
      </div>
      <SkeletonRows count={7} label="Loading transaction" />
    </>
  );
}
