import { dateKinds } from '@sente/contract/transaction-kinds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { AttentionTiles } from '../../features/dashboards/attention-tiles.tsx';
import { OverviewCards } from '../../features/dashboards/overview-cards.tsx';
import { RecentTransactions } from '../../features/dashboards/recent-transactions.tsx';
import {
  dashboardQueries,
  periods,
  type ShownStatistics,
} from '../../features/dashboards/statistics.ts';
import { SummaryCard } from '../../features/dashboards/summary-card.tsx';
import {
  noFilters,
  statusFilter,
  typeFilter,
} from '../../features/transactions/transaction-filters.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast.tsx';

// These parts load while the figures are asked for; their space is reserved.
const NeedsAPerson = late(
  async () => ({
    default: (await import('../../features/dashboards/needs-a-person.tsx')).NeedsAPerson,
  }),
  { waiting: <ReservedSpace className="mb-6 h-52" /> },
);
const Today = late(
  async () => ({ default: (await import('../../features/dashboards/today.tsx')).Today }),
  { waiting: <ReservedSpace className="mb-6 h-140" /> },
);
const TrendCharts = late(
  async () => ({
    default: (await import('../../features/dashboards/trend-charts.tsx')).TrendCharts,
  }),
  { waiting: <ReservedSpace className="mb-6 h-110" /> },
);
function ReservedSpace({ className }: { className: string }) {
  return <div className={`rounded-lg border bg-surface ${className}`} />;
}

const NetworksPanel = late(
  async () => ({
    default: (await import('../../features/networks/networks-panel.tsx')).NetworksPanel,
  }),
  { waiting: <ReservedSpace className="h-full min-h-60" /> },
);

const pageState = {
  filters: { period: periods, type: typeFilter, status: statusFilter, dateBy: dateKinds },
} as const;

void NeedsAPerson.preload();
void Today.preload();
void NetworksPanel.preload();
void TrendCharts.preload();

export default function DashboardPage() {
  const client = useQueryClient();
  const statistics = useQuery(dashboardQueries.statistics());
  const { data, failure, isLoading } = queryState(statistics);

  useEffect(() => {
    if (statistics.error) notify.error('Failed to load dashboard data');
  }, [statistics.error]);

  function refresh(): void {
    void statistics.refetch();
    void client.invalidateQueries({ queryKey: keys.transactions.ofAll });
  }

  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="All companies at a glance"
        actions={
          <Button icon={<RotateCw />} busy={statistics.isFetching} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      {failure ? (
        <ErrorPanel
          className="mb-6"
          title={`Error loading dashboard data: ${errorSentences(failure.error, 'Failed to fetch dashboard data')}`}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? (
        <div className="grid flex-1 place-items-center py-24 text-muted">
          <Spinner label="Loading dashboard" className="size-8" />
        </div>
      ) : null}
      {data ? <Content statistics={data} /> : null}
    </>
  );
}

function Content({ statistics }: { statistics: ShownStatistics }) {
  const { filters, setFilter, setFilters } = useUrlState(pageState);
  const { period, type, status, dateBy } = filters;
  const transactions = useRef<HTMLHeadingElement>(null);

  function investigate(): void {
    setFilters({ type: 'all', status: 'failed', dateBy: 'created' });
    transactions.current?.scrollIntoView({ block: 'start' });
    transactions.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <NeedsAPerson retryLabel="Try Again" payoutsPerDay={statistics.payoutsPerDay} />
      <Today retryLabel="Try Again" today={statistics.today} weekBefore={statistics.weekBefore}>
        <NetworksPanel retryLabel="Try Again" hasFloats isNarrow />
      </Today>
      <OverviewCards overview={statistics.overview} />
      <TrendCharts
        retryLabel="Try Again"
        trend={statistics.transactionTrends}
        period={period}
        onPeriod={(next) => setFilter('period', next)}
      />
      <RecentTransactions
        newest={statistics.recentTransactions}
        filters={{ type, status, dateBy }}
        onType={(next) => setFilter('type', next)}
        onStatus={(next) => setFilter('status', next)}
        onDateBy={(next) => setFilter('dateBy', next)}
        onClear={() => setFilters(noFilters)}
        headingRef={transactions}
      />
      <div className="mb-6 grid gap-4 lg:grid-cols-2">
        <SummaryCard
          title="Credit Summary"
          summary={statistics.creditSummary}
          companies={statistics.topCompaniesByCredits}
        />
        <SummaryCard
          title="Debit Summary"
          summary={statistics.debitSummary}
          companies={statistics.topCompaniesByDebits}
        />
      </div>
      <AttentionTiles statistics={statistics} onInvestigate={investigate} />
    </>
  );
}
