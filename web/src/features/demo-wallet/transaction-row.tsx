import { Money } from '../../ui/money.tsx';
import { CategoryIcon } from './category-icon.tsx';
import type { SampleTransaction } from './sample-data.ts';

interface TransactionRowProps {
  transaction: SampleTransaction;
  /** Under the title: when it was, or how it was paid. */
  note: string;
}

/** One line of a list of transactions. */
export function TransactionRow({ transaction, note }: TransactionRowProps) {
  const { title, category, direction, amountUgx } = transaction;
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <CategoryIcon category={category} direction={direction} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="tabular truncate text-13 text-muted">
          {category} · {note}
        </p>
      </div>
      <Money
        amount={amountUgx}
        direction={direction === 'income' ? 'credit' : 'debit'}
        className="font-medium"
      />
    </li>
  );
}
