import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrors } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { companyDashboardQueries } from '../../features/dashboards/company-dashboard-queries.ts';
import { CompanyInformation } from '../../features/dashboards/company-information.tsx';
import { FigureCards } from '../../features/dashboards/figure-cards.tsx';
import { FirstAccount } from '../../features/dashboards/first-account.tsx';
import { RecentActivity } from '../../features/dashboards/recent-activity.tsx';
import { useToday } from '../../features/dashboards/use-today.ts';
import { firstNameOf } from '../../features/dashboards/welcome.ts';
import { QuickActions } from '../../features/payments/quick-actions.tsx';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

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
  return (
    <>
      <PageHeader {...heading} actions={<RefreshButton query={statistics} />} />
      {failure ? (
        <ErrorPanel
          className="mb-6"
          title={failedTitle}
          message={detailOf(failure.error)}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data ? <NextStep overview={data.overviewStatistics} /> : null}
      {data || isLoading ? <FigureCards overview={data?.overviewStatistics} /> : null}
      {/* Works without the figures. */}
      <QuickActions companyId={companyId} />
      {data || isLoading ? (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <RecentActivity activities={data?.recentActivities} className="lg:col-span-2" />
          <CompanyInformation company={data?.companyInformation} />
        </div>
      ) : null}
    </>
  );
}

function NextStep({ overview }: { overview: CompanyStatistics['overviewStatistics'] }) {
  const canManageAccounts = useCan('canManageAccounts');
  return overview.totalAccounts === 0 ? <FirstAccount canOpenOne={canManageAccounts} /> : null;
}

/** A refusal without a word has nothing to add to the title. */
function detailOf(error: Error): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  return [joinedErrors(error, ''), detail].filter(Boolean).join('. ');
}
