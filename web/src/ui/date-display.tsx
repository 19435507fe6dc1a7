import { useSyncExternalStore } from 'react';
import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatLongDate,
  formatSeconds,
  formatShortTime,
  timeAgo,
  toIso,
  type DateInput,
} from '../lib/dates.ts';
import { onMinute } from '../lib/minute-clock.ts';
import { NoValue } from './no-value.tsx';
import { Tooltip } from './tooltip.tsx';

/** Short in lists and notices, long among the facts of one record. */
const formats = {
  date: formatDate,
  shortTime: formatShortTime,
  long: formatLongDate,
  dateTime: formatDateTime,
  seconds: formatSeconds,
  exactTime: formatExactTime,
};

interface DateTextProps {
  value: DateInput;
  format?: keyof typeof formats | undefined;
  /** Shown without a value: "Never", "N/A". */
  empty?: string | undefined;
  className?: string | undefined;
}

/** A date in Kampala; "Invalid Date" for an invalid one. */
export function DateText({ value, format = 'date', empty, className }: DateTextProps) {
  if (empty !== undefined && (value === null || value === undefined || value === '')) {
    return <Empty className={className} text={empty} />;
  }
  return (
    <time dateTime={toIso(value)} className={`tabular whitespace-nowrap ${className ?? ''}`}>
      {/* Where a line is too narrow for it, the time stays whole. */}
      {formats[format](value).replace(/ (?=[AP]M$)/, '\u00a0')}
    </time>
  );
}

/** "Never" tells something, a dash does not. */
function Empty({ className, text }: { className: string | undefined; text: string }) {
  return text === '-' ? <NoValue /> : <span className={className}>{text}</span>;
}

/** "5 minutes ago", kept up to date, with the exact time as a tooltip and for screen readers. */
export function RelativeTime({ value, empty, className }: Omit<DateTextProps, 'format'>) {
  useSyncExternalStore(onMinute, currentMinute);
  if (empty !== undefined && (value === null || value === undefined || value === '')) {
    return <Empty className={className} text={empty} />;
  }
  const exact = formatDateTime(value);
  return (
    <Tooltip text={exact} isName>
      <span className={`whitespace-nowrap ${className ?? ''}`}>
        <time dateTime={toIso(value)}>{timeAgo(value)}</time>
        <span className="sr-only"> ({exact})</span>
      </span>
    </Tooltip>
  );
}

function currentMinute(): number {
  return Math.floor(Date.now() / 60_000);
}
