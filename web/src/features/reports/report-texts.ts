import type { Report, ReportGroup, ReportRow } from '@sente/contract/reports';
import { dayMs } from '@sente/contract/kampala';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';

export const groupWords: Record<ReportGroup, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  company: 'Company',
  network: 'Network',
  product: 'Product',
  kind: 'Kind',
};

export function isOverTime(by: ReportGroup): boolean {
  return by === 'day' || by === 'week' || by === 'month';
}

const monthName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

/** "Jan 05, 2026", "Jan 05 to Jan 11, 2026", "January 2026", or the name. */
export function rowName({ key, name }: ReportRow, by: ReportGroup): string {
  switch (by) {
    case 'day':
      return formatDate(key);
    case 'week':
      return `${shortDate(key)} to ${formatDate(lastDayOf(key, by))}`;
    case 'month':
      return monthName.format(Date.parse(key));
    case 'kind': {
      const text = name.replaceAll(/[-_]/g, ' ');
      return text.charAt(0).toUpperCase() + text.slice(1);
    }
    default:
      return name;
  }
}

function lastDayOf(first: string, by: ReportGroup): string {
  const at = new Date(Date.parse(first));
  if (by === 'week') return isoDay(at.getTime() + 6 * dayMs);
  if (by === 'month') return isoDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
  return first;
}

/** Which part of a week or month is in the report, where the range cuts it; null if all of it is. */
export function partText({ key }: ReportRow, { by, startDate, endDate }: Report): string | null {
  if (by !== 'week' && by !== 'month') return null;
  const first = key < startDate ? `from ${shortDate(startDate)}` : null;
  const last = lastDayOf(key, by) > endDate ? `to ${shortDate(endDate)}` : null;
  const parts = [first, last].filter((part) => part !== null);
  return parts.length === 0 ? null : `Only ${parts.join(' ')}`;
}

/** What of the bars of a chart is not whole, to stand after its description. */
export function notWholeText(report: Report, today: string): string {
  const { by, rows, startDate, endDate } = report;
  const [first, last] = [rows[0]?.key ?? startDate, rows.at(-1)?.key ?? endDate];
  const isFirstCut = first < startDate;
  if (endDate === today) {
    return `${isFirstCut ? '; the first one is not whole' : ''}; the last one is not over yet`;
  }
  const isLastCut = lastDayOf(last, by) > endDate;
  if (isFirstCut && isLastCut) return '; the first and the last one are not whole';
  if (isFirstCut) return '; the first one is not whole';
  return isLastCut ? '; the last one is not whole' : '';
}

/** "Jan 05". */
function shortDate(day: string): string {
  return formatDate(day).split(',')[0] ?? day;
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

export const doneOf = (row: ReportRow): number => row.creditTransactions + row.debitTransactions;

interface ListFilters {
  readonly type?: 'credit' | 'debit';
  readonly status?: 'completed' | 'failed';
}

/** The transactions behind a report, or behind one of its rows; null for a product, which no list knows. */
export function listBehind(
  { by, startDate, endDate }: Report,
  { companyId, row, ...filters }: ListFilters & { companyId: string; row?: ReportRow },
): string | null {
  if (by === 'product' && row) return null;
  const overTime = row && isOverTime(by) ? row.key : null;
  const from = overTime && overTime > startDate ? overTime : startDate;
  const last = overTime ? lastDayOf(overTime, by) : endDate;
  return paths.transactions({
    ...filters,
    range: 'custom',
    from,
    to: last < endDate ? last : endDate,
    companyId: row && by === 'company' ? row.key : companyId,
    network: row && by === 'network' ? row.key : undefined,
    kind: row && by === 'kind' ? row.key : undefined,
  });
}
