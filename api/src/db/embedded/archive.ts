import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { chown, link, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Logger } from 'pino';
import { describeLife, lifeOf } from './archive-lives.ts';
import { clusterDirOf, type Installation } from './cluster.ts';
import type { Settings } from './process.ts';
import { canReach, giveTo } from './server-user.ts';
import { StartError } from './start-error.ts';

/** Where finished WAL segments are copied to, and after how long an unfinished one is, at the latest. */
export interface Archive {
  readonly dir: string;
  readonly everySeconds: number;
}

/**
 * The server copies each finished segment with a library of PostgreSQL's own, which syncs the copy to disk, gives it
 * its name when it is complete, and never replaces a file by another one. Each life of a cluster has a folder of its
 * own, so that two of them cannot mix their segments.
 */
export function archiveSettings(installation: Installation, archive: Archive): Settings {
  const { dataDir, nativeDir, user } = installation;
  const library = readdirSync(join(nativeDir, 'lib', 'postgresql')).find((name) =>
    name.startsWith('basic_archive.'),
  );
  if (!library) {
    throw new StartError(
      'The PostgreSQL that came with the installation cannot archive on this machine. Unset SENTE_ARCHIVE_DIR.',
    );
  }
  const life = lifeOf(dataDir);
  const folder = join(archive.dir, life.name);
  if (!existsSync(folder)) {
    // As root the server runs as another user, whom a umask of 077 would lock out of a new folder.
    if (mkdirSync(archive.dir, { recursive: true }) && user) chmodSync(archive.dir, 0o755);
    mkdirSync(folder, { mode: 0o700 });
    giveTo(user, folder);
  }
  if (!canReach(user, folder)) {
    throw new StartError(
      `PostgreSQL may not write to the archive ${folder}. Set SENTE_ARCHIVE_DIR to a folder that its user can reach.`,
    );
  }
  describeLife(folder, life, clusterDirOf(dataDir));
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: String(archive.everySeconds),
  };
}

/**
 * For the server's shell: a file of the first folder that has it. The one that is not compressed comes first: it is
 * removed only after the other is there, so one of them is always found.
 */
export function restoreCommand(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const quoted = folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%');
    const file = `'${quoted}/%f'`;
    return `cp ${file} "%p" 2>/dev/null || { test -f ${file}.gz && gzip -dc ${file}.gz > "%p"; }`;
  });
  return parts.join(' || ') || 'false';
}

const compressEveryMs = 60_000;

/** Segments are mostly empty where little is written, and compress well elsewhere. The library cannot do it. */
export function keepArchiveSmall(
  { dir }: Archive,
  dataDir: string,
  logger: Logger,
): { stop(): Promise<void> } {
  const folder = join(dir, lifeOf(dataDir).name);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => compressArchive(folder, compressEveryMs))
      .catch((error: unknown) => logger.warn({ err: error }, 'the archive was not compressed'));
  }, compressEveryMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/**
 * Those that have been there for so long. One that is archived once more, after a crash, is dropped if it is the same;
 * otherwise it is of another server, and both stay.
 */
export async function compressArchive(folder: string, afterMs: number): Promise<void> {
  const names = await readdir(folder);
  const twice: string[] = [];
  for (const name of names.filter((each) => /^[0-9A-F]{24}$/.test(each)).sort()) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    // The time of a file has fractions of a millisecond.
    if (Date.now() - Math.floor(mtimeMs) < afterMs) continue;
    if (!existsSync(`${file}.gz`)) await compress(file);
    if (await holdsSame(`${file}.gz`, file)) await rm(file);
    else twice.push(name);
  }
  if (twice.length === 0) return;
  throw new Error(
    `${twice.join(' and ')} is there twice in ${folder}, and differs: another server archives into the same folder.`,
  );
}

/** Linked, because a rename would replace what is there. Its time says when the segment came. */
async function compress(file: string): Promise<void> {
  const { uid, gid, atime, mtime } = await stat(file);
  const unfinished = `${file}.gz.unfinished`;
  const written = createWriteStream(unfinished, { mode: 0o600, flush: true });
  await pipeline(createReadStream(file), createGzip({ level: 1 }), written);
  await chown(unfinished, uid, gid);
  await utimes(unfinished, atime, mtime);
  await link(unfinished, `${file}.gz`);
  await rm(unfinished);
  await syncFolder(dirname(file));
}

async function holdsSame(compressed: string, file: string): Promise<boolean> {
  const unpacked = createHash('sha256');
  await pipeline(createReadStream(compressed), createGunzip(), unpacked);
  const plain = createHash('sha256');
  await pipeline(createReadStream(file), plain);
  return unpacked.digest().equals(plain.digest());
}

/** Otherwise a power cut could undo the new name and keep the removal of the old one. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the segments before this one; names of other files are left alone. */
export function trimArchive(folder: string, firstNeeded: string): number {
  if (!existsSync(folder)) return 0;
  // Without the timeline, as pg_archivecleanup compares them.
  const isOld = (name: string) =>
    /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.gz)?$/.test(name) &&
    name.slice(8, 24) < firstNeeded.slice(8);
  const old = readdirSync(folder).filter(isOld);
  for (const name of old) rmSync(join(folder, name));
  return old.length;
}
