import type { Report } from '@sente/contract/reports';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { Money } from '../../ui/money.tsx';

interface ReportSummaryProps {
  title: 'Credit Summary' | 'Debit Summary';
  summary: Report['creditSummary'];
}

export function ReportSummary({ title, summary }: ReportSummaryProps) {
  return (
    <section aria-label={title} className="rounded-lg border bg-surface p-4">
      <h3 className="text-13 font-medium tracking-normal text-muted">{title}</h3>
      <p className="mt-1.5 text-xl font-semibold tracking-tight">
        <Money amount={summary.totalAmount} />
      </p>
      <p className="tabular mt-0.5 text-13 text-muted">{countText(summary.totalTransactions)}</p>
    </section>
  );
}

function countText(count: number): string {
  return `${formatAmount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

const headClass = 'border-b px-2 py-2 text-13 font-medium text-muted sm:px-3 first:pl-0 last:pr-0';
const cellClass = 'border-b px-2 py-2 first:pl-0 last:pr-0 max-sm:text-13 sm:px-3';

/** Newest first: whoever looks at a report asks about today before last month. */
export function ReportDaysTable({ report }: { report: Report }) {
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">
        Credits and debits per day from {report.startDate} to {report.endDate}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={`${headClass} text-left`}>
            Date
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Credits (UGX)
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Debits (UGX)
          </th>
        </tr>
      </thead>
      <tbody>
        {report.days.toReversed().map((day) => (
          <tr key={day.date}>
            <th
              scope="row"
              className={`${cellClass} tabular text-left font-normal sm:whitespace-nowrap`}
            >
              {formatDate(day.date)}
            </th>
            <Cell amount={day.credits} count={day.creditTransactions} />
            <Cell amount={day.debits} count={day.debitTransactions} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ amount, count }: { amount: number; count: number }) {
  return (
    <td className={`${cellClass} tabular text-right`}>
      {formatAmount(amount)}
      <span className="block text-13 whitespace-nowrap text-muted">{countText(count)}</span>
    </td>
  );
}
