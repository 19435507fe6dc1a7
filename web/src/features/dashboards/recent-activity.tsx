import { isNeutral } from '@sente/contract/movement-words';
import { ArrowRight, History, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Amount } from '../../ui/amount-columns.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReversalMark } from '../../ui/reversal-mark.tsx';
import { type Activity, ActivityChip } from './activity-chip.tsx';

interface RecentActivityProps {
  /** Undefined while loading. */
  activities: readonly Activity[] | undefined;
}

export function RecentActivity({ activities }: RecentActivityProps) {
  const canViewTransactions = useCan('canViewTransactions');
  return (
    <Card
      title="Recent Activity"
      flush
      actions={
        canViewTransactions ? (
          <Link
            to={paths.client.transactions()}
            className="inline-flex items-center gap-1 rounded-sm text-13 font-medium text-accent-text hover:underline hover:underline-offset-3"
          >
            View All Transactions
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        ) : null
      }
    >
      {canViewTransactions ? (
        <Activities activities={activities} />
      ) : (
        <EmptyState
          icon={<LockKeyhole />}
          title="Access Restricted"
          hint="You do not have permission to view transactions"
        />
      )}
    </Card>
  );
}

function Activities({ activities }: Pick<RecentActivityProps, 'activities'>): ReactNode {
  if (!activities) return <ActivitySkeleton />;
  if (activities.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="No recent activities"
        hint="Money that comes in and goes out shows here."
      />
    );
  }
  return (
    <ul aria-label="Recent activities" className="divide-y">
      {activities.map((activity, index) => (
        // Without ids the position is the key.
        <ActivityRow key={activity.id ?? index} activity={activity} />
      ))}
    </ul>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { id, description, type, amount, fee, net, status } = activity;
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 px-5 py-2.5">
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium wrap-anywhere">
          <ActivityLink id={id}>{description}</ActivityLink>
        </p>
        <ActivityTime activity={activity} className="text-13 text-muted" />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
        {typeof amount === 'number' ? (
          <span className="text-right sm:min-w-32">
            <Amount
              amount={amount}
              fee={fee}
              net={net}
              direction={type}
              hasFailed={status === 'failed'}
              isPlain={isNeutral(activity)}
            />
          </span>
        ) : null}
        <span className="flex flex-wrap items-center justify-end gap-1.5">
          <ReversalMark row={activity} hrefFor={hrefOf} />
          <ActivityChip activity={activity} />
        </span>
      </div>
    </li>
  );
}

const hrefOf = paths.client.transaction;

function ActivityLink({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!id) return children;
  return (
    <Link to={hrefOf(id)} className="rounded-sm hover:underline hover:underline-offset-3">
      {children}
    </Link>
  );
}

function ActivitySkeleton() {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">Loading recent activity</span>
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2'].map((width, index) => (
        <div key={index} className="flex min-h-15 items-center justify-between gap-4 px-5 py-2.5">
          <div className="flex-1">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="mt-2 h-3 w-24" />
          </div>
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  );
}

interface ActivityTimeProps {
  activity: Pick<Activity, 'date' | 'timeAgo'>;
  className?: string | undefined;
}

/** Relative and kept up to date, with the exact time; a server may send only the text. */
function ActivityTime({ activity: { date, timeAgo }, className }: ActivityTimeProps) {
  return date ? (
    <RelativeTime value={date} className={className} />
  ) : (
    <span className={className}>{timeAgo}</span>
  );
}
