import {
  ArrowDownLeft,
  Banknote,
  Bike,
  Briefcase,
  GraduationCap,
  HeartHandshake,
  House,
  PiggyBank,
  ReceiptText,
  ShoppingBasket,
  Store,
  type LucideIcon,
} from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import type { Category, Direction } from './sample-data.ts';

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

/** The category's name stands beside it as text. */
export function CategoryIcon({
  category,
  direction,
}: {
  category: Category;
  direction: Direction;
}) {
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
