import type { CompanyStatistics } from '@sente/contract/dashboards';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { BellOff, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { companyDashboardQueries } from '../company-dashboard/company-dashboard-queries.ts';
import { ActivityList } from './activity-list.tsx';
import { BellButton } from './bell-button.tsx';
import { newestOf } from './last-look.ts';
import { useBellLook } from './use-bell-look.ts';

/** The company's recent activities, with a dot while one is newer than the last look. */
export default function ActivityBell({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const refusal = useRefusal();
  const statistics = useQuery({
    ...companyDashboardQueries.statistics(),
    enabled: refusal === null,
  });
  const activities = statistics.data?.recentActivities ?? [];
  const newest = newestOf(activities.map(({ date }) => ({ since: date ?? '' })));
  const look = useBellLook(newest, isOpenAtFirst);
  return (
    <>
      <BellButton
        hasNews={look.hasNews}
        onClick={() => {
          look.open();
          if (refusal === null) void statistics.refetch();
        }}
      />
      <Sheet open={look.seenUntil !== null} onClose={look.close} title="Notifications">
        {refusal ?? <Content statistics={statistics} seenUntil={look.seenUntil ?? ''} />}
      </Sheet>
    </>
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
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load notifications"
          message={errorSentences(failure.error, '')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
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
