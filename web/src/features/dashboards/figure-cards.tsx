import type { CompanyFlow, CompanyStatistics } from '@sente/contract/company-statistics';
import { ArrowLeftRight, CalendarRange, ChartNoAxesCombined, Landmark, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { kampalaDay } from '../../lib/kampala.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';

interface FigureCardsProps {
  /** Undefined while loading. */
  overview: CompanyStatistics['overviewStatistics'] | undefined;
  /** Null without the permission to view transactions, or before anything has moved. */
  week: CompanyFlow | null | undefined;
  /** The balance, where the page has no figures of today, which begin with it. */
  withBalance?: boolean;
}

/* Balances and accounts compare now with then; what happened in the last 30 days with as many before. */
const sinceThen = 'since 30 days ago';
const fromBefore = 'from the 30 days before';

/** The first figure of the page. */
export function BalanceCard({ overview }: Pick<FigureCardsProps, 'overview'>) {
  return (
    <FigureCard
      label="Total Balances"
      to={paths.client.accounts()}
      icon={<Wallet />}
      isLoading={!overview}
      value={amountOf(overview?.totalBalances, overview?.totalBalancesFormatted)}
      percent={overview?.totalBalancesChangePercentage}
      note={sinceThen}
    />
  );
}

/** What happened, and what it adds up to. */
export function FigureCards({ overview, week, withBalance = false }: FigureCardsProps) {
  return (
    <section aria-labelledby="figures" className="mb-4">
      <h2 id="figures" className="sr-only">
        Overview
      </h2>
      <StatList>
        {withBalance ? <BalanceCard overview={overview} /> : null}
        {week === null ? null : (
          <StatCard
            label="In this week"
            icon={<CalendarRange />}
            loading={!overview}
            value={
              <StatFigure>
                <Money amount={week?.credits} />
              </StatFigure>
            }
            note={`since Monday; out UGX ${formatAmount(week?.debits ?? 0)}`}
            to={paths.client.transactions({
              range: 'custom',
              from: kampalaDay(daysSinceMonday()),
              type: 'credit',
              status: 'completed',
            })}
          />
        )}
        <FigureCard
          label="Total Accounts"
          to={paths.client.accounts()}
          icon={<Landmark />}
          isLoading={!overview}
          value={countOf(overview?.totalAccounts)}
          percent={overview?.totalAccountsChangePercentage}
          note={accountsNote(overview)}
        />
        <FigureCard
          label="Monthly Volume"
          icon={<ChartNoAxesCombined />}
          isLoading={!overview}
          value={amountOf(overview?.monthlyVolume, overview?.monthlyVolumeFormatted)}
          percent={overview?.monthlyVolumeChangePercentage}
          note={fromBefore}
          to={paths.client.transactions({ range: '30', status: 'completed' })}
        />
        <FigureCard
          label="Transactions"
          icon={<ArrowLeftRight />}
          isLoading={!overview}
          value={allOf(overview?.totalTransactions)}
          percent={overview?.transactionsChangePercentage}
          note={transactionsNote(overview)}
          to={paths.client.transactions({ range: 'all' })}
        />
      </StatList>
    </section>
  );
}

/** The percentage is not one of the total, which only grows. */
function transactionsNote(overview: FigureCardsProps['overview']): string {
  const { transactionsLately, transactionsBefore } = overview ?? {};
  if (typeof transactionsLately !== 'number' || typeof transactionsBefore !== 'number') {
    return 'in the last 30 days';
  }
  return `${formatAmount(transactionsLately)} in the last 30 days, ${formatAmount(transactionsBefore)} before`;
}

/** A percentage of a handful says little by itself. */
function accountsNote(overview: FigureCardsProps['overview']): string {
  const { totalAccounts, totalAccountsBefore } = overview ?? {};
  if (typeof totalAccounts !== 'number' || typeof totalAccountsBefore !== 'number') {
    return sinceThen;
  }
  const more = totalAccounts - totalAccountsBefore;
  if (more === 0) return 'as many as 30 days ago';
  return `${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'} than 30 days ago`;
}

function daysSinceMonday(): number {
  return (new Date(`${kampalaDay()}T00:00Z`).getUTCDay() + 6) % 7;
}

interface FigureCardProps {
  label: string;
  icon: ReactNode;
  isLoading: boolean;
  /** Null: hidden from this user. */
  value: ReactNode;
  percent: number | null | undefined;
  /** What is compared. */
  note: string;
  /** The list behind it. */
  to: string;
}

function FigureCard({ label, icon, isLoading, value, percent, note, to }: FigureCardProps) {
  const isKept = value === null;
  return (
    <StatCard
      label={label}
      icon={icon}
      loading={isLoading}
      value={isKept ? <WithheldFigure /> : <StatFigure>{value}</StatFigure>}
      {...(isKept ? {} : { ...changeOf(percent), note, to })}
    />
  );
}

/** Null only if the server hides it; a formatted text from the server is shown as it is. */
function amountOf(amount: number | null | undefined, text: string | null | undefined): ReactNode {
  if (typeof amount === 'number') return <Money amount={amount} />;
  return text ?? (amount === null ? null : '-');
}

function countOf(count: number | null | undefined): ReactNode {
  return count === null ? null : formatAmount(count);
}

function allOf(count: number | null | undefined): ReactNode {
  if (typeof count !== 'number') return countOf(count);
  return (
    <>
      {formatAmount(count)}{' '}
      <span className="text-sm font-normal tracking-normal text-muted">in all</span>
    </>
  );
}

const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

interface Change {
  /** "+4.2%" or "-1.0%". */
  readonly change: string;
  readonly trend: 'up' | 'down';
}

/**
 * A percentage for a card. A value that rounds to zero is "+0.0%" and up, even from below: a minus
 * sign would suggest a decrease. Undefined without a number.
 */
export function changeOf(percent: number | null | undefined): Change | undefined {
  if (typeof percent !== 'number' || !Number.isFinite(percent)) return undefined;
  const tenths = Math.round(Math.abs(percent) * 10);
  const isDown = percent < 0 && tenths > 0;
  return {
    change: `${isDown ? '-' : '+'}${oneDecimal.format(tenths / 10)}%`,
    trend: isDown ? 'down' : 'up',
  };
}

/** Replaces a figure that this user may not see. */
export function WithheldFigure() {
  return (
    <span className="text-sm font-normal tracking-normal text-muted">No permission to view</span>
  );
}
