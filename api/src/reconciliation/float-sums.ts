import type { StatementPlace } from '@sente/contract/network-statements';
import type { ChangeRow, DayRow, Term } from './float.queries.ts';

/** Amounts in hundredths of UGX. */
export interface Bridge {
  readonly float: bigint | null;
  readonly ledger: bigint;
  readonly opening: bigint;
  readonly paid: bigint;
  readonly booked: bigint;
  readonly cases: bigint;
  readonly difference: bigint | null;
}

export interface NetworkFloats {
  at(day: string): Bridge;
  /** Whether statements tell anything of this very day. */
  hasLines(day: string): boolean;
  /** What a network should have now beyond the clearing accounts; null without a statement that tells a balance. */
  sinceLedger(): { opening: bigint; notBooked: bigint; cases: bigint } | null;
  /** What the first statement begins with. */
  readonly start: { readonly day: string; readonly began: bigint } | null;
  /** The last day that has a balance. */
  readonly lastDay: string | null;
  lastBefore(day: string): string | null;
}

export const far = '9999-12-31';

type Of<Row> = Omit<Row, 'network'> & { readonly network?: StatementPlace };

/**
 * The float that the first statement began with is taken as given; from then on every shilling has to be explained. Rows
 * are sorted by day, and each is read a few times in all, however many days are asked for.
 */
export function floatsOf(
  days: readonly Of<DayRow>[],
  changes: readonly Of<ChangeRow>[],
): NetworkFloats {
  const ledgerTo = sumsOf(days.map((row) => [row.day, row.booked_effect]));
  const terms = new Map<Term, [day: string, amount: string][]>();
  for (const { term, day, effect } of changes) {
    const rows = terms.get(term) ?? [];
    rows.push([day, effect]);
    terms.set(term, rows);
  }
  const termTo = (name: Term) => sumsOf(terms.get(name) ?? []);
  const [paidTo, bookedTo, latestTo, casesTo] = [
    termTo('paid'),
    termTo('booked'),
    termTo('latest'),
    termTo('cases'),
  ];
  // Unknown if the last lines have no balance: an older one does not contain them.
  const told = days.flatMap(({ day, lines, balance }) =>
    balance !== null || lines !== '0' ? [{ day, balance, hasLines: lines !== '0' }] : [],
  );
  const toldTo = (day: string) => told[countTo(told, day) - 1];
  const balanced = told.filter(({ balance }) => balance !== null);
  const lastBefore = (day: string): string | null =>
    balanced[countTo(balanced, day, false) - 1]?.day ?? null;

  const first = balanced[0];
  const lined = sumsOf(first ? days.map((row) => [row.day, row.line_effect]) : []);
  const began = first?.balance ? BigInt(first.balance) - lined(first.day) : 0n;
  const opening = first ? began - termTo('before')(far) : 0n;
  return {
    at: (day) => {
      const balance = toldTo(day)?.balance;
      const float = balance ? BigInt(balance) : null;
      const [ledger, paid, cases] = [ledgerTo(day), paidTo(day), casesTo(day)];
      const booked = bookedTo(day) + latestTo(day);
      const explained = ledger + opening + paid - booked + cases;
      const difference = float === null ? null : float - explained;
      return { float, ledger, opening, paid, booked, cases, difference };
    },
    hasLines: (day) => {
      const row = toldTo(day);
      return row?.day === day && row.hasLines;
    },
    // What was booked after all statements is at the network as well.
    sinceLedger: () =>
      first ? { opening, notBooked: paidTo(far) - bookedTo(far), cases: casesTo(far) } : null,
    start: first ? { day: told.find(({ hasLines }) => hasLines)?.day ?? first.day, began } : null,
    lastDay: lastBefore(far),
    lastBefore,
  };
}

/** The sum up to a day, that day included. */
function sumsOf(rows: readonly (readonly [day: string, amount: string])[]): (to: string) => bigint {
  const days = rows.map(([day]) => ({ day }));
  let total = 0n;
  const sums = [total, ...rows.map(([, amount]) => (total += BigInt(amount)))];
  return (to) => sums[countTo(days, to)] ?? 0n;
}

/** How many rows are of a day up to this one. */
function countTo(rows: readonly { readonly day: string }[], to: string, isIncluded = true): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const day = rows[middle]?.day ?? far;
    if (day < to || (isIncluded && day === to)) low = middle + 1;
    else high = middle;
  }
  return low;
}
