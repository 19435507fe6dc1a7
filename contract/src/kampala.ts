/* Days and times in Africa/Kampala, which is three hours ahead of UTC all year round. */

export const dayMs = 86_400_000;
const aheadOfUtcMs = 3 * 3_600_000;

/** The local time, as 2026-01-31 14:05:09, which spreadsheets can read. */
export function kampalaTime(at: Date): string {
  return localIso(at.getTime()).slice(0, 19).replace('T', ' ');
}

const timeZone = 'Africa/Kampala';
const days = new Intl.DateTimeFormat('en-US', {
  timeZone,
  month: 'long',
  day: '2-digit',
  year: 'numeric',
});
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const exactClock = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});

/** For sentences: "January 05, 2024". */
export function dayWords(at: Date): string {
  return plainSpaces(days.format(at));
}

/** "3:07 PM". */
export function clockWords(at: Date): string {
  return plainSpaces(clock.format(at));
}

/** "3:07:42 PM", where the order of steps matters. */
export function exactClockWords(at: Date): string {
  return plainSpaces(exactClock.format(at));
}

/** "January 05, 2024 at 3:07 PM", as screens and mails write it. */
export function timeWords(at: Date): string {
  return `${dayWords(at)} at ${clockWords(at)}`;
}

/** The spaces in Intl's text differ between engines (some use a narrow one before AM). */
function plainSpaces(text: string): string {
  return text.replace(/\s/g, ' ');
}

/** The calendar day at a moment, as 2026-01-31. */
export function kampalaDay(atMs: number): string {
  return localIso(atMs).slice(0, 10);
}

/** The first moment of a day, in milliseconds. */
export function startOfDay(day: string): number {
  return atLocalTime(`${day}T00:00`);
}

/** The moment of a local time such as 2026-01-31T08:00, in milliseconds; NaN for an invalid one. */
export function atLocalTime(time: string): number {
  return Date.parse(`${time}Z`) - aheadOfUtcMs;
}

function localIso(atMs: number): string {
  return new Date(atMs + aheadOfUtcMs).toISOString();
}
