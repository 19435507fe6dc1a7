import { execFileSync, spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { noPermission, StartError } from './start-error.ts';

/** The account PostgreSQL runs under when we are root, because it refuses to run as root itself. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Null means: run it as ourselves. An existing cluster keeps its owner, so that a folder first used
 * by an ordinary user still opens for that user after root has used it once.
 */
export function chooseServerUser(clusterDir: string): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid };
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" user. ' +
      'Start Sente as an ordinary user, or set DATABASE_URL.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return null;
  }
}

/** Changes the owner of a folder and its contents to the server's user. */
export function giveTo(user: ServerUser | null, folder: string): void {
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(user, child);
    else lchownSync(child, user.uid, user.gid);
  }
}

/**
 * Whether that user can reach a path; one parent folder with mode 0700, such as /root, prevents it.
 */
export function canReach(user: ServerUser | null, path: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], {
    ...runAs(user, '/'),
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/**
 * The cluster's path as the server's user can open it. Under a closed parent no absolute path
 * works, but Node enters the working folder while it is still root, and Linux exposes that folder
 * under a fixed name, so the data stays in the requested place.
 */
export function pathForServer(user: ServerUser | null, clusterDir: string): string {
  if (!user || canReach(user, clusterDir)) return clusterDir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartError(noPermission(clusterDir));
}

/**
 * How PostgreSQL's programs are spawned. Their environment is empty but for the path: the machine's
 * locale must not change the messages we read, and PG* variables must not redirect the server. Tests
 * that move the clock are the exception, because the database stamps rows with its own time, and has
 * to agree with ours on which day it is.
 */
export function runAs(
  user: ServerUser | null,
  cwd: string,
): Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', ...movedClock() };
  return { ...user, cwd, env };
}

/** Of `npm run test:clock`. */
function movedClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, MOVED_CLOCK_SECONDS } = process.env;
  return MOVED_CLOCK_SECONDS ? { LD_PRELOAD, MOVED_CLOCK_SECONDS } : {};
}
