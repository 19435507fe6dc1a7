const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The largest unit that fits at least once; a month is 30 days, a year 365. */
const units = [
  { name: 'year', length: 365 * day },
  { name: 'month', length: 30 * day },
  { name: 'day', length: day },
  { name: 'hour', length: hour },
  { name: 'minute', length: minute },
] as const;

/** "5 minutes ago". A time in the future, by another server's clock, is "just now". */
export function timeAgo(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  const unit = units.find(({ length }) => passed >= length);
  if (!unit) return 'just now';
  const count = Math.floor(passed / unit.length);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}
