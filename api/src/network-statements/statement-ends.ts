import { dayMs, kampalaDay } from '@sente/contract/kampala';
import type { StatementWallet } from '@sente/contract/network-statements';
import type { Ends } from './network-statements.queries.ts';
import type { StatementLine } from './statement-line.ts';

/** The range, the balances and the wallet of a statement, from lines in either order of time. */
export function createEnds(): { take(line: StatementLine): void; read(): Ends } {
  let firstAtMs: number | null = null;
  let lastAtMs: number | null = null;
  let first: StatementLine | null = null;
  let second: StatementLine | null = null;
  let last: StatementLine | null = null;
  /** By the days since 1970. */
  const days = new Map<number, DayEnd>();
  const directions = new Set<StatementLine['direction']>();
  let effect = 0n;
  let fees = 0;
  /** Of lines without a balance, which count once one with a balance follows. */
  let waiting = 0n;
  return {
    take(line) {
      firstAtMs = Math.min(firstAtMs ?? line.atMs, line.atMs);
      lastAtMs = Math.max(lastAtMs ?? line.atMs, line.atMs);
      directions.add(line.direction);
      if (line.status !== 'completed') return;
      waiting += effectOf(line);
      if (line.balanceAfter === null) return;
      effect = first ? effect + waiting : effectOf(line);
      waiting = 0n;
      if (line.fee) fees += 1;
      if (!first) first = line;
      else second ??= line;
      last = line;
      addDay(days, line, line.balanceAfter);
    },
    read() {
      const range = { firstAtMs, lastAtMs };
      const wallet = walletOf(directions);
      if (!first || !last)
        return { ...range, opening: null, closing: null, isBalanced: true, wallet, days: [] };
      const isDescending = isNewestFirst(first, second, last);
      const [earliest, latest] = isDescending ? [last, first] : [first, last];
      const closing = latest.balanceAfter;
      // From what was there after the earliest line: before it, a fee makes it uncertain.
      const after = earliest.balanceAfter ?? 0n;
      const isBalanced = after + effect - effectOf(earliest) === closing;
      // Fees of other lines that are in the balances tell that this one is as well.
      const isFeeIn = isBalanced && fees > 1;
      const opening = balanceBefore(earliest) ?? (isFeeIn ? after - effectOf(earliest) : null);
      // Balances prove that nothing is left out.
      return {
        ...range,
        opening,
        closing,
        isBalanced,
        wallet: opening === null ? wallet : 'both',
        days: [...days].map(([day, end]) => ({
          day: kampalaDay(day * dayMs),
          atMs: end.atMs,
          balance: isDescending ? end.first : end.last,
          lines: end.lines,
          opening: balanceBefore(isDescending ? end.lastLine : end.firstLine),
        })),
      };
    },
  };
}

/** Kampala is ahead of UTC all year round. */
const aheadMs = 3 * 3_600_000;

/** Of the last minute of a day: the first and the last balance in the file. And its lines. */
interface DayEnd {
  atMs: number;
  first: bigint;
  last: bigint;
  lines: number;
  readonly firstLine: StatementLine;
  lastLine: StatementLine;
}

function addDay(days: Map<number, DayEnd>, line: StatementLine, balance: bigint): void {
  const { atMs } = line;
  const day = Math.floor((atMs + aheadMs) / dayMs);
  const known = days.get(day);
  if (!known) {
    const ends = { atMs, first: balance, last: balance };
    days.set(day, { ...ends, lines: 1, firstLine: line, lastLine: line });
    return;
  }
  known.lines++;
  known.lastLine = line;
  if (known.atMs > atMs) return;
  if (known.atMs < atMs) known.first = balance;
  known.atMs = atMs;
  known.last = balance;
}

/** Some exports have only what came in, or only what went out. */
function walletOf(directions: ReadonlySet<StatementLine['direction']>): StatementWallet {
  if (directions.size !== 1) return 'both';
  return directions.has('in') ? 'collection' : 'payout';
}

function effectOf({ direction, amount, fee }: StatementLine): bigint {
  return (direction === 'in' ? amount : -amount) - (fee ?? 0n);
}

/** Null if a fee makes it uncertain. */
function balanceBefore({ balanceAfter, direction, amount, fee }: StatementLine): bigint | null {
  if (balanceAfter === null || (fee !== null && fee !== 0n)) return null;
  return direction === 'in' ? balanceAfter - amount : balanceAfter + amount;
}

/** Whole minutes do not order the lines of a busy wallet, but their balances do. */
function isNewestFirst(
  first: StatementLine,
  second: StatementLine | null,
  last: StatementLine,
): boolean {
  if (second && balanceBefore(second) === first.balanceAfter) return false;
  if (second && balanceBefore(first) === second.balanceAfter) return true;
  return first.atMs > last.atMs;
}
