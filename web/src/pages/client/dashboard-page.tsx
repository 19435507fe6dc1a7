import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrors } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { OwnApprovals } from '../../features/notifications/own-approvals.tsx';
import { companyDashboardQueries } from '../../features/dashboards/company-dashboard-queries.ts';
import { CompanyInformation } from '../../features/dashboards/company-information.tsx';
import { CompanyToday, LowStock } from '../../features/dashboards/company-today.tsx';
import { FigureCards } from '../../features/dashboards/figure-cards.tsx';
import { RecentActivity } from '../../features/dashboards/recent-activity.tsx';
import { DebtNotice } from '../../features/debts/debt-notice.tsx';
import { QuickActions } from '../../features/payments/quick-actions.tsx';
import { cn } from '../../lib/cn.ts';
import { formatWeekday } from '../../lib/dates.ts';
import { onMinute } from '../../lib/minute-clock.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

// Loads while the figures are asked for; its space is reserved.
const CompanyTrend = late(
  async () => ({
    default: (await import('../../features/dashboards/company-trend.tsx')).CompanyTrend,
  }),
  { waiting: <div className="h-110 rounded-lg border bg-surface" /> },
);
void CompanyTrend.preload();
const FirstSteps = late(() => import('./first-steps.tsx'));

const failedTitle = 'Failed to load dashboard data';

export default function DashboardPage() {
  const companyId = useCompanyId();
  const user = useSession()?.user;
  const today = useToday();
  const heading = {
    title: user ? `Welcome back, ${firstNameOf(user)}` : 'Welcome back',
    subtitle: today,
  };
  if (companyId) return <OfCompany companyId={companyId} heading={heading} />;
  return (
    <>
      <PageHeader {...heading} />
      <ErrorPanel title={failedTitle} message="No company ID provided" />
    </>
  );
}

interface OfCompanyProps {
  companyId: string;
  heading: { title: string; subtitle: string };
}

function OfCompany({ companyId, heading }: OfCompanyProps) {
  const statistics = useQuery(companyDashboardQueries.statistics());
  const { data, failure, isLoading } = queryState(statistics);
  const canViewTransactions = useCan('canViewTransactions');
  const stage = stageOf(data?.overviewStatistics);
  const hasTrend = canViewTransactions && stage !== 'empty' && (isLoading || Boolean(data?.trend));
  const hasFigures = data !== undefined || isLoading;
  const isFiguresFirst = hasFigures && stage !== 'empty' && !canViewTransactions;
  const main = hasFigures ? (
    <div
      key="main"
      className="flex min-w-0 flex-col gap-4 lg:col-span-2 lg:col-start-1 lg:row-start-1"
    >
      {data && stage !== 'working' ? (
        <FirstSteps companyId={companyId} overview={data.overviewStatistics} />
      ) : null}
      <RecentActivity activities={data?.recentActivities} />
      {hasTrend ? <CompanyTrend trend={data?.trend} /> : null}
    </div>
  ) : null;
  const aside = (
    <div
      key="aside"
      className={cn(
        'contents gap-4 lg:row-start-1 lg:flex lg:flex-col',
        hasFigures ? 'lg:col-start-3' : 'lg:col-span-3',
      )}
    >
      {/* Works without the figures. */}
      <QuickActions companyId={companyId} isBeside={hasFigures} />
      {hasFigures ? (
        <CompanyInformation company={data?.companyInformation} className="max-lg:order-last" />
      ) : null}
    </div>
  );
  return (
    <>
      <PageHeader {...heading} actions={<RefreshButton query={statistics} />} />
      {failure ? (
        <ErrorPanel className="mb-6" title={failedTitle} failure={failure} message={detailOf} />
      ) : null}
      {hasFigures && stage !== 'empty' && canViewTransactions ? (
        <CompanyToday statistics={data} />
      ) : null}
      {isFiguresFirst ? (
        <FigureCards overview={data?.overviewStatistics} week={null} withBalance />
      ) : null}
      <DebtNotice companyId={companyId} />
      <OwnApprovals />
      <LowStock products={data?.lowStock} />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-3">
        {/* On a phone the actions come first, but after the first steps. */}
        {stage === 'working' ? [aside, main] : [main, aside]}
      </div>
      {hasFigures && !isFiguresFirst ? (
        <FigureCards
          overview={data?.overviewStatistics}
          week={stage === 'empty' ? null : data?.week}
          withBalance={stage === 'empty'}
        />
      ) : null}
    </>
  );
}

/**
 * A company without an account or a payment has its first steps before it. While nothing has moved, figures of zero say
 * nothing. Whoever may not see the figures is shown neither.
 */
function stageOf(
  overview: CompanyStatistics['overviewStatistics'] | undefined,
): 'empty' | 'starting' | 'working' {
  if (!overview || overview.totalAccounts === null) return 'working';
  if (overview.totalTransactions === 0) return 'empty';
  return overview.totalAccounts === 0 ? 'starting' : 'working';
}

/** Empty if the server gives no reason: the title is enough. */
function detailOf(error: Error): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  return [joinedErrors(error, ''), detail].filter(Boolean).join('. ');
}

/** "Wednesday, January 7, 2026", in Kampala; changes at midnight there while the page is open. */
function useToday(): string {
  return useSyncExternalStore(onMinute, () => formatWeekday(Date.now()));
}

/** Without a name, the part of the email before the @. */
function firstNameOf({ name, email }: { name: string; email: string }): string {
  return name.trim().split(/\s+/)[0] || (email.split('@')[0] ?? '');
}
