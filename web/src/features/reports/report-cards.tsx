import type { Report } from '@sente/contract/reports';
import { rateText, successRate } from '@sente/contract/success-rate';
import { ArrowDownLeft, ArrowUpRight, CircleCheck, Coins } from 'lucide-react';
import { formatAmount } from '../../lib/money.ts';
import { LeftOut } from '../../ui/left-out.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { listBehind } from './report-texts.ts';

interface ReportCardsProps {
  /** Undefined while it loads. */
  report: Report | undefined;
  companyId: string;
}

/** What the whole report comes to; each figure leads to the transactions behind it. */
export function ReportCards({ report, companyId }: ReportCardsProps) {
  const { creditSummary, debitSummary, fees = 0, failed = 0 } = report ?? {};
  const done = (creditSummary?.totalTransactions ?? 0) + (debitSummary?.totalTransactions ?? 0);
  const to = (filters: Parameters<typeof listBehind>[1] | object) =>
    report ? (listBehind(report, { companyId, ...filters }) ?? undefined) : undefined;
  return (
    <section aria-labelledby="totals" className="mb-6">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <StatList>
        <StatCard
          label="Credits"
          icon={<ArrowDownLeft />}
          loading={!report}
          value={
            <StatFigure>
              <Money amount={creditSummary?.totalAmount} />
            </StatFigure>
          }
          note={countText(creditSummary?.totalTransactions)}
          to={to({ type: 'credit', status: 'completed' })}
        />
        <StatCard
          label="Debits"
          icon={<ArrowUpRight />}
          loading={!report}
          value={
            <StatFigure>
              <Money amount={debitSummary?.totalAmount} />
            </StatFigure>
          }
          note={countText(debitSummary?.totalTransactions)}
          to={to({ type: 'debit', status: 'completed' })}
        />
        <StatCard
          label="Fees earned"
          icon={<Coins />}
          loading={!report}
          value={
            <StatFigure>
              <Money amount={fees} />
            </StatFigure>
          }
          note="of payments and charges, less what was reversed"
        />
        <StatCard
          label="Success rate"
          icon={<CircleCheck />}
          loading={!report}
          value={<StatFigure>{rateText(successRate(done, failed)) ?? 'None'}</StatFigure>}
          note={`${formatAmount(failed)} failed of ${formatAmount(done + failed)}`}
          to={to({ status: 'failed' })}
        />
      </StatList>
      <LeftOut
        count={(creditSummary?.leftOut ?? 0) + (debitSummary?.leftOut ?? 0)}
        className="mt-3"
      />
    </section>
  );
}

function countText(count = 0): string {
  return `${formatAmount(count)} ${count === 1 ? 'transaction' : 'transactions'}, before fees`;
}
