import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { lifeOf } from '../db/embedded/archive-lives.ts';
import { trimArchive } from '../db/embedded/archive.ts';
import { syncFolder, takeBaseBackup } from '../db/embedded/base-backup.ts';
import { clusterDirOf, systemIdentifier } from '../db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../db/embedded/launcher.ts';
import { findRunningServer } from '../db/embedded/running.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { briefLimits } from '../db/limits.ts';
import { readEnv, type Env } from '../env.ts';
import { findKeys } from '../security/credential-key.ts';
import { readX25519, sealKeys, type Lock } from '../security/sealed-keys.ts';
import {
  aboutName,
  backupsIn,
  besideDatabase,
  sealedName,
  writeDurably,
  type About,
} from './backup-folder.ts';
import { runProgram, say } from './program.ts';

const usage = 'Use: npm run backup [-- --keep 14] [--without-keys] [--keys-only]';
const unfinished = 'unfinished-';

/**
 * `npm run backup`: a copy of the embedded database, also while the server runs, and of the key, sealed. Each backup
 * is a folder of its own in SENTE_BACKUP_DIR.
 */
await runProgram('No backup was made.', async () => {
  const { keep, withoutKeys, keysOnly } = readOptions();
  const env = readEnv(process.env);
  if (env.databaseUrl !== null && !keysOnly) {
    throw new StartError(
      'DATABASE_URL names a server of yours, which its own tools back up: see "Back up" in docs/operations.md. --keys-only seals the key.',
    );
  }
  const sealed = withoutKeys ? null : sealedKeys(env);
  mkdirSync(env.backup.dir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(env.backup.dir)) {
    if (name.startsWith(unfinished)) rmSync(join(env.backup.dir, name), { recursive: true });
  }
  const folder = mkdtempSync(join(env.backup.dir, unfinished));
  try {
    if (sealed !== null) writeDurably(join(folder, sealedName), sealed);
    const about = keysOnly ? null : await withServer(env, (url) => backUp(url, env, folder));
    await syncFolder(folder);
    const name = nameFor(about?.madeAt ?? new Date().toISOString(), keysOnly);
    renameSync(folder, join(env.backup.dir, name));
    await syncFolder(env.backup.dir);
    say(`The backup is complete: ${join(env.backup.dir, name)}`);
    if (sealed === null) say('It has no key: without the key the secrets in it cannot be read.');
    if (about && keep !== null) removeOld(env, about.systemIdentifier, keep);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function readOptions(): { keep: number | null; withoutKeys: boolean; keysOnly: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        keep: { type: 'string' },
        'without-keys': { type: 'boolean', default: false },
        'keys-only': { type: 'boolean', default: false },
      },
    });
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new Error(usage);
    const [withoutKeys, keysOnly] = [values['without-keys'], values['keys-only']];
    if (withoutKeys && keysOnly) throw new Error(usage);
    return { keep, withoutKeys, keysOnly };
  } catch {
    throw new StartError(usage);
  }
}

function sealedKeys(env: Env): string {
  const keys = findKeys(env);
  if (!keys) throw new StartError(`There is no key in ${env.dataDir}. Is SENTE_DATA right?`);
  return sealKeys(JSON.stringify(keys.map((key) => key.toString('base64'))), lockOf(env));
}

function lockOf({ backup: { passphrase, recipient } }: Env): Lock {
  if (recipient !== null) {
    const publicKey = readX25519(readFileSync(recipient, 'utf8'), 'public', recipient);
    return { publicKey, name: recipient };
  }
  if (passphrase !== null) return { passphrase };
  throw new StartError(
    'The key goes into a backup only sealed: set SENTE_BACKUP_PASSPHRASE, or SENTE_BACKUP_RECIPIENT to the file of a public key; --without-keys leaves the key out.',
  );
}

/** The server that runs, or the database on its own; it is not migrated. */
async function withServer<T>(env: Env, work: (url: string) => Promise<T>): Promise<T> {
  if (!existsSync(clusterDirOf(env.dataDir))) {
    throw new StartError(`There is no database in ${env.dataDir}. Is SENTE_DATA right?`);
  }
  const running = await findRunningServer(env.dataDir);
  if (running !== null) return work(running);
  const server = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    archive: env.archive,
    log: () => {},
  });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function backUp(url: string, env: Env, folder: string): Promise<About> {
  const base = await takeBaseBackup(url, folder);
  for (const name of besideDatabase) {
    if (existsSync(join(env.dataDir, name))) {
      copyFileSync(join(env.dataDir, name), join(folder, name));
    }
  }
  const about = {
    madeAt: new Date().toISOString(),
    systemIdentifier: systemIdentifier(clusterDirOf(env.dataDir)),
    archive: lifeOf(env.dataDir).name,
    ...base,
  };
  writeDurably(join(folder, aboutName), `${JSON.stringify(about, null, 2)}\n`);
  await remember(url, about.madeAt);
  return about;
}

/** For /metrics. */
async function remember(url: string, madeAt: string): Promise<void> {
  const client = new pg.Client({ ...briefLimits, connectionString: url });
  await client.connect();
  try {
    await client.query("set app.platform = 'on'");
    await client.query(
      `insert into server_facts (name, value) values ('last_backup', $1)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(madeAt)],
    );
  } finally {
    await client.end();
  }
}

function nameFor(madeAt: string, keysOnly: boolean): string {
  const time = madeAt.replaceAll(':', '-').replace(/\.\d+/, '');
  return keysOnly ? `keys-${time}` : `sente-${time}`;
}

/** Keeps the newest ones of this database, and what the archive needs for them. */
function removeOld(env: Env, systemId: string, keep: number): void {
  const own = backupsIn(env.backup.dir).filter((each) => each.systemIdentifier === systemId);
  const old = own.slice(0, -keep);
  for (const { folder } of old) rmSync(folder, { recursive: true });
  // After a restore to a moment, a newer backup may begin before an older one.
  const position = ({ firstSegment }: About) => firstSegment.slice(8);
  const [earliest] = own.slice(-keep).toSorted((a, b) => position(a).localeCompare(position(b)));
  const trimmed =
    env.archive && earliest
      ? trimArchive(join(env.archive.dir, lifeOf(env.dataDir).name), earliest.firstSegment)
      : 0;
  if (old.length + trimmed > 0) {
    say(`Removed: ${old.length} older backups, ${trimmed} files of the archive.`);
  }
}
