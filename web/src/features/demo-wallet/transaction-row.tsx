import {
  ArrowDownLeft,
  Banknote,
  Bike,
  Briefcase,
  GraduationCap,
  HeartHandshake,
  House,
  type LucideIcon,
  PiggyBank,
  ReceiptText,
  ShoppingBasket,
  Store,
} from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Money } from '../../ui/money.tsx';
import type { Category, Direction, SampleTransaction } from './sample-data.ts';

interface TransactionRowProps {
  transaction: SampleTransaction;
  /** Below the title: the time or the method. */
  note: string;
}

/** One row of a list of transactions. */
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

const icons: Record<Category, LucideIcon> = {
  Salary: Briefcase,
  Business: Store,
  Received: ArrowDownLeft,
  Home: House,
  Food: ShoppingBasket,
  Transport: Bike,
  Bills: ReceiptText,
  School: GraduationCap,
  Family: HeartHandshake,
  Savings: PiggyBank,
  Cash: Banknote,
};

/** Decorative: the category's name is next to it as text. */
function CategoryIcon({ category, direction }: { category: Category; direction: Direction }) {
  const Icon = icons[category];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-10 shrink-0 place-items-center rounded-full',
        direction === 'income'
          ? 'bg-success-soft text-success-text'
          : 'bg-surface-hover text-muted',
      )}
    >
      <Icon className="size-4.5" />
    </span>
  );
}
