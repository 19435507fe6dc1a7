import type { Report } from '@sente/contract/reports';
import { downloadCsv } from '../../lib/download-csv.ts';

function fileName(what: string, { startDate, endDate }: Report): string {
  return `${what}-${startDate}-${endDate}.csv`;
}

export function downloadSummary(report: Report): void {
  const { startDate, endDate, creditSummary, debitSummary } = report;
  downloadCsv(
    fileName('summary', report),
    ['Summary', 'From', 'To', 'Total transactions', 'Total amount'],
    [
      ['Credit', startDate, endDate, creditSummary.totalTransactions, creditSummary.totalAmount],
      ['Debit', startDate, endDate, debitSummary.totalTransactions, debitSummary.totalAmount],
    ],
  );
}

export function downloadDays(report: Report): void {
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
