import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { ArrowDownLeft, ArrowUpRight, CircleCheck, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { totalsOf } from './analytics-figures.ts';
import { WithheldFigure } from './figure-cards.tsx';
import { LeftOut } from '../../ui/left-out.tsx';

type Totals = NonNullable<ReturnType<typeof totalsOf>>;

const completed = 'completed, before fees';

/** The totals of the charts. Null while they load. */
export function AnalyticsTotals({ analytics }: { analytics: CompanyAnalytics | null }) {
  const totals = analytics ? totalsOf(analytics) : null;
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
          note={noteOf(completed)}
        />
        <StatCard
          label="Debits"
          icon={<ArrowUpRight />}
          loading={loading}
          value={figureOf(({ debits }) => (
            <Money amount={debits} />
          ))}
          note={noteOf(completed)}
        />
        <StatCard
          label="Net"
          icon={<Scale />}
          loading={loading}
          value={figureOf(({ net }) => (
            <Money amount={net} />
          ))}
          note={noteOf('credits less debits, before fees')}
        />
        <StatCard
          label="Success Rate"
          icon={<CircleCheck />}
          loading={loading}
          value={figureOf(({ successRate }) => successRate ?? 'None')}
          note={totals ? rateNote(totals) : undefined}
        />
      </StatList>
      <LeftOut count={analytics?.leftOut} className="mt-3" />
    </section>
  );
}

function rateNote({ succeeded, failed }: Totals): string {
  const ended = succeeded + failed;
  if (ended === 0) return 'no API transaction has ended';
  return `${formatAmount(succeeded)} of ${formatAmount(ended)} API transactions`;
}
