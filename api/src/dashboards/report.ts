import type { dashboards } from '@sente/contract/dashboards';
import type { ApprovalKind } from '@sente/contract/approval-kinds';
import type { QueryOf } from '@sente/contract/endpoint';
import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import type { Report, ReportGroup, ReportRow } from '@sente/contract/reports';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import { reasonWords } from '../payments/networks/reason-codes.ts';
import {
  daysBefore,
  daysOf,
  firstOfMonth,
  firstOfWeek,
  lengthOf,
  type DaySpan,
} from './periods.ts';
import {
  companyExists,
  decisionsOf,
  reasonsOfFailure,
  sumsByCompany,
  sumsByDayAndKind,
  sumsByNetwork,
  sumsByProduct,
  type DayKindSum,
  type NamedSum,
  type ReportSum,
} from './report.queries.ts';

export type ReportQuery = QueryOf<typeof dashboards.report>;

const defaultDays = 30;
const maxDays = 366;
/** Of companies and products. */
const maxRows = 1_000;

/** Both ends included. A report ends today at the latest. */
function reportSpanOf(
  { startDate, endDate }: Pick<ReportQuery, 'startDate' | 'endDate'>,
  now: Date,
): DaySpan {
  const today = kampalaDay(now.getTime());
  const { lastDay } = dayRangeOf({ startDate, endDate }, now.getTime());
  const to = lastDay < today ? lastDay : today;
  const wanted = startDate ?? daysBefore(to, defaultDays);
  const { firstDay } = dayRangeOf({ startDate: wanted < to ? wanted : to, endDate: to });
  const span = { from: firstDay, to };
  if (lengthOf(span) > maxDays) {
    throw invalidField('startDate', `A report covers at most ${maxDays} days`);
  }
  return span;
}

export async function readReport(db: Db, query: ReportQuery): Promise<Report> {
  const { by } = query;
  const companyId = query.companyId ?? null;
  const span = reportSpanOf(query, new Date(databaseNow()));
  if (companyId && !(await companyExists(db, companyId))) throw notFound('Company not found');
  const figures = await sumsByDayAndKind(db, span, companyId);
  const rows = await rowsOf(db, { by, companyId, span, figures });
  const moments = {
    from: new Date(startOfDay(span.from)),
    to: new Date(startOfDay(span.to) + dayMs),
  };
  const total = rowOf({ key: '', name: '', company: null }, figures);
  return {
    startDate: span.from,
    endDate: span.to,
    by,
    creditSummary: {
      totalTransactions: total.creditTransactions,
      totalAmount: total.credits,
      leftOut: leftOut(figures, 'credit'),
    },
    debitSummary: {
      totalTransactions: total.debitTransactions,
      totalAmount: total.debits,
      leftOut: leftOut(figures, 'debit'),
    },
    fees: total.fees,
    failed: total.failed,
    rows: rows.slice(0, maxRows),
    isWhole: rows.length <= maxRows,
    reasons: (await reasonsOfFailure(db, span, companyId)).map(({ code, payments, amount }) => ({
      code,
      text: reasonWords(code),
      payments,
      amount: toUgx(amount),
    })),
    approvals: (await decisionsOf(db, moments, companyId)).map(({ kind, ...row }) => ({
      kind: kind as ApprovalKind,
      ...row,
    })),
  };
}

interface Asked {
  readonly by: ReportGroup;
  readonly companyId: string | null;
  readonly span: DaySpan;
  readonly figures: readonly DayKindSum[];
}

async function rowsOf(db: Db, { by, companyId, span, figures }: Asked): Promise<ReportRow[]> {
  // One more than a report has tells whether it is whole.
  const most = { companyId, limit: maxRows + 1 };
  switch (by) {
    case 'day':
      return spansOf(figures, span, (day) => day);
    case 'week':
      return spansOf(figures, span, firstOfWeek);
    case 'month':
      return spansOf(figures, span, firstOfMonth);
    case 'company':
      return largestFirst(await sumsByCompany(db, span, most));
    case 'network':
      return largestFirst(await sumsByNetwork(db, span, companyId));
    case 'product':
      return largestFirst(await sumsByProduct(db, span, most));
    case 'kind':
      return largestFirst(
        figures.map((sum) => ({ ...sum, key: sum.kind, name: sum.kind, company: null })),
      );
  }
}

/** Every span of the range, also without transactions. A week or month at an end may be cut. */
function spansOf(
  figures: readonly DayKindSum[],
  span: DaySpan,
  startOf: (day: string) => string,
): ReportRow[] {
  const keys = [...new Set(daysOf(span).map(startOf))];
  const groups = grouped(figures, ({ day }) => startOf(day));
  return keys.map((key) => rowOf({ key, name: key, company: null }, groups.get(key) ?? []));
}

function largestFirst(named: readonly NamedSum[]): ReportRow[] {
  const groups = grouped(named, ({ key }) => key);
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [rowOf(group[0], group)] : []))
    .filter(({ creditTransactions, debitTransactions, failed, fees }) =>
      [creditTransactions, debitTransactions, failed, fees].some((figure) => figure !== 0),
    )
    .toSorted((a, b) => b.credits + b.debits - (a.credits + a.debits) || (a.key < b.key ? -1 : 1));
}

function grouped<Sum>(sums: readonly Sum[], keyOf: (sum: Sum) => string): Map<string, Sum[]> {
  const groups = new Map<string, Sum[]>();
  for (const sum of sums) {
    const group = groups.get(keyOf(sum));
    if (group) group.push(sum);
    else groups.set(keyOf(sum), [sum]);
  }
  return groups;
}

function rowOf(
  { key, name, company }: Pick<ReportRow, 'key' | 'name' | 'company'>,
  sums: readonly ReportSum[],
): ReportRow {
  const total = { credit: 0n, debit: 0n, creditCount: 0n, debitCount: 0n, fees: 0n, failed: 0n };
  for (const { type, status, count, amount, fees, leftOut: out } of sums) {
    total.fees += fees;
    if (status === 'failed') total.failed += count - out;
    if (status !== 'completed') continue;
    total[type] += amount;
    total[type === 'credit' ? 'creditCount' : 'debitCount'] += count - out;
  }
  return {
    key,
    name,
    company,
    creditTransactions: Number(total.creditCount),
    credits: fromHundredths(total.credit),
    debitTransactions: Number(total.debitCount),
    debits: fromHundredths(total.debit),
    fees: fromHundredths(total.fees),
    failed: Number(total.failed),
  };
}

function leftOut(sums: readonly ReportSum[], type: ReportSum['type']): number {
  const completed = sums.filter((sum) => sum.type === type && sum.status === 'completed');
  return Number(completed.reduce((total, sum) => total + sum.leftOut, 0n));
}
