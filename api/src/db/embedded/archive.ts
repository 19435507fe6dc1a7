import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  closeSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { chown, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Logger } from 'pino';
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
 * its name when it is complete, and never replaces a file by another one. Each cluster has a folder by its
 * number, so that two of them cannot mix their segments.
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
  const folder = archiveFolder(archive.dir, systemIdentifier(clusterDirOf(dataDir)));
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
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: String(archive.everySeconds),
  };
}

export function archiveFolder(dir: string, systemId: string): string {
  return join(dir, systemId);
}

/** Says which cluster this is; its copies have the same. The first eight bytes of its control file. */
export function systemIdentifier(clusterDir: string): string {
  const file = openSync(join(clusterDir, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes);
    return bytes.readBigUInt64LE().toString();
  } finally {
    closeSync(file);
  }
}

/**
 * For the server's shell: a segment of the archive, or none. The one that is not compressed comes first: it is removed
 * only after the other is there, so one of them is always found.
 */
export function restoreCommand(folder: string | null): string {
  if (folder === null) return 'false';
  const quoted = folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%');
  const file = `'${quoted}/%f'`;
  return `cp ${file} "%p" 2>/dev/null || { test -f ${file}.gz && gzip -dc ${file}.gz > "%p"; }`;
}

const compressEveryMs = 60_000;

/** Segments are mostly empty where little is written, and compress well elsewhere. The library cannot do it. */
export function keepArchiveSmall(
  { dir }: Archive,
  dataDir: string,
  logger: Logger,
): { stop(): Promise<void> } {
  const folder = archiveFolder(dir, systemIdentifier(clusterDirOf(dataDir)));
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

/** Those that have been there for so long. A segment that is archived once more is compressed once more, to the same. */
export async function compressArchive(folder: string, afterMs: number): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => /^[0-9A-F]{24}$/.test(each)).sort()) {
    const file = join(folder, name);
    const { mtimeMs, uid, gid } = await stat(file);
    if (Date.now() - mtimeMs < afterMs) continue;
    const unfinished = `${file}.gz.unfinished`;
    const written = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(createReadStream(file), createGzip({ level: 1 }), written);
    await chown(unfinished, uid, gid);
    await rename(unfinished, `${file}.gz`);
    await syncFolder(folder);
    await rm(file);
  }
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

/** Removes the segments that no backup from this segment on needs; names of other files are left alone. */
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
