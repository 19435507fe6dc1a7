// @ts-check
// Plain JavaScript with built-in modules only: the scripts use it too, before anything is installed.
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';

/**
 * A process id alone says little: ids are reused (in a container the same few come back at every
 * start), and a zombie still answers signal 0. A process is therefore identified by its id together
 * with the moment it started.
 *
 * @typedef {{ readonly pid: number, readonly startedAt: string }} ProcessIdentity
 */

/**
 * @param {number} pid
 * @returns {ProcessIdentity | null} null if there is no such process, or only its zombie.
 */
export function identify(pid) {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** @param {ProcessIdentity | null | undefined} known */
export function isStillRunning(known) {
  return known ? identify(known.pid)?.startedAt === known.startedAt : false;
}

/**
 * The command and its arguments in one string; empty if there is no such process.
 *
 * @param {number} pid
 */
export function commandLine(pid) {
  if (process.platform !== 'linux') return ps(pid, 'command=').trim();
  return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ').trim();
}

/**
 * Removes a lock file whose process is gone (kill -9, power cut). Two processes may come to that
 * conclusion at once: the slower one must not remove the lock that the faster one has just taken.
 *
 * @param {string} file
 * @param {string} judged its content when it was found stale.
 */
export function removeStaleLock(file, judged) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== judged) linkSync(aside, file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {number} pid */
function startOnLinux(pid) {
  const stat = readOr(`/proc/${pid}/stat`, '');
  // The second field is the program's name in brackets and may hold anything; count from its end.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!stat || state === 'Z' || state === 'X') return null;
  const ticksSinceBoot = fields[18] ?? '';
  return `${readOr('/proc/sys/kernel/random/boot_id', 'boot').trim()}/${ticksSinceBoot}`;
}

/** @param {number} pid */
function startFromPs(pid) {
  const line = ps(pid, 'stat=,lstart=').trim();
  return line && !line.startsWith('Z') ? line.replace(/^\S+\s+/, '') : null;
}

/**
 * @param {number} pid
 * @param {string} columns
 */
function ps(pid, columns) {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/**
 * @param {string} path
 * @param {string} fallback
 */
function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
