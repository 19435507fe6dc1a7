import type { CompanyOverview as Overview } from '@sente/contract/company-overview';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, HandCoins, Lock, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { paths } from '../../lib/paths.ts';
import { ChartCard, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { LineChart } from '../../ui/charts/late-charts.tsx';
import { flowPoints, flowSeries, flowTable, inMillions } from '../../ui/charts/money-flow.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import {
  Accounts,
  Credentials,
  type PartProps,
  Users,
  Webhook,
} from './company-overview-cards.tsx';
import { companyQueries } from './company-queries.ts';

interface CompanyOverviewProps {
  companyId: string;
  /** Below the figures, and beside them: what does not wait for them. */
  below: ReactNode;
  aside: ReactNode;
}

/** What staff look at first: money, the last 30 days, accounts, people, keys and webhook. */
export default function CompanyOverview({ companyId, below, aside }: CompanyOverviewProps) {
  const { data, failure } = queryState(useQuery(companyQueries.overview(companyId)));
  return (
    <section aria-labelledby="overview" className="flex flex-col gap-4">
      <h2 id="overview" className="sr-only">
        Overview
      </h2>
      {failure ? (
        <ErrorPanel title="Failed to load the overview" failure={failure} retryLabel="Try Again" />
      ) : null}
      {data || !failure ? <Figures companyId={companyId} overview={data} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {data ? <Loaded companyId={companyId} overview={data} /> : null}
          {data || failure ? null : <Skeleton className="h-96 rounded-lg" />}
          {below}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {data ? (
            <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-1">
              <Credentials companyId={companyId} overview={data} />
              <Webhook companyId={companyId} overview={data} />
            </div>
          ) : null}
          {aside}
        </div>
      </div>
    </section>
  );
}

interface FiguresProps {
  companyId: string;
  overview: Overview | undefined;
}

function Figures({ companyId, overview }: FiguresProps) {
  const loading = overview === undefined;
  const { completedCount = 0, failedCount = 0 } = overview?.volume ?? {};
  const amount = (value: number | undefined) => (
    <StatFigure>
      <Money amount={value} />
    </StatFigure>
  );
  return (
    <StatList>
      <StatCard
        label="Balance"
        icon={<Wallet />}
        loading={loading}
        to={paths.companyAccounts(companyId)}
        value={amount(overview?.balance)}
        note="of all accounts"
      />
      <StatCard
        label="Held"
        icon={<Lock />}
        loading={loading}
        value={amount(overview?.held)}
        note="for payouts under way"
      />
      <StatCard
        label="Receivable"
        icon={<HandCoins />}
        loading={loading}
        to={overview?.owed ? paths.company(companyId, { tab: 'terms' }) : undefined}
        value={amount(overview?.owed)}
        note={overview?.owed ? 'owed to the provider' : 'owes nothing'}
      />
      <StatCard
        label="Transactions"
        icon={<ArrowLeftRight />}
        loading={loading}
        to={paths.transactions({ companyId })}
        value={<StatFigure>{completedCount.toLocaleString('en-US')}</StatFigure>}
        note={`completed in 30 days, ${failedCount.toLocaleString('en-US')} failed`}
      />
    </StatList>
  );
}

function Loaded(props: PartProps) {
  return (
    <>
      <Volume {...props} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Accounts {...props} />
        <Users {...props} />
      </div>
    </>
  );
}

const series = flowSeries({ credits: 'In', debits: 'Out' });

function Volume({ overview: { trend, volume } }: PartProps) {
  const hasMoved = volume.credits !== 0 || volume.debits !== 0;
  return (
    <ChartCard
      title="Volume"
      description="The last 30 days, completed, before fees; today so far"
      empty={hasMoved ? undefined : { title: 'No money moved in the last 30 days' }}
      table={{ caption: 'day by day', ...flowTable(trend, series) }}
      legend={<SeriesLegend series={series} />}
    >
      <LineChart
        retryLabel="Try Again"
        title="Money in and out per day"
        series={series}
        points={flowPoints(trend, series)}
        isLastOpen={trend.at(-1)?.date === kampalaDay()}
        {...inMillions}
      />
    </ChartCard>
  );
}
