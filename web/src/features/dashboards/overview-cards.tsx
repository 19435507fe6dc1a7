import { ArrowDownLeft, ArrowUpRight, Building2, Wallet } from 'lucide-react';
import { formatAmount } from '../../lib/money.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { type ShownStatistics, trendOf } from './statistics.ts';

/** Changes compare the last 30 days with the 30 before. */
export function OverviewCards({ overview }: { overview: ShownStatistics['overview'] }) {
  return (
    <section aria-labelledby="overview" className="mb-6">
      <h2 id="overview" className="sr-only">
        Overview
      </h2>
      <StatList>
        <StatCard
          label="Total Companies"
          icon={<Building2 />}
          value={<StatFigure>{countOf(overview.totalCompanies)}</StatFigure>}
          {...changeOf(overview.totalCompaniesChange)}
        />
        <StatCard
          label="Total Balance"
          icon={<Wallet />}
          value={<Amount value={overview.totalBalance} />}
          {...changeOf(overview.totalBalanceChange)}
        />
        <StatCard
          label="Total Credits"
          icon={<ArrowDownLeft />}
          value={<Amount value={overview.totalCredits} />}
          {...changeOf(overview.totalCreditsChange)}
        />
        <StatCard
          label="Total Debits"
          icon={<ArrowUpRight />}
          value={<Amount value={overview.totalDebits} />}
          {...changeOf(overview.totalDebitsChange)}
        />
      </StatList>
    </section>
  );
}

function changeOf(change: string) {
  return { change, trend: trendOf(change), note: 'from the 30 days before' };
}

function countOf(value: number | string): string {
  return typeof value === 'string' ? value : formatAmount(value);
}

/** A formatted text is shown as it is. */
function Amount({ value }: { value: number | string }) {
  return <StatFigure>{typeof value === 'string' ? value : <Money amount={value} />}</StatFigure>;
}
