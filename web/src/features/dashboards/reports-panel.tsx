import type { Report } from '@sente/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { downloadCsv } from '../../lib/download-csv.ts';
import { formatAmount } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LeftOut } from './left-out.tsx';
import { daysOf, reportQueries } from './report-queries.ts';
import { ReportRangeForm } from './report-range-form.tsx';

/** In a side panel over any page. */
export default function ReportsPanel() {
  const [days, setDays] = useState(() => daysOf('30days'));
  const [typed, setTyped] = useState(days);
  const isTyping = typed.startDate !== days.startDate || typed.endDate !== days.endDate;
  const report = useQuery(reportQueries.ofDays(days));
  const { data, failure, isLoading } = queryState(report);
  const errors = failure?.error instanceof ApiError ? failure.error.fields : {};
  const isAboutDays = Object.keys(errors).length > 0;

  return (
    <>
      <ReportRangeForm
        days={typed}
        onTyped={setTyped}
        busy={report.isFetching}
        errors={errors}
        onDays={setDays}
      />
      {failure && !isAboutDays ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load report"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={8} label="Loading report" /> : null}
      {data ? <Figures report={data} isOfOtherDays={isTyping} /> : null}
    </>
  );
}

interface FiguresProps {
  report: Report;
  /** The form contains other days by now, and an export of these would be misleading. */
  isOfOtherDays: boolean;
}

function Figures({ report, isOfOtherDays }: FiguresProps) {
  return (
    <>
      <h3 className="tabular mb-3 text-base">
        {formatDate(report.startDate)} to {formatDate(report.endDate)}
      </h3>
      <p className="-mt-2 mb-3 text-13 text-muted">
        Completed transactions before fees, by the day on which they were created.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <ReportSummary title="Credit Summary" summary={report.creditSummary} />
        <ReportSummary title="Debit Summary" summary={report.debitSummary} />
      </div>
      {isOfOtherDays ? (
        <p className="my-4 flex min-h-9 items-center text-13 text-muted">
          Press Show for the figures of the days above.
        </p>
      ) : (
        <div className="my-4 flex flex-wrap gap-2">
          <Button icon={<Download />} onClick={() => downloadSummary(report)}>
            Download summary (CSV)
          </Button>
          <Button icon={<Download />} onClick={() => downloadDays(report)}>
            Download days (CSV)
          </Button>
        </div>
      )}
      <ReportDaysTable report={report} />
    </>
  );
}

function fileName(what: string, { startDate, endDate }: Report): string {
  return `${what}-${startDate}-${endDate}.csv`;
}

function downloadSummary(report: Report): void {
  const { startDate, endDate, creditSummary, debitSummary } = report;
  downloadCsv(
    fileName('summary', report),
    ['Summary', 'From', 'To', 'Total transactions', 'Total amount', 'Left out'],
    [
      ['Credit', startDate, endDate, ...summaryCells(creditSummary)],
      ['Debit', startDate, endDate, ...summaryCells(debitSummary)],
    ],
  );
}

function summaryCells(summary: Report['creditSummary']): readonly number[] {
  return [summary.totalTransactions, summary.totalAmount, summary.leftOut];
}

function downloadDays(report: Report): void {
  downloadCsv(
    fileName('days', report),
    ['Date', 'Credit transactions', 'Credits', 'Debit transactions', 'Debits'],
    report.days.map((day) => [
      day.date,
      day.creditTransactions,
      day.credits,
      day.debitTransactions,
      day.debits,
    ]),
  );
}

interface ReportSummaryProps {
  title: 'Credit Summary' | 'Debit Summary';
  summary: Report['creditSummary'];
}

function ReportSummary({ title, summary }: ReportSummaryProps) {
  return (
    <section aria-label={title} className="rounded-lg border bg-surface p-4">
      <h3 className="text-13 font-medium tracking-normal text-muted">{title}</h3>
      <p className="mt-1.5 text-xl font-semibold tracking-tight">
        <Money amount={summary.totalAmount} />
      </p>
      <p className="tabular mt-0.5 text-13 text-muted">{countText(summary.totalTransactions)}</p>
      <LeftOut count={summary.leftOut} className="mt-2" />
    </section>
  );
}

function countText(count: number): string {
  return `${formatAmount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

const headClass = 'border-b px-2 py-2 text-13 font-medium text-muted sm:px-3 first:pl-0 last:pr-0';
const cellClass = 'border-b px-2 py-2 first:pl-0 last:pr-0 max-sm:text-13 sm:px-3';

/** Newest first: a report is read from today backwards. */
function ReportDaysTable({ report }: { report: Report }) {
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
