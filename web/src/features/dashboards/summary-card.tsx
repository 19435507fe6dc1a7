import type { AdminStatistics } from '@sente/contract/admin-statistics';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { LeftOut } from '../../ui/left-out.tsx';

interface SummaryCardProps {
  title: 'Credit Summary' | 'Debit Summary';
  summary: AdminStatistics['creditSummary'];
  companies: AdminStatistics['topCompaniesByCredits'];
}

const listed = 5;

export function SummaryCard({ title, summary, companies }: SummaryCardProps) {
  const direction = title === 'Credit Summary' ? 'credit' : 'debit';
  return (
    <Card title={title} description="All time, completed transactions, before fees">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-13 text-muted">Total transactions</dt>
          <dd className="tabular mt-0.5 text-lg font-semibold">
            <Link
              to={listOf(direction)}
              className="rounded-sm hover:underline hover:underline-offset-3"
            >
              {formatAmount(summary.totalTransactions)}
            </Link>
          </dd>
        </div>
        <div>
          <dt className="text-13 text-muted">Total amount</dt>
          <dd className="mt-0.5 text-lg font-semibold">
            <Money amount={summary.totalAmount} />
          </dd>
        </div>
      </dl>
      <LeftOut count={summary.leftOut} className="mt-2" />
      <h3 className="mt-5 mb-1 text-13 font-medium text-muted">Top 5 companies</h3>
      {companies.length === 0 ? (
        <p className="py-2 text-muted">No {direction}s yet.</p>
      ) : (
        <ol aria-label={`Top 5 companies by ${direction}s`} className="divide-y">
          {companies.slice(0, listed).map((company, index) => (
            <li key={company.id ?? index} className="flex min-h-11 items-center gap-3 py-1.5">
              <span aria-hidden="true" className="tabular w-4 shrink-0 text-13 text-muted">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-x-3">
                <Link
                  to={paths.company(company.id)}
                  className="block min-h-6 rounded-sm py-0.5 font-medium wrap-anywhere hover:underline hover:underline-offset-3"
                >
                  {company.name}
                </Link>
                <Link
                  to={listOf(direction, company.id)}
                  className="tabular flex min-h-6 w-fit shrink-0 items-center rounded-sm text-13 text-muted hover:underline hover:underline-offset-3"
                >
                  {countText(company.transactions)}
                </Link>
              </span>
              <Money amount={company.amount} className="font-medium" />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function listOf(type: 'credit' | 'debit', companyId?: string): string {
  return paths.transactions({ range: 'all', type, status: 'completed', companyId });
}

function countText(count: number): string {
  return `${formatAmount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}
