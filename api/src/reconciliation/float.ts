import { fromHundredths } from '@sente/contract/money';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import type { FloatBridge } from '@sente/contract/reconciliation';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { findCall, listLastCalls, type CallRow } from './float-calls.queries.ts';
import { floatsOf, type Bridge, type NetworkFloats } from './float-sums.ts';
import { listCells, listChanges, listDays } from './float.queries.ts';

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
