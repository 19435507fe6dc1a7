import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process id alone says little: ids are reused (in a container the same few come back at every
 * start), and a zombie still answers signal 0. A process is therefore named by its id together with
 * the moment it started.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

export function identify(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isRunning(pid: number): boolean {
  return identify(pid) !== null;
}

export function isStillRunning(known: ProcessIdentity): boolean {
  return identify(known.pid)?.startedAt === known.startedAt;
}

/** The command and its arguments in one string; empty when there is no such process. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=').trim();
  return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ').trim();
}

function startOnLinux(pid: number): string | null {
  const stat = readOr(`/proc/${pid}/stat`, '');
  // The second field is the program's name in brackets and may hold anything; count from its end.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!stat || state === 'Z' || state === 'X') return null;
  const ticksSinceBoot = fields[18] ?? '';
  return `${readOr('/proc/sys/kernel/random/boot_id', 'boot').trim()}/${ticksSinceBoot}`;
}

function startFromPs(pid: number): string | null {
  const line = ps(pid, 'stat=,lstart=').trim();
  if (!line || line.startsWith('Z')) return null;
  return line.replace(/^\S+\s+/, '');
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
