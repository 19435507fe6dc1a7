import { fromHundredths } from '@sente/contract/money';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import type { FloatBridge } from '@sente/contract/reconciliation';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { findCall, listLastCalls, type CallRow } from './float-calls.queries.ts';
import {
  listCells,
  listChanges,
  listDays,
  type ChangeRow,
  type DayRow,
  type Term,
} from './float.queries.ts';

/** Amounts in hundredths of UGX. */
interface Bridge {
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
  /** What a network should have now beyond the clearing accounts; null without a statement that tells a balance. */
  sinceLedger(): { opening: bigint; notBooked: bigint; cases: bigint } | null;
  /** What the first statement begins with. */
  readonly start: { readonly day: string; readonly began: bigint } | null;
  /** The last day that has a balance. */
  readonly lastDay: string | null;
  lastBefore(day: string): string | null;
}

export async function readNetworks(db: Db): Promise<ReadonlyMap<StatementPlace, NetworkFloats>> {
  const days = await listDays(db);
  const changes = await listChanges(db);
  return new Map(
    statementPlaces.map((network) => [
      network,
      floatsOf(
        days.filter((row) => row.network === network),
        changes.filter((row) => row.network === network),
      ),
    ]),
  );
}

export const far = '9999-12-31';

/**
 * The float that the first statement began with is taken as given; from then on every shilling has to be
 * explained.
 */
function floatsOf(days: readonly DayRow[], changes: readonly ChangeRow[]): NetworkFloats {
  const sum = (
    rows: readonly { day: string }[],
    to: string,
    read: (row: never) => string,
  ): bigint =>
    rows.reduce((total, row) => (row.day <= to ? total + BigInt(read(row as never)) : total), 0n);
  const term = (name: Term, to: string): bigint =>
    sum(
      changes.filter((change) => change.term === name),
      to,
      ({ effect }: ChangeRow) => effect,
    );
  const first = days.find(({ balance }) => balance !== null);
  const began = first?.balance
    ? BigInt(first.balance) - sum(days, first.day, ({ line_effect }: DayRow) => line_effect)
    : 0n;
  const opening = first ? began - term('before', far) : 0n;
  const bridge = (to: string, float: bigint | null, booked: bigint): Bridge => {
    const ledger = sum(days, to, ({ booked_effect }: DayRow) => booked_effect);
    const [paid, cases] = [term('paid', to), term('cases', to)];
    const explained = ledger + opening + paid - booked + cases;
    const difference = float === null || !first ? null : float - explained;
    return { float, ledger, opening, paid, booked, cases, difference };
  };
  const lastBefore = (day: string): string | null =>
    days.findLast((row) => row.day < day && row.balance !== null)?.day ?? null;
  return {
    at: (day) => {
      // Unknown if the last lines have none: an older balance does not contain them.
      const known = days.findLast(
        (row) => row.day <= day && (row.balance !== null || row.lines !== '0'),
      );
      const float = known?.balance ? BigInt(known.balance) : null;
      return bridge(day, float, term('booked', day) + term('latest', day));
    },
    // What was booked after all statements is at the network as well.
    sinceLedger: () =>
      first
        ? { opening, notBooked: term('paid', far) - term('booked', far), cases: term('cases', far) }
        : null,
    start: first ? { day: days.find(({ lines }) => lines !== '0')?.day ?? first.day, began } : null,
    lastDay: lastBefore(far),
    lastBefore,
  };
}

export function toBridge(
  network: StatementPlace,
  day: string | null,
  bridge: Bridge,
  call: CallRow | undefined,
  start: NetworkFloats['start'],
): FloatBridge {
  const { float, ledger, opening, paid, booked, cases, difference } = bridge;
  return {
    network,
    day,
    float: float === null ? null : fromHundredths(float),
    ledger: fromHundredths(ledger),
    start: start && { day: start.day, balance: fromHundredths(start.began) },
    opening: fromHundredths(opening),
    paidNotBooked: fromHundredths(paid),
    bookedNotPaid: fromHundredths(booked),
    openCases: fromHundredths(cases),
    explained: fromHundredths(ledger + opening + paid - booked + cases),
    difference: difference === null ? null : fromHundredths(difference),
    called: call ? toCall(call) : null,
  };
}

function toCall(row: CallRow): NonNullable<FloatBridge['called']> {
  return {
    amount: toUgx(row.amount),
    at: row.read_at.toISOString(),
    explained: row.explained === null ? null : toUgx(row.explained),
    parts: partsOf(row),
    underWayIn: toUgx(row.under_way_in),
    underWayOut: toUgx(row.under_way_out),
    difference: row.unexplained === null ? null : toUgx(row.unexplained),
  };
}

function partsOf(row: CallRow): NonNullable<FloatBridge['called']>['parts'] {
  const { ledger, opening, not_booked: notBooked, open_cases: openCases } = row;
  if (ledger === null || opening === null || notBooked === null || openCases === null) return null;
  return {
    ledger: toUgx(ledger),
    opening: toUgx(opening),
    notBooked: toUgx(notBooked),
    openCases: toUgx(openCases),
  };
}

export async function readBridge(
  db: Db,
  network: StatementPlace,
  day: string,
): Promise<FloatBridge> {
  const floats = (await readNetworks(db)).get(network);
  if (!floats) throw new Error(`There is no network ${network}`);
  const call = await findCall(db, network, day);
  return toBridge(network, day, floats.at(day), call, floats.start);
}

/** What a place had at the end of a day by its statements, in hundredths of UGX. */
export interface Held {
  readonly place: StatementPlace;
  readonly amount: bigint | null;
  /** Part: the statements do not tell the whole day. */
  readonly by: 'statement' | 'part' | 'unknown';
}

/** In the order of their names. */
export async function readHeld(db: Db, day: string): Promise<Held[]> {
  const networks = await readNetworks(db);
  const cells = await listCells(db, day, 1);
  return [...statementPlaces].toSorted().map((place) => {
    const covered = cells.find(({ network }) => network === place)?.covered ?? 'none';
    const amount = covered === 'none' ? null : (networks.get(place)?.at(day).float ?? null);
    if (amount === null) return { place, amount, by: 'unknown' };
    return { place, amount, by: covered === 'whole' ? 'statement' : 'part' };
  });
}

/** So many answers in a row must not be explained: a payment may begin and end while the network is asked. */
const certainAfter = 2;

interface Unexplained {
  readonly network: StatementPlace;
  readonly day: string;
  readonly amount: bigint;
  readonly by: 'statement' | 'call';
}

/** What nothing explains after each network's last statement, or in what it tells by call; without networks where all is explained. */
export async function readUnexplained(db: Db): Promise<Unexplained[]> {
  const calls = await listLastCalls(db);
  return [...(await readNetworks(db))].flatMap(([network, floats]): Unexplained[] => {
    const day = floats.lastDay;
    const amount = day === null ? null : floats.at(day).difference;
    if (day !== null && amount !== null && amount !== 0n) {
      return [{ network, day, amount, by: 'statement' }];
    }
    const call = calls.find((one) => one.network === network);
    if (!call?.unexplained || call.strikes < certainAfter) return [];
    return [{ network, day: call.day, amount: BigInt(call.unexplained), by: 'call' }];
  });
}
