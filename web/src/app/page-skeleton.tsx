import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Brand } from '../ui/brand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** While a page's code loads: a heading with its line, the actions and a surface. */
export function PageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <Skeleton className="my-1 h-6 w-44" />
          <Skeleton className="mt-2 mb-0.5 h-4 w-64 max-w-full" />
        </div>
        <Skeleton className="h-9 w-28 rounded-lg" />
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

/** While the layout's code loads too: the top bar of a public page or of the wallet. */
export function SiteSkeleton({ barClassName }: { barClassName: string }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Bar className={barClassName} innerClassName="mx-auto max-w-6xl">
        <BrandSkeleton />
        <Skeleton className="ml-auto h-5 w-16" />
      </Bar>
      <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
        <PageSkeleton />
      </div>
    </div>
  );
}

/** The same size as PortalFrame, which replaces it without a layout shift. */
export function PortalSkeleton() {
  return (
    <>
      <div className="fixed inset-y-0 left-0 hidden w-15 flex-col border-r bg-surface md:flex xl:w-60">
        <div className="flex h-14 shrink-0 items-center px-4">
          <BrandSkeleton textClassName="max-xl:hidden" />
        </div>
        <div className="flex flex-col gap-0.5 px-3 py-2">
          {['w-20', 'w-24', 'w-14', 'w-16', 'w-20', 'w-28', 'w-18'].map((width, index) => (
            // Nothing of a skeleton ever changes its place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className="flex h-9 items-center gap-3 px-2.5 max-xl:justify-center">
              <Skeleton className="size-4.5 shrink-0" />
              <Skeleton className={cn('h-3.5 max-xl:hidden', width)} />
            </div>
          ))}
        </div>
      </div>
      <div className="flex min-h-dvh flex-col md:pl-15 xl:pl-60">
        <Bar className="h-14">
          <Skeleton className="h-9 min-w-0 flex-1 rounded-lg sm:max-w-sm" />
          <Skeleton className="ml-auto h-5 w-16" />
        </Bar>
        <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 lg:px-8">
          <PageSkeleton />
        </div>
      </div>
    </>
  );
}

interface BarProps {
  className: string;
  innerClassName?: string;
  children: ReactNode;
}

function Bar({ className, innerClassName, children }: BarProps) {
  return (
    <div className="border-b bg-surface">
      <div className={cn('flex w-full items-center gap-4 px-4 sm:px-6', className, innerClassName)}>
        {children}
      </div>
    </div>
  );
}

function BrandSkeleton({ textClassName }: { textClassName?: string }) {
  return (
    <span className="flex items-center gap-2.5">
      {/* As the frame in index.html and the layout have it, so that it stays where it is. */}
      <Brand />
      <Skeleton className={cn('h-4 w-24', textClassName)} />
    </span>
  );
}
