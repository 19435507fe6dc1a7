import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterDirOf } from './cluster.ts';
import {
  commandLine,
  identify,
  isStillRunning,
  removeStaleLock,
  type ProcessIdentity,
} from './process-identity.mjs';
import { errorCode, noPermission, StartError } from './start-error.ts';

const LOCK_FILE = 'sente.lock';
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

/**
 * Locks the data folder for this process, or fails with the holder. Returns the release function.
 */
export function takeDataFolder(dataDir: string): () => void {
  const file = join(dataDir, LOCK_FILE);
  const ours = JSON.stringify(identify(process.pid));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (create(file, ours)) return () => release(file, ours);
    const found = readOr(file, '');
    const holder = parseHolder(found);
    if (holder && isStillRunning(holder)) throw alreadyRunning(holder.pid);
    removeStaleLock(file, found);
  }
  throw alreadyRunning(parseHolder(readOr(file, ''))?.pid);
}

/** The file appears with its content or not at all: an empty one would look like a leftover. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, content, { mode: 0o644 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function alreadyRunning(pid: number | undefined): StartError {
  const who = pid === undefined ? '' : ` (pid ${pid})`;
  return new StartError(
    `Sente is already running on this data folder${who}. Stop it first, or set SENTE_DATA to another folder.`,
  );
}

function parseHolder(text: string): ProcessIdentity | null {
  try {
    const { pid, startedAt } = JSON.parse(text) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}

function release(file: string, ours: string): void {
  if (readOr(file, '') === ours) rmSync(file, { force: true });
}

/**
 * Cleans up after an earlier server. A server that outlived its Node process is stopped. A pid file
 * is removed if it would keep PostgreSQL from starting: it is empty, or its pid now belongs to
 * another process or a zombie. A pid file without a process stays: PostgreSQL uses it to find its
 * old shared memory and refuses to start while old workers are still exiting.
 */
export async function settleLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  const clusterDir = clusterDirOf(dataDir);
  const pidFile = join(clusterDir, 'postmaster.pid');
  const found = readOr(pidFile, null);
  if (found === null) return;
  const pid = Number(found.split('\n', 1)[0]);
  if (!(pid > 1)) {
    rmSync(pidFile, { force: true });
  } else if (identify(pid) !== null && commandLine(pid).includes(clusterDir)) {
    log(`stopping the database server that an earlier run left behind (pid ${pid})`);
    await stopServer(pid, dataDir);
  } else if (answers(pid)) {
    rmSync(pidFile, { force: true });
  }
}

/** The same check that PostgreSQL makes for the pid in its file. */
function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** SIGINT is PostgreSQL's fast stop, SIGQUIT its immediate one; after either, no commit is lost. */
async function stopServer(pid: number, dataDir: string): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
    if (await isGone(pid, FAST_STOP_MS)) return;
    process.kill(pid, 'SIGQUIT');
    if (await isGone(pid, IMMEDIATE_STOP_MS)) return;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return;
    throw new StartError(noPermission(dataDir), { cause: error });
  }
  throw new StartError(
    `An earlier database server (pid ${pid}) does not stop. End it with "kill -9 ${pid}" and start again.`,
  );
}

async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (identify(pid) !== null) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

function readOr<Fallback>(file: string, fallback: Fallback): string | Fallback {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return fallback;
    throw error;
  }
}
