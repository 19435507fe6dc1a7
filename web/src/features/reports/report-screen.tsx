import { reportGroups, type Report } from '@sente/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Activity, BookOpenCheck, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { queryState } from '../../api/query-state.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChartCard, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { BarChart } from '../../ui/charts/late-charts.tsx';
import { compactAmount } from '../../lib/money.ts';
import { flowPoints, flowSeries, flowTable } from '../../ui/charts/money-flow.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { TextField } from '../../ui/field.tsx';
import { FilterChoice, listChoiceClass } from '../../ui/filter-choice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ReportCards } from './report-cards.tsx';
import { ReportDetails } from './report-details.tsx';
import { reportQueries, reportRanges, reportState, toQuery } from './report-queries.ts';
import { downloadReport, ReportTable } from './report-table.tsx';
import { groupWords, isOverTime, notWholeText, rowName } from './report-texts.ts';

interface ReportScreenProps {
  /** The choice of a company. */
  companyFilter: (companyId: string, onChange: (id: string) => void) => ReactNode;
}

/** Money, fees and failures of all companies or of one, with everything in the address. */
export function ReportScreen({ companyFilter }: ReportScreenProps) {
  const state = useUrlState(reportState);
  const { companyId } = state.filters;
  const query = useQuery(reportQueries.of(toQuery(state.filters)));
  const { data, failure, isLoading } = queryState(query);
  const errors = failure?.error instanceof ApiError ? failure.error.fields : {};
  const isAboutDays = Object.keys(errors).some((name) => name.endsWith('Date'));
  // Those of other filters stay on screen while the next ones load, and are not to be exported.
  const isOld = query.isPlaceholderData || failure !== undefined;
  return (
    <>
      <PageHeader
        title="Reports"
        subtitle="Money, fees and failures"
        actions={
          <>
            <RefreshButton query={query} />
            <ButtonLink icon={<BookOpenCheck />} to={paths.accounting()}>
              Accounting
            </ButtonLink>
            <ButtonLink icon={<Activity />} to={paths.systemStatus()}>
              Status
            </ButtonLink>
            <Button
              icon={<Download />}
              disabled={!data || isOld || data.rows.length === 0}
              onClick={() => data && downloadReport(data)}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <Filters state={state} companyFilter={companyFilter} errors={errors} />
      {failure && !isAboutDays ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load report"
          failure={failure}
          message="Failed to fetch report"
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? (
        <>
          <ReportCards report={undefined} companyId={companyId} />
          <SkeletonRows count={8} label="Loading report" />
        </>
      ) : null}
      {data ? (
        <div aria-busy={query.isPlaceholderData}>
          <ReportCards report={data} companyId={companyId} />
          <FlowChart report={data} />
          <ReportTable report={data} companyId={companyId} isLoading={false} />
          <ReportDetails report={data} />
        </div>
      ) : null}
    </>
  );
}

const rangeLabels: Record<(typeof reportRanges)[number], string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 365 days',
  custom: 'Own range',
};
const rangeOptions = (['7', '30', '90', '365', 'custom'] as const).map((value) => ({
  value,
  label: rangeLabels[value],
}));
const groupOptions = reportGroups.map((value) => ({ value, label: `By ${groupWords[value]}` }));

interface FiltersProps extends ReportScreenProps {
  state: UrlState<typeof reportState>;
  /** The server's errors for the days. */
  errors: Readonly<Record<string, string>>;
}

function Filters({ state, companyFilter, errors }: FiltersProps) {
  const { filters, setFilter, setFilters } = state;
  const { by, range, from, to, companyId } = filters;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-2">
      <FilterChoice
        label="Rows"
        className={listChoiceClass}
        options={groupOptions}
        value={by}
        onChange={(next) => setFilter('by', next)}
      />
      <FilterChoice
        label="Range"
        className={listChoiceClass}
        options={rangeOptions}
        value={range}
        onChange={(next) =>
          setFilters(
            // Begins with the days that are on screen.
            next === 'custom' && range !== 'custom'
              ? { range: next, from: kampalaDay(Number(range)), to: kampalaDay() }
              : { range: next },
          )
        }
      />
      {range === 'custom' ? (
        <>
          <Day
            label="First day"
            value={from}
            error={errors['startDate']}
            onChange={(next) => setFilter('from', next)}
          />
          <Day
            label="Last day"
            value={to}
            error={errors['endDate']}
            onChange={(next) => setFilter('to', next)}
          />
        </>
      ) : null}
      {companyFilter(companyId, (next) => setFilter('companyId', next))}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Day({ label, value, error, onChange }: DayProps) {
  return (
    <TextField
      label={label}
      hideLabel
      type="date"
      max={kampalaDay()}
      value={value}
      error={error}
      className="max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:w-40"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const series = flowSeries({ credits: 'Credits', debits: 'Debits', net: 'Net' });
/** More pairs of bars are too thin to read; the table has them. */
const mostBars = 100;

function FlowChart({ report }: { report: Report }) {
  const { by, rows } = report;
  if (!isOverTime(by) || rows.length < 2 || rows.length > mostBars) return null;
  const points = rows.map(({ key, credits, debits }) => ({ date: key, credits, debits }));
  const names = new Map(rows.map((row) => [row.key, rowName(row, by)]));
  const words = {
    short: (date: string) => (names.get(date) ?? date).split(/,| to /)[0] ?? date,
    long: (date: string) => names.get(date) ?? date,
  };
  const title = `Credits and debits by ${groupWords[by].toLowerCase()}`;
  return (
    <ChartCard
      className="mb-6"
      title={title}
      description={`Completed and before fees${notWholeText(report, kampalaDay())}`}
      table={flowTable(points, series, words, groupWords[by])}
      legend={<SeriesLegend series={series} />}
    >
      <BarChart
        retryLabel="Try Again"
        title={title}
        series={series}
        points={flowPoints(points, series, words)}
        widestBarPx={24}
        formatValue={compactAmount}
      />
    </ChartCard>
  );
}
