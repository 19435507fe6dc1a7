/* Days and times in Africa/Kampala, which is three hours ahead of UTC all year round. */

export const dayMs = 86_400_000;
const aheadOfUtcMs = 3 * 3_600_000;

/** The local time, as 2026-01-31 14:05:09, which spreadsheets can read. */
export function kampalaTime(at: Date): string {
  return localIso(at.getTime()).slice(0, 19).replace('T', ' ');
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
