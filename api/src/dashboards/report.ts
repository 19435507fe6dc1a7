import type { dashboards } from '@sente/contract/dashboards';
import { kampalaDay } from '@sente/contract/kampala';
import type { Report } from '@sente/contract/reports';
import type { QueryOf } from '@sente/contract/endpoint';
import { invalidField } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import { during, summaryOf, type DayFigure } from './figures.ts';
import { daysBefore, daysOf, lengthOf, type DaySpan } from './periods.ts';

export type ReportQuery = QueryOf<typeof dashboards.report>;

const defaultDays = 30;
const maxDays = 366;

/** Both ends included. A report ends today at the latest. */
export function reportSpanOf({ startDate, endDate }: ReportQuery, now: Date): DaySpan {
  const today = kampalaDay(now.getTime());
  const { lastDay } = dayRangeOf({ startDate, endDate }, now.getTime());
  const to = lastDay < today ? lastDay : today;
  const wanted = startDate ?? daysBefore(to, defaultDays - 1);
  const { firstDay } = dayRangeOf({ startDate: wanted < to ? wanted : to, endDate: to });
  const span = { from: firstDay, to };
  if (lengthOf(span) > maxDays) {
    throw invalidField('startDate', `A report covers at most ${maxDays} days`);
  }
  return span;
}

export function reportOf(span: DaySpan, figures: readonly DayFigure[]): Report {
  return {
    startDate: span.from,
    endDate: span.to,
    creditSummary: summaryOf(figures, 'credit'),
    debitSummary: summaryOf(figures, 'debit'),
    days: daysOf(span).map((date) => {
      const ofDay = during(figures, { from: date, to: date });
      const credit = summaryOf(ofDay, 'credit');
      const debit = summaryOf(ofDay, 'debit');
      return {
        date,
        creditTransactions: credit.totalTransactions,
        credits: credit.totalAmount,
        debitTransactions: debit.totalTransactions,
        debits: debit.totalAmount,
      };
    }),
  };
}
