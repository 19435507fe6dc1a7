import { describe, expect, it } from 'vitest';
import { floatsOf } from './float-sums.ts';
import type { ChangeRow, DayRow, Term } from './float.queries.ts';

/* The bridge of each day, by sums that are made once, against adding up all rows for each day. */

const terms: readonly Term[] = ['paid', 'booked', 'latest', 'cases', 'before'];
const dayOf = (index: number): string =>
  new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);

/** The same rows for the same number of days; some days have no rows, no lines or no balance. */
function rowsOf(count: number): { days: DayRow[]; changes: ChangeRow[] } {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const amount = () => String(random(2_000_000) - 1_000_000);
  const network = 'MTN' as const;
  const days: DayRow[] = [];
  const changes: ChangeRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const day = dayOf(index);
    if (random(10) > 0) {
      const lines = String(random(4));
      const balance = lines === '0' || random(5) === 0 ? null : amount();
      days.push({
        network,
        day,
        lines,
        booked_effect: amount(),
        line_effect: amount(),
        balance,
      });
    }
    for (const term of terms) {
      if (random(3) === 0) changes.push({ network, term, day, effect: amount() });
    }
  }
  return { days, changes };
}

/** Adds up all rows. */
function slowBridge(days: readonly DayRow[], changes: readonly ChangeRow[], to: string) {
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all + BigInt(one), 0n);
  const term = (name: Term, until = to) =>
    sum(changes.filter((row) => row.term === name && row.day <= until).map((row) => row.effect));
  const first = days.find(({ balance }) => balance !== null);
  const upTo = (day: string) => days.filter((row) => row.day <= day);
  const began = first?.balance
    ? BigInt(first.balance) - sum(upTo(first.day).map((row) => row.line_effect))
    : 0n;
  const opening = first ? began - term('before', '9999-12-31') : 0n;
  const last = upTo(to).findLast((row) => row.balance !== null || row.lines !== '0');
  const float = last?.balance ? BigInt(last.balance) : null;
  const ledger = sum(upTo(to).map((row) => row.booked_effect));
  const [paid, cases] = [term('paid'), term('cases')];
  const booked = term('booked') + term('latest');
  const difference = float === null ? null : float - (ledger + opening + paid - booked + cases);
  return { float, ledger, opening, paid, booked, cases, difference };
}

describe('the bridge of 1,000 days', () => {
  const { days, changes } = rowsOf(1_000);

  it('is the sum of all rows up to each day', () => {
    const floats = floatsOf(days, changes);
    for (let index = -1; index <= 1_000; index += 1) {
      const day = dayOf(index);
      expect(floats.at(day)).toEqual(slowBridge(days, changes, day));
      const before = days.findLast((row) => row.day < day && row.balance !== null);
      expect(floats.lastBefore(day)).toBe(before?.day ?? null);
      expect(floats.hasLines(day)).toBe(days.some((row) => row.day === day && row.lines !== '0'));
    }
  });

  it('reads each row a few times, not once for each day', () => {
    let reads = 0;
    const counted = <Row extends object>(row: Row): Row =>
      new Proxy(row, {
        get: (of, name) => {
          reads += 1;
          return Reflect.get(of, name);
        },
      });
    const floats = floatsOf(days.map(counted), changes.map(counted));
    for (let index = 0; index < 1_000; index += 1) floats.at(dayOf(index));
    expect(reads).toBeLessThan(20 * (days.length + changes.length));
  });

  it('is unknown without any balance', () => {
    const floats = floatsOf([], []);
    expect(floats.at('2026-03-10')).toMatchObject({ float: null, difference: null });
    expect([floats.start, floats.lastDay, floats.sinceLedger()]).toEqual([null, null, null]);
  });
});
