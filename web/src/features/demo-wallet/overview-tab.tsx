import { ArrowRight } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { ActionTiles } from './action-tiles.tsx';
import { BalanceCard, type BalanceVisibility } from './balance-card.tsx';
import { dayLabel, inLastDays, sumOf } from './figures.ts';
import { balanceUgx, type SampleTransaction } from './sample-data.ts';
import { SpendingSummary } from './spending-summary.tsx';
import { TransactionRow } from './transaction-row.tsx';

const recentCount = 5;
const summaryDays = 30;

interface OverviewTabProps extends BalanceVisibility {
  transactions: readonly SampleTransaction[];
}

export function OverviewTab({ transactions, isHidden, setIsHidden }: OverviewTabProps) {
  const lately = inLastDays(transactions, summaryDays);
  return (
    // On a phone the list comes before the spending, on a desk it has the whole width below.
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <BalanceCard
          balanceUgx={balanceUgx}
          incomeUgx={sumOf(lately, 'income')}
          expenseUgx={sumOf(lately, 'expense')}
          isHidden={isHidden}
          setIsHidden={setIsHidden}
        />
        <ActionTiles />
      </div>
      <div className="min-w-0 lg:col-span-2">
        <Recent transactions={transactions.slice(0, recentCount)} />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <SpendingSummary transactions={lately} />
      </div>
    </div>
  );
}

function Recent({ transactions }: { transactions: readonly SampleTransaction[] }) {
  return (
    <Card
      title="Recent transactions"
      flush
      actions={
        <Link
          to={paths.dashboard('transactions')}
          className="inline-flex items-center gap-1 rounded-sm text-13 font-medium text-accent-text hover:underline"
        >
          View all
          <ArrowRight aria-hidden="true" className="size-3.5" />
        </Link>
      }
    >
      <ul aria-label="Recent transactions" className="divide-y">
        {transactions.map((each) => (
          <TransactionRow key={each.id} transaction={each} note={dayLabel(each)} />
        ))}
      </ul>
    </Card>
  );
}
