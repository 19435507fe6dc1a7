import { clockWords, dayWords, exactClockWords, timeWords } from '@sente/contract/kampala';

export type DateInput = string | number | Date | null | undefined;

const invalidDate = 'Invalid Date';

const timeZone = 'Africa/Kampala';

const short = new Intl.DateTimeFormat('en-US', {
  timeZone,
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const isoPattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(.*))?$/;

/**
 * Engines interpret loose text (Chrome reads "not-a-date-1" as January 2001) and accept 30
 * February, so text must be an existing ISO date. A time without a zone is UTC.
 */
function parse(value: DateInput): Date | null {
  if (typeof value === 'string') {
    const match = isoPattern.exec(value.trim());
    if (!match) return null;
    const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
    const calendar = new Date(Date.UTC(year, month - 1, day));
    if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return null;
    const hasTime = match[0].length > 10;
    return check(new Date(match[0].replace(' ', 'T') + (hasTime && !match[4] ? 'Z' : '')));
  }
  if (typeof value === 'number') return check(new Date(value));
  return value ? check(value) : null;
}

function check(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Jan 05, 2024" in Kampala. */
export function formatDate(value: DateInput): string {
  const date = parse(value);
  return date ? short.format(date) : invalidDate;
}

/** "Jan 05, 2024, 3:07 PM" in Kampala. */
export function formatShortTime(value: DateInput): string {
  const date = parse(value);
  return date ? `${short.format(date)}, ${clockWords(date)}` : invalidDate;
}

/** "Jan 05, 3:07 PM" in Kampala: of days that everybody still knows. */
export function formatDayTime(value: DateInput): string {
  const date = parse(value);
  return date ? `${day.format(date)}, ${clockWords(date)}` : invalidDate;
}

/** "3:07:42 PM" in Kampala, where the order of steps matters. */
export function formatSeconds(value: DateInput): string {
  const date = parse(value);
  return date ? exactClockWords(date) : invalidDate;
}

/** "January 05, 2024 at 3:07:42 PM" in Kampala: of one record, as its list has it. */
export function formatExactTime(value: DateInput): string {
  const date = parse(value);
  return date ? `${dayWords(date)} at ${exactClockWords(date)}` : invalidDate;
}

/** "January 05, 2024" in Kampala. */
export function formatLongDate(value: DateInput): string {
  const date = parse(value);
  return date ? dayWords(date) : invalidDate;
}

/** "Friday, January 5, 2024" in Kampala. */
export function formatWeekday(value: DateInput): string {
  const date = parse(value);
  return date ? weekday.format(date) : invalidDate;
}

/** "January 05, 2024 at 3:07 PM" in Kampala. */
export function formatDateTime(value: DateInput): string {
  const date = parse(value);
  return date ? timeWords(date) : invalidDate;
}

/** For the datetime attribute of <time>. */
export function toIso(value: DateInput): string | undefined {
  return parse(value)?.toISOString();
}

const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "just now", "5 minutes ago", "2 weeks ago"; "in 3 hours" for the future. */
export function timeAgo(value: DateInput, now: DateInput = Date.now()): string {
  const date = parse(value);
  const reference = parse(now);
  if (!date || !reference) return invalidDate;
  const seconds = (date.getTime() - reference.getTime()) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) < size) continue;
    // What was set to a week from now a moment ago is in 7 days, not in 6.
    const ahead = seconds > 0 ? size / 24 : 0;
    return relative.format(Math.trunc((seconds + ahead) / size), unit);
  }
  return 'just now';
}
