import { Card } from '../../ui/card.tsx';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';

/** The cards of an account's page before the account is there. */
export function AccountSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-4 lg:order-last">
        <BalanceSkeleton />
        <Card title="Timeline">
          <SkeletonRows count={2} label="Loading account" />
        </Card>
      </div>
      <DetailSkeleton
        className="lg:col-span-2"
        title="Account Overview"
        labels={['Account Name', 'Account Number', 'Account Type', 'Status', 'Company', 'Opened']}
      />
    </div>
  );
}

export function BalanceSkeleton({ className }: { className?: string }) {
  return (
    <Card title="Current Balance" className={className}>
      <Skeleton className="my-1 h-6 w-44" />
      <Skeleton className="mt-2.5 mb-0.5 h-4 w-56" />
    </Card>
  );
}
