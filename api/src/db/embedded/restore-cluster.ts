import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beginLife, type Life } from './archive-lives.ts';
import { restoreCommand } from './archive.ts';
import { archiveName, manifestName } from './base-backup.ts';
import { findBinaries } from './binaries.ts';
import { clusterDirOf, ownerName, unfinishedFolder, type Installation } from './cluster.ts';
import { prepareFolder } from './launcher.ts';
import { takeDataFolder } from './locks.ts';
import { recover } from './process.ts';
import { chooseServerUser, giveTo, pathForServer, runAs } from './server-user.ts';
import { explainFileError, StartError } from './start-error.ts';

export interface Restoring {
  /** Folder of one backup. */
  readonly backup: string;
  /** The new data folder. */
  readonly dataDir: string;
  /** Folders of the archive, that of the newest life first; none: only what the backup contains. */
  readonly archives: readonly string[];
  /** The life that begins with this restore. */
  readonly life: Life;
  /** Everything that was committed until then; null: everything there is. */
  readonly to: Date | null;
  /** Puts what belongs to the database into the data folder, before the database itself. */
  readonly putBeside: () => void;
  readonly log: (line: string) => void;
}

/**
 * Makes the cluster of a backup, recovers it, and puts it into the data folder when everything else is there. It
 * archives into a folder of its own, so its segments never meet those of the server that was backed up.
 */
export async function restoreCluster(options: Restoring): Promise<void> {
  try {
    const dataDir = prepareFolder(options.dataDir);
    const release = takeDataFolder(dataDir);
    try {
      await restoreInto(dataDir, options);
    } finally {
      release();
    }
  } catch (error) {
    throw explainFileError(error, options.dataDir);
  }
}

async function restoreInto(dataDir: string, options: Restoring): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if (existsSync(join(clusterDirOf(dataDir), 'PG_VERSION'))) {
    throw new StartError(
      `${dataDir} already holds a database. Move it away, or set SENTE_DATA to another folder.`,
    );
  }
  const user = chooseServerUser(clusterDirOf(dataDir));
  const nativeDir = await findBinaries(dataDir, user);
  // A start removes what a killed restore left behind.
  const unfinished = mkdtempSync(join(dataDir, unfinishedFolder));
  try {
    const clusterDir = clusterDirOf(unfinished);
    mkdirSync(clusterDir, { recursive: true, mode: 0o700 });
    unpack(options.backup, clusterDir);
    await checkAgainstManifest(options.backup, clusterDir);
    writeFileSync(join(clusterDir, 'recovery.signal'), '');
    giveTo(user, unfinished);
    const installation = { dataDir: unfinished, nativeDir, user, log: options.log };
    await recover(installation, recoverySettings(options));
    beginLife(unfinished, options.life);
    setNewPassword(installation);
    // A start without the keys would make new ones.
    options.putBeside();
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(unfinished, 'postgres'), folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function unpack(backup: string, clusterDir: string): void {
  const { status, stderr } = spawnSync(
    'tar',
    ['-xzf', join(backup, archiveName), '-C', clusterDir],
    { encoding: 'utf8' },
  );
  if (status === 0) return;
  throw new StartError(`The backup ${backup} could not be unpacked: ${stderr.trim()}`);
}

interface Manifest {
  readonly Files: readonly { readonly Path: string; readonly Checksum?: string }[];
  readonly 'Manifest-Checksum': string;
}

/** Each file of the backup has the content that the server read. */
async function checkAgainstManifest(backup: string, clusterDir: string): Promise<void> {
  const text = readFileSync(join(backup, manifestName), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const covered = text.slice(0, text.lastIndexOf('"Manifest-Checksum"'));
  const isIntact = sha256(covered) === manifest['Manifest-Checksum'];
  if (!isIntact) throw damaged(backup, manifestName);
  for (const { Path, Checksum } of manifest.Files) {
    const file = join(clusterDir, Path);
    if (!existsSync(file)) throw damaged(backup, Path);
    const digest = createHash('sha256');
    await pipeline(createReadStream(file), digest);
    if (digest.digest('hex') !== Checksum) throw damaged(backup, Path);
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function damaged(backup: string, name: string): StartError {
  return new StartError(
    `The backup ${backup} is damaged (${name}). Nothing was restored. Take another one.`,
  );
}

function recoverySettings({ archives, to }: Restoring) {
  return {
    hot_standby: 'off', // nobody reads before the end
    restore_command: restoreCommand(archives),
    recovery_target_action: 'promote',
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
}

/**
 * The password is no part of a backup. It is set in PostgreSQL's single-user mode, so that nobody can connect
 * before.
 */
function setNewPassword({ dataDir, nativeDir, user }: Installation): void {
  const password = randomBytes(24).toString('base64url');
  const clusterDir = clusterDirOf(dataDir);
  const program = join(nativeDir, 'bin', 'postgres');
  const args = ['--single', '-D', pathForServer(user, clusterDir), 'postgres'];
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...runAs(user, clusterDir),
    input: `alter role "${ownerName}" password '${password}'\n`,
    encoding: 'utf8',
  });
  if (status !== 0 || /(ERROR|FATAL|PANIC):/.test(stdout + stderr)) {
    throw new Error(`The password of the restored database could not be set: ${stderr}`);
  }
  const file = join(dataDir, 'postgres', 'password');
  writeFileSync(file, password, { mode: 0o600 });
  giveTo(user, join(dataDir, 'postgres'));
}
