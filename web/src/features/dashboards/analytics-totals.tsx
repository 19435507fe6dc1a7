import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { ArrowDownLeft, ArrowUpRight, CircleCheck, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { changeText, successText, totalsOf } from './analytics-figures.ts';
import { WithheldFigure } from './figure-cards.tsx';
import { LeftOut } from '../../ui/left-out.tsx';

type Totals = NonNullable<ReturnType<typeof totalsOf>>;

const completed = 'completed, before fees';

/** The totals of the charts. Null while they load. */
export function AnalyticsTotals({ analytics }: { analytics: CompanyAnalytics | null }) {
  const totals = analytics ? totalsOf(analytics) : null;
  const before = totals ? (analytics?.before ?? undefined) : undefined;
  const loading = analytics === null;
  const figureOf = (of: (known: Totals) => ReactNode) =>
    totals ? <StatFigure>{of(totals)}</StatFigure> : <WithheldFigure />;
  const noteOf = (text: string) => (totals ? text : undefined);
  return (
    <section aria-labelledby="totals" className="mb-6">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <StatList>
        <StatCard
          label="Credits"
          icon={<ArrowDownLeft />}
          loading={loading}
          value={figureOf(({ credits }) => (
            <Money amount={credits} />
          ))}
          {...changeOf(totals?.credits, before?.credits)}
          note={noteOf(completed)}
        />
        <StatCard
          label="Debits"
          icon={<ArrowUpRight />}
          loading={loading}
          value={figureOf(({ debits }) => (
            <Money amount={debits} />
          ))}
          // More money out is neither good nor bad.
          change={changeOf(totals?.debits, before?.debits).change}
          note={noteOf(completed)}
        />
        <StatCard
          // The list of transactions has another Net, after fees.
          label="Net Before Fees"
          icon={<Scale />}
          loading={loading}
          value={figureOf(({ net }) => (
            <Money amount={net} />
          ))}
          {...changeOf(totals?.net, before && sumUgx(before.credits, -before.debits))}
          note={noteOf('credits less debits')}
        />
        <StatCard
          label="Success Rate"
          icon={<CircleCheck />}
          loading={loading}
          value={figureOf(({ successRate }) => successRate ?? 'None')}
          note={totals ? rateNote(totals) : undefined}
        />
      </StatList>
      {before ? <Comparison before={before} /> : null}
      <LeftOut count={analytics?.leftOut} className="mt-3" />
    </section>
  );
}

type Before = NonNullable<CompanyAnalytics['before']>;

/** What the changes on the cards compare with. */
function Comparison({ before }: { before: Before }) {
  const { startDate, endDate, credits, debits } = before;
  const rate = successText(before);
  return (
    <p className="mt-3 text-13 text-muted">
      Compared with as many days before, {formatDate(startDate)} to {formatDate(endDate)}:{' '}
      {formatUgx(credits)} in, {formatUgx(debits)} out
      {rate ? `, ${rate} of API transactions succeeded` : null}.
    </p>
  );
}

function changeOf(now: number | undefined, before: number | undefined) {
  const change = now === undefined ? undefined : changeText(now, before);
  return { change, trend: trendOf(change) };
}

function trendOf(change: string | undefined): 'up' | 'down' | undefined {
  if (change === undefined || change === '0.0%') return undefined;
  return change.startsWith('-') ? 'down' : 'up';
}

function rateNote({ succeeded, failed }: Totals): string {
  const ended = succeeded + failed;
  if (ended === 0) return 'no API transaction has ended';
  return `${formatAmount(succeeded)} of ${formatAmount(ended)} API transactions`;
}
