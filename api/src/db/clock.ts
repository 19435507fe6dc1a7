/**
 * The database's clock, as far as this process knows it. Everything that is stored or compared with
 * something stored uses it, so that servers with different clocks agree.
 */
export function databaseNow(): number {
  return Date.now() + offsetMs;
}

/** How far this machine's clock is ahead of the database's. */
export function clockAheadMs(): number {
  return -offsetMs;
}

/** Beyond this, signed requests with a correct timestamp come close to being refused. */
const toleranceMs = 5_000;

export function isClockOff(): boolean {
  return Math.abs(offsetMs) > toleranceMs;
}

let offsetMs = 0;
let tellChange = (): void => {};

/** Called whenever the clocks begin or cease to differ. */
export function onClockChange(tell: () => void): void {
  tellChange = tell;
}

/**
 * Takes the time that the database read between `sentAt` and now. The offset changes only if it
 * contradicts that, so it stays 0 while both clocks agree, however slow the answer was.
 */
export function noteDatabaseTime(databaseMs: number, sentAt: number): void {
  // Date.now() drops the fraction of a millisecond.
  const least = databaseMs - (Date.now() + 1);
  const most = databaseMs - sentAt;
  if (least > most) return;
  const wasOff = isClockOff();
  offsetMs = Math.round(Math.min(Math.max(offsetMs, least), most));
  if (isClockOff() !== wasOff) tellChange();
}
