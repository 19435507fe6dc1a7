import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { BellOff, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { companyDashboardQueries } from '../company-dashboard/company-dashboard-queries.ts';
import { ActivityList } from './activity-list.tsx';
import { newestOf } from './last-look.ts';
import { NotLoaded } from './not-loaded.tsx';
import { useBellLook, type BellProps } from './use-bell-look.ts';

/** The company's recent activities, all of it newer than the last look marked. */
export default function ActivityBell(bell: BellProps) {
  const refusal = useRefusal();
  const statistics = useQuery({
    ...companyDashboardQueries.statistics(),
    enabled: refusal === null,
    // Comes after the page: what the dashboard failed to read is not asked for behind its back.
    retryOnMount: false,
  });
  const activities = statistics.data?.recentActivities ?? [];
  const seenUntil = useBellLook({
    newest: newestOf(activities.map(({ date }) => ({ since: date ?? '' }))),
    bell,
    // One that is under way will do.
    refetch: () => refusal ?? statistics.refetch({ cancelRefetch: false }),
  });
  return (
    <Sheet open={bell.open} onClose={bell.onClose} title="Notifications">
      {refusal ?? <Content statistics={statistics} seenUntil={seenUntil} />}
    </Sheet>
  );
}

/** Why there is nothing to tell this user; null: there may be. */
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
      <NotLoaded failure={failure} />
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
