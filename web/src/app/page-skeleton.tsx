import { Skeleton } from '../ui/skeleton.tsx';

/** While a page's code is on its way: a heading, its actions and a surface. */
export function PageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="mb-6 flex items-center justify-between gap-4">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="h-9 w-28" />
      </div>
      <div className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    </div>
  );
}

/** The same, one step earlier: the frame is not there either. */
export function ShellSkeleton() {
  return (
    <div className="mx-auto max-w-6xl px-4 py-20 sm:px-8">
      <PageSkeleton />
    </div>
  );
}
