import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

interface Used {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended and were waited for. */
  readonly endedMs: number;
}

/** Null if there is no such process any more. */
function usedBy(pid: number): Used | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) * tickMs;
    return { parent: Number(fields[1]), ownMs: ms(11), endedMs: ms(13) };
  } catch {
    return null;
  }
}

/** Milliseconds of processor time of a process, with all its threads. */
export function processMs(pid: number): number {
  return usedBy(pid)?.ownMs ?? 0;
}

/** The same with its children, those that have ended included. */
export function familyMs(pid: number): number {
  const own = usedBy(pid);
  if (!own) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids
    .flatMap((name) => usedBy(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, { ownMs }) => sum + ownMs, own.ownMs + own.endedMs);
}

export function parentOf(pid: number): number {
  return usedBy(pid)?.parent ?? 0;
}

/** Of a process with one thread, such as a connection of PostgreSQL: more exact. */
export function threadMicroseconds(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
  return Number(nanoseconds) / 1_000;
}
