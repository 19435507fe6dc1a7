import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight, BellOff, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Activity, ActivityChip } from './activity-chip.tsx';
import { OwnApprovals } from './own-approvals.tsx';
import { companyDashboardQueries } from './company-dashboard-queries.ts';
import { BellNotLoaded, EntryHead } from './bell-parts.tsx';
import { newestOf, useBellNews, type BellProps } from './bell-news.ts';

/** The company's recent activities; those newer than the last visit are marked. */
export function ActivityBell(bell: BellProps) {
  const refusal = useRefusal();
  const statistics = useQuery({
    ...companyDashboardQueries.statistics(),
    enabled: refusal === null,
    // Mounted after the page: a request that failed on the dashboard is not repeated here.
    retryOnMount: false,
  });
  const activities = statistics.data?.recentActivities ?? [];
  const seenUntil = useBellNews({
    newest: newestOf(activities.map(({ date }) => ({ since: date ?? '' }))),
    bell,
    // A running request is enough.
    refetch: () => refusal ?? statistics.refetch({ cancelRefetch: false }),
  });
  return (
    <Sheet open={bell.open} onClose={bell.onClose} title="Notifications">
      <OwnApprovals />
      {refusal ?? <Content statistics={statistics} seenUntil={seenUntil} />}
    </Sheet>
  );
}

/** Why this user has no notifications; null if there may be some. */
function useRefusal(): ReactNode {
  const companyId = useCompanyId();
  const canViewTransactions = useCan('canViewTransactions');
  if (companyId === null) {
    return (
      <EmptyState
        icon={<BellOff />}
        title="No company"
        hint="Notifications tell of a company's activity, and you do not belong to one."
      />
    );
  }
  if (canViewTransactions) return null;
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title="Access Restricted"
      hint="You do not have permission to view transactions"
    />
  );
}

interface ContentProps {
  statistics: UseQueryResult<CompanyStatistics>;
  seenUntil: string;
}

function Content({ statistics, seenUntil }: ContentProps) {
  const { data, failure, isLoading } = queryState(statistics);
  const activities = data?.recentActivities ?? [];
  return (
    <>
      <BellNotLoaded failure={failure} />
      {isLoading ? <SkeletonRows count={4} label="Loading notifications" /> : null}
      {data && activities.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title="No recent activities"
          hint="Money that comes in and goes out shows here."
        />
      ) : null}
      {activities.length > 0 ? (
        <ActivityList activities={activities} seenUntil={seenUntil} />
      ) : null}
    </>
  );
}

interface ActivityListProps {
  activities: readonly Activity[];
  /** The time of the last visit; later items are marked. */
  seenUntil: string;
}

/** Each links to its transaction: the list finds it by id, however old it is. */
function ActivityList({ activities, seenUntil }: ActivityListProps) {
  return (
    <ul aria-label="Recent activities" className="divide-y">
      {activities.map((activity) => (
        <li
          key={activity.id}
          className="relative -mx-5 flex gap-3 px-5 py-3 transition-colors duration-75 hover:bg-surface-hover"
        >
          <TypeIcon type={activity.type} />
          <div className="min-w-0 flex-1">
            <EntryHead since={activity.date} isNew={activity.date > seenUntil}>
              <Link
                to={paths.client.transactions({ search: activity.id, range: 'all' })}
                // The link covers the whole entry.
                className="rounded-sm wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3"
              >
                {activity.description}
              </Link>
            </EntryHead>
            <div className="mt-1 flex items-center justify-between gap-3">
              <ActivityChip activity={activity} />
              <Money
                amount={activity.amount}
                direction={activity.type}
                isVoid={activity.status === 'failed'}
                className="shrink-0 font-medium"
              />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function TypeIcon({ type }: Pick<Activity, 'type'>) {
  const isCredit = type === 'credit';
  const Icon = isCredit ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-lg [&_svg]:size-4',
        isCredit ? 'bg-success-soft text-success-text' : 'bg-danger-soft text-danger-text',
      )}
    >
      <Icon />
    </span>
  );
}
