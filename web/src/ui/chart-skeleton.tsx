import { Skeleton } from './skeleton.tsx';

const heights = ['h-2/5', 'h-3/5', 'h-1/2', 'h-4/5', 'h-2/5', 'h-3/4', 'h-1/3', 'h-3/5'];

/** Bars on a line, in place of a chart; as high as what it stands in. */
export function ChartSkeleton() {
  return (
    <div className="flex h-full items-end justify-around gap-3 border-b px-2">
      {heights.map((height, index) => (
        <Skeleton key={index} className={`w-full max-w-10 rounded-b-none ${height}`} />
      ))}
    </div>
  );
}
