import type { ReplyOf } from '@sente/contract/endpoint';
import { dayMs } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import type { StatementPlace } from '@sente/contract/network-statements';
import type { DayCell, reconciliation, ReconciliationDay } from '@sente/contract/reconciliation';
import type { Db } from '../db/database.ts';
import { listLastCalls } from './float-calls.queries.ts';
import { hasStatementsBefore, listCells, listRuns, type CellRow } from './float.queries.ts';
import { far, type NetworkFloats } from './float-sums.ts';
import { readNetworks, toBridge } from './float.ts';

type Days = ReplyOf<typeof reconciliation.days>;

const shownDays = 31;

export async function readDays(db: Db, to: string): Promise<Days> {
  const networks = await readNetworks(db);
  const days = new Map<string, ReconciliationDay>();
  for (const row of await listCells(db, to, shownDays)) {
    const { network, day, covered, open_cases: openCases } = row;
    const floats = networks.get(network);
    // Also of a day that nothing covers: what its balance differs by is in no other day's step.
    const step = stepOf(floats, day);
    const unexplained = step ?? 0n;
    const isTold = floats?.hasLines(day) ?? false;
    const shown = days.get(day) ?? { day, cells: [] };
    shown.cells.push({
      network,
      state: openCases > 0 || unexplained !== 0n ? 'differs' : agreedState(covered, isTold, step),
      openCases,
      difference: fromHundredths(BigInt(row.effect) + unexplained),
      unexplained: fromHundredths(unexplained),
    });
    days.set(day, shown);
  }
  const earliest = dayBefore(to, shownDays - 1);
  const calls = await listLastCalls(db);
  return {
    days: [...days.values()],
    hasEarlier: await hasStatementsBefore(db, earliest),
    reconciledThrough: await readThrough(db, networks),
    now: [...networks].map(([network, floats]) => {
      const call = calls.find((one) => one.network === network);
      const { lastDay, start } = floats;
      return toBridge(network, lastDay, floats.at(lastDay ?? far), call, start);
    }),
  };
}

/** Of a day on which nothing differs. Only a balance and lines of the whole day prove that. */
function agreedState(
  covered: CellRow['covered'],
  isTold: boolean,
  step: bigint | null,
): DayCell['state'] {
  if (covered === 'none') return isTold ? 'incomplete' : 'none';
  if (step === null) return 'unknown';
  return covered === 'whole' ? 'exact' : 'partial';
}

/** How the unexplained part changed with a day; null if no balance tells it. */
function stepOf(floats: NetworkFloats | undefined, day: string): bigint | null {
  const difference = floats?.at(day).difference ?? null;
  if (!floats || difference === null) return null;
  const before = floats.at(dayBefore(day, 1)).difference;
  if (before !== null) return difference - before;
  const known = floats.lastBefore(day);
  return difference - ((known === null ? null : floats.at(known).difference) ?? 0n);
}

/**
 * Until when a place is reconciled: from the first day that statements tell whole, without a day that they do not, that
 * has an open case or that something is left of which nothing explains.
 */
async function readThrough(
  db: Db,
  networks: ReadonlyMap<StatementPlace, NetworkFloats>,
): Promise<Days['reconciledThrough']> {
  return (await listRuns(db)).map(({ network, first, last, first_case: firstCase }) => {
    const floats = networks.get(network);
    let through: string | null = null;
    for (let day = first; day !== null && last !== null && day <= last; day = dayBefore(day, -1)) {
      if ((firstCase !== null && firstCase <= day) || floats?.at(day).difference !== 0n) break;
      through = day;
    }
    return { network, day: through };
  });
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}
