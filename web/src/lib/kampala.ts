/* Days as the server counts them: Africa/Kampala is three hours ahead of UTC all year round. */

const aheadOfUtcMs = 3 * 3_600_000;
const dayMs = 86_400_000;

function onTheWall(atMs: number): string {
  return new Date(atMs + aheadOfUtcMs).toISOString();
}

/** The calendar day there, so many days before today, as 2026-01-31. */
export function kampalaDay(daysBefore = 0, nowMs: number = Date.now()): string {
  return onTheWall(nowMs - daysBefore * dayMs).slice(0, 10);
}

/** The clock on the wall there, as 2026-01-31 14:05:09, which spreadsheets read; else as it came. */
export function kampalaTime(value: string): string {
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? value : onTheWall(atMs).slice(0, 19).replace('T', ' ');
}
