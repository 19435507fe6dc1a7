import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { ArrowDownLeft, ArrowUpRight, Hourglass, PackageOpen } from 'lucide-react';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';
import { BalanceCard } from './figure-cards.tsx';

interface CompanyTodayProps {
  /** Undefined while loading. */
  statistics: CompanyStatistics | undefined;
}

/** What the company has, today, and what is under way. */
export function CompanyToday({ statistics }: CompanyTodayProps) {
  const { today, pending, overviewStatistics } = statistics ?? {};
  const isLoading = !statistics;
  return (
    <section aria-labelledby="today" className="mb-4">
      <h2 id="today" className="sr-only">
        Today
      </h2>
      <StatList>
        <BalanceCard overview={overviewStatistics} />
        <StatCard
          label="Money in today"
          icon={<ArrowDownLeft />}
          loading={isLoading}
          value={<Amount amount={today?.credits} />}
          note={countText(today?.creditTransactions)}
          to={paths.client.transactions({ range: 'today', type: 'credit', status: 'completed' })}
        />
        <StatCard
          label="Money out today"
          icon={<ArrowUpRight />}
          loading={isLoading}
          value={<Amount amount={today?.debits} />}
          note={countText(today?.debitTransactions)}
          to={paths.client.transactions({ range: 'today', type: 'debit', status: 'completed' })}
        />
        <StatCard
          label="Under way"
          icon={<Hourglass />}
          loading={isLoading}
          value={<StatFigure>{countText(pending?.transactions)}</StatFigure>}
          note={`UGX ${formatAmount(pending?.credits ?? 0)} in, ${formatAmount(pending?.debits ?? 0)} out`}
          to={paths.client.transactions({ range: 'all', status: 'pending' })}
        />
      </StatList>
    </section>
  );
}

function Amount({ amount }: { amount: number | undefined }) {
  return (
    <StatFigure>
      <Money amount={amount} />
    </StatFigure>
  );
}

function countText(count = 0): string {
  return `${formatAmount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

/** Products that run out of vouchers, each with its page; nothing if none does. */
export function LowStock({ products }: { products: CompanyStatistics['lowStock'] | undefined }) {
  if (!products || products.length === 0) return null;
  return (
    <section
      aria-label="Low stock"
      className="mb-4 flex gap-3 rounded-lg border border-warning-line bg-warning-soft px-4 py-3"
    >
      <PackageOpen aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <div className="min-w-0">
        <h2 className="text-sm font-medium">
          {products.some(({ stock }) => stock === 0)
            ? 'Vouchers have run out or run low'
            : 'Vouchers run low'}
        </h2>
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          {products.map(({ id, name, stock, lowStockAt }) => (
            <li key={id} className="min-w-0">
              <Link
                to={paths.client.internetProduct(id)}
                className="rounded-sm underline underline-offset-3 wrap-anywhere"
              >
                {name}
              </Link>{' '}
              <span className="tabular">{stock === 0 ? 'none left' : `${stock} left`}</span>
              {/* Which few: they may last for months. */}
              {stock > 0 && lowStockAt ? (
                <span className="text-muted">, warned at {formatAmount(lowStockAt)} or fewer</span>
              ) : null}
            </li>
          ))}
          {/* The list here ends after a few. */}
          <li>
            <Link
              to={paths.client.internetProducts({ stock: 'low' })}
              className="rounded-sm font-medium underline underline-offset-3"
            >
              All that run low
            </Link>
          </li>
        </ul>
      </div>
    </section>
  );
}
