import { Skeleton } from '../../ui/skeleton.tsx';

const shapes = ['w-2/5', 'w-1/2', 'w-1/3', 'w-2/5', 'w-1/2'];

/** In the shape of the entries. */
export function HistorySkeleton() {
  return (
    <div role="status" className="flex flex-col divide-y">
      <span className="sr-only">Loading history</span>
      {shapes.map((width, index) => (
        <div key={index} className="flex gap-3 py-3.5">
          <Skeleton className="size-8 shrink-0 rounded-lg" />
          <div className="flex min-w-0 flex-1 flex-col gap-2 pt-0.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
