import { isRecord } from '../api/api-error.ts';

type Row = Record<string, unknown>;
type Id = unknown;

const idOf = (row: Row): Id => row['id'] ?? row['record_id'] ?? row['number'];

/** The rows of a list, whatever the list is wrapped in. */
function rowsIn(value: unknown): Row[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  return isRecord(value) ? Object.values(value).filter(Array.isArray).flatMap(rowsIn) : [];
}

export function rowsById(values: readonly unknown[]): Map<Id, Row> {
  return new Map(values.flatMap(rowsIn).map((row) => [idOf(row), row]));
}

/** Whether a row on screen was pushed out of the newest answer by others. */
export function lacksAny(fresh: ReadonlyMap<Id, Row>, shown: unknown): boolean {
  return rowsIn(shown).some((row) => !fresh.has(idOf(row)));
}

interface Merged<Value> {
  readonly value: Value;
  /** The answer has rows that are not on screen. */
  readonly hasNew: boolean;
}

/**
 * What is on screen with the state of its rows in a new answer. Rows that have left the list go; others come in only
 * at its end, in their place. `known` has all rows that were read, `elsewhere` those of the other parts on screen.
 */
export function mergeRows(
  shown: unknown,
  fresh: unknown,
  known: ReadonlyMap<Id, Row>,
  elsewhere: ReadonlyMap<Id, Row> = new Map(),
): Merged<unknown> {
  if (Array.isArray(shown) && Array.isArray(fresh)) {
    return mergeLists(shown.filter(isRecord), fresh.filter(isRecord), known, elsewhere);
  }
  if (!isRecord(shown) || !isRecord(fresh)) return { value: fresh, hasNew: false };
  const lists = Object.entries(shown).flatMap(([name, before]) => {
    const after = fresh[name];
    const isList = Array.isArray(before) && Array.isArray(after);
    if (!isList || rowsIn([...before, ...after]).length === 0) return [];
    return [[name, mergeRows(before, after, known, elsewhere)] as const];
  });
  const hasNew = lists.some(([, list]) => list.hasNew);
  // Counts and where the list goes on belong to the rows.
  const rest = hasNew ? shown : fresh;
  return {
    value: { ...rest, ...Object.fromEntries(lists.map(([name, { value }]) => [name, value])) },
    hasNew,
  };
}

function mergeLists(
  shown: readonly Row[],
  answer: readonly Row[],
  known: ReadonlyMap<Id, Row>,
  elsewhere: ReadonlyMap<Id, Row>,
): Merged<readonly Row[]> {
  const fresh = answer.filter((row) => !elsewhere.has(idOf(row)));
  if (shown.length === 0) return { value: fresh, hasNew: false };
  const [before, after] = [rowsById([shown]), rowsById([fresh])];
  const lastKnown = fresh.findLastIndex((row) => before.has(idOf(row)));
  const end = fresh.slice(lastKnown + 1);
  const isAllNew = lastKnown < 0 && end.length > 0;
  const isPushed = isAllNew || fresh.slice(0, lastKnown).some((row) => !before.has(idOf(row)));
  const lastStaying = shown.findLastIndex((row) => after.has(idOf(row)));
  const kept = shown.flatMap((row, index) => {
    const now = known.get(idOf(row));
    return now ? [now] : isPushed && index > lastStaying ? [row] : [];
  });
  const isFilled = !isPushed && end.length <= shown.length - kept.length;
  return {
    value: isFilled ? [...kept, ...end] : kept,
    hasNew: isPushed || (end.length > 0 && !isFilled),
  };
}
