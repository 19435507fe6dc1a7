import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { hasNothingToDraw } from '../../features/dashboards/analytics-figures.ts';
import { AnalyticsTotals } from '../../features/dashboards/analytics-totals.tsx';
import {
  AnalyticsCharts,
  AnalyticsChartsSkeleton,
} from '../../features/dashboards/analytics-view.tsx';
import { companyDashboardQueries } from '../../features/dashboards/company-dashboard-queries.ts';
import { AddMoneyLink } from '../../features/payments/add-money-link.tsx';
import { type DayRange, dayRanges } from '../../lib/day-range.ts';
import { downloadCsv } from '../../lib/download-csv.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { Select } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';

const heading = { title: 'Analytics', subtitle: "Your company's money over time" };
/** Both ends are included, so 7 days ago to today are eight points. */
const rangeOptions: readonly { value: DayRange; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All since 2020' },
];
const pageState = { filters: { range: dayRanges } } as const;

export default function AnalyticsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load analytics" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const { filters, setFilter } = useUrlState(pageState);
  const { range } = filters;
  const query = useQuery(companyDashboardQueries.analytics(companyId, range));
  const { data, failure, isLoading } = queryState(query);
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <Select
              aria-label="Range"
              className="max-sm:min-w-50"
              value={range}
              onChange={(event) => {
                const chosen = dayRanges.find((each) => each === event.target.value);
                if (chosen) setFilter('range', chosen);
              }}
              options={rangeOptions}
            />
            <RefreshButton query={query} />
            {data?.points || data?.balances ? (
              <Button icon={<Download />} onClick={() => saveAnalytics(data)}>
                Export CSV
              </Button>
            ) : null}
          </>
        }
      />
      {failure ? (
        <ErrorPanel
          className="mb-6"
          title="Failed to load analytics"
          failure={failure}
          message="Failed to fetch analytics"
        />
      ) : null}
      {isLoading ? (
        <>
          <AnalyticsTotals analytics={null} />
          <AnalyticsChartsSkeleton />
        </>
      ) : null}
      {data && hasNothingToDraw(data) ? (
        <NoFigures range={range} onShowAll={() => setFilter('range', 'all')} />
      ) : null}
      {data && !hasNothingToDraw(data) ? (
        <div aria-busy={query.isPlaceholderData}>
          <AnalyticsTotals analytics={data} />
          <AnalyticsCharts analytics={data} />
        </div>
      ) : null}
    </>
  );
}

/** One line a day, or a month, with what the reader may see. */
function saveAnalytics({ startDate, endDate, unit, points, balances }: CompanyAnalytics): void {
  const dates = (points ?? balances ?? []).map(({ date }) => date);
  downloadCsv(
    `analytics-${startDate}-${endDate}.csv`,
    [
      unit === 'month' ? 'Month' : 'Date',
      ...(points ? ['Credits', 'Debits'] : []),
      ...(balances ? ['Balance'] : []),
    ],
    dates.map((date, at) => [
      unit === 'month' ? date.slice(0, 7) : date,
      ...(points ? [points[at]?.credits, points[at]?.debits] : []),
      ...(balances ? [balances[at]?.balance] : []),
    ]),
  );
  notify.success(`Exported ${dates.length} ${unit}s`);
}

/** Replaces empty charts. */
function NoFigures({ range, onShowAll }: { range: DayRange; onShowAll: () => void }) {
  return (
    <div className="rounded-lg border bg-surface">
      {range === 'all' ? (
        <EmptyState
          title="No transactions yet"
          hint="Charts show here as soon as your company has accounts and money moves on them."
          action={<AddMoneyLink />}
        />
      ) : (
        <EmptyState
          title={`No transactions in the last ${range} days`}
          action={<Button onClick={onShowAll}>Show all</Button>}
        />
      )}
    </div>
  );
}
