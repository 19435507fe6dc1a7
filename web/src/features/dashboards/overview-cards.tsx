import { ArrowDownLeft, ArrowUpRight, Building2, Wallet } from 'lucide-react';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { type ShownStatistics, trendOf } from './statistics.ts';

/** Totals of all time; changes compare the last 30 days with as many before. Each leads to its list. */
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
          to={paths.companies()}
        />
        <StatCard
          label="Total Balance"
          icon={<Wallet />}
          value={<Amount value={overview.totalBalance} />}
          {...changeOf(overview.totalBalanceChange)}
          to={paths.accounts()}
        />
        <StatCard
          label="Total Credits"
          icon={<ArrowDownLeft />}
          value={<Amount value={overview.totalCredits} />}
          {...changeOf(overview.totalCreditsChange, flow)}
          isNeutral
          to={paths.transactions({ range: 'all', type: 'credit', status: 'completed' })}
        />
        <StatCard
          label="Total Debits"
          icon={<ArrowUpRight />}
          value={<Amount value={overview.totalDebits} />}
          {...changeOf(overview.totalDebitsChange, flow)}
          isNeutral
          to={paths.transactions({ range: 'all', type: 'debit', status: 'completed' })}
        />
      </StatList>
    </section>
  );
}

/* What there is now compares with then; what happened is of all time, and its change is not. */
const flow = 'last 30 days against the 30 before';

function changeOf(change: string, note = 'since 30 days ago') {
  return { change, trend: trendOf(change), note };
}

function countOf(value: number | string): string {
  return typeof value === 'string' ? value : formatAmount(value);
}

/** A formatted text is shown as it is. */
function Amount({ value }: { value: number | string }) {
  return <StatFigure>{typeof value === 'string' ? value : <Money amount={value} />}</StatFigure>;
}
