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
import { formatWeekday } from '../../lib/dates.ts';
import { onMinute } from '../../lib/minute-clock.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

// Loads while the figures are asked for; its space is reserved.
const CompanyTrend = late(
  async () => ({
    default: (await import('../../features/dashboards/company-trend.tsx')).CompanyTrend,
  }),
  { waiting: <div className="h-110 rounded-lg border bg-surface lg:col-span-2 lg:row-start-1" /> },
);
void CompanyTrend.preload();

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
  const hasTrend = canViewTransactions && (isLoading || Boolean(data?.trend));
  return (
    <>
      <PageHeader {...heading} actions={<RefreshButton query={statistics} />} />
      {failure ? (
        <ErrorPanel className="mb-6" title={failedTitle} failure={failure} message={detailOf} />
      ) : null}
      <DebtNotice companyId={companyId} />
      <OwnApprovals />
      {data ? <NextStep overview={data.overviewStatistics} /> : null}
      <LowStock products={data?.lowStock} />
      {data || isLoading ? <CompanyToday statistics={data} /> : null}
      <div className="mb-4 grid gap-4 lg:grid-cols-3">
        {/* Works without the figures. */}
        <QuickActions
          companyId={companyId}
          isBeside={hasTrend}
          className={hasTrend ? 'lg:col-start-3' : 'lg:col-span-3'}
        />
        {hasTrend ? (
          <CompanyTrend trend={data?.trend} className="lg:col-span-2 lg:row-start-1" />
        ) : null}
      </div>
      {data || isLoading ? (
        <>
          <FigureCards overview={data?.overviewStatistics} week={data?.week} />
          <div className="grid gap-4 lg:grid-cols-3">
            <RecentActivity activities={data?.recentActivities} className="lg:col-span-2" />
            <CompanyInformation company={data?.companyInformation} />
          </div>
        </>
      ) : null}
    </>
  );
}

/** The first step for a company without an account. */
function NextStep({ overview }: { overview: CompanyStatistics['overviewStatistics'] }) {
  const canOpenOne = useCan('canManageAccounts');
  if (overview.totalAccounts !== 0) return null;
  return (
    <Banner
      className="mb-6"
      title="Your company has no account yet"
      action={
        canOpenOne ? (
          <ButtonLink
            to={paths.client.accounts({ action: 'new-account' })}
            size="sm"
            className="self-center"
          >
            New Account
          </ButtonLink>
        ) : undefined
      }
    >
      {canOpenOne
        ? 'Open the first one to collect, hold and send money.'
        : 'Somebody who may manage accounts has to open the first one.'}
    </Banner>
  );
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
