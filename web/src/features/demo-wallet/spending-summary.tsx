import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { percentText, spendingOf, sumOf } from './figures.ts';
import type { SampleTransaction } from './sample-data.ts';

/** Where the money went, without the drawing library. */
export function SpendingSummary({ transactions }: { transactions: readonly SampleTransaction[] }) {
  const spending = spendingOf(transactions);
  return (
    <Card title="Spending" description="The last 30 days" className="h-full">
      <p className="text-2xl font-semibold tracking-tight">
        <Money amount={sumOf(transactions, 'expense')} />
      </p>
      <div aria-hidden="true" className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {spending.map(({ name, share, color }) => (
          <span key={name} style={{ width: `${share * 100}%`, background: color }} />
        ))}
      </div>
      <ul className="mt-4 flex flex-col gap-2.5">
        {spending.map(({ name, amountUgx, share, color }) => (
          <li key={name} className="flex items-center gap-2.5">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: color }}
            />
            <span className="min-w-0 truncate">{name}</span>
            <span className="tabular text-13 text-muted">{percentText(share)}</span>
            <Money amount={amountUgx} className="ml-auto" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
