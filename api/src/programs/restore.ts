import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCluster } from '../db/embedded/restore-cluster.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { readEnv, type Env } from '../env.ts';
import { findKeys, keepKeys, type KeyRing } from '../security/credential-key.ts';
import { openSealedKeys, readX25519, type Unlock } from '../security/sealed-keys.ts';
import { backupsIn, besideDatabase, sealedName, type Backup } from './backup-folder.ts';
import { runProgram, say } from './program.ts';

const usage =
  'Use: npm run restore [-- FOLDER] [--to "2026-11-15 09:30"] [--without-keys]. The time is that of Kampala.';

/**
 * `npm run restore`: makes the data folder SENTE_DATA from a backup of SENTE_BACKUP_DIR, and with the archive up to
 * the last moment or to a given one.
 */
await runProgram('Nothing was restored.', async () => {
  const { from, to, withoutKeys } = readOptions();
  const env = readEnv(process.env);
  if (env.databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL names a server of yours, which its own tools restore: see "Restore" in docs/operations.md.',
    );
  }
  const backup = choose(from ?? env.backup.dir, to);
  // Before anything is written: a wrong passphrase is noticed at once.
  const keys = withoutKeys ? null : readKeys(backup, env);
  say(`Restoring ${backup.folder}${to ? ` up to ${to.toISOString()}` : ''} into ${env.dataDir}`);
  const { dataDir } = env;
  const archiveDir = env.archive?.dir ?? null;
  await restoreCluster({ backup: backup.folder, dataDir, archiveDir, to, log: () => {} });
  if (keys) keepKeys(dataDir, keys);
  for (const name of besideDatabase) {
    const copy = join(backup.folder, name);
    if (existsSync(copy)) copyFileSync(copy, join(dataDir, name));
  }
  say('Restored. Check it before you use it: npm run verify');
});

function readOptions(): { from: string | null; to: Date | null; withoutKeys: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, 'without-keys': { type: 'boolean', default: false } },
    });
    if (positionals.length > 1) throw new Error(usage);
    return {
      from: positionals[0] ?? null,
      to: values.to === undefined ? null : momentOf(values.to),
      withoutKeys: values['without-keys'],
    };
  } catch {
    throw new StartError(usage);
  }
}

/** In Kampala, unless it says its zone. */
function momentOf(text: string): Date {
  const [, day, time, zone = '+03:00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const moment = new Date(`${day}T${time}${zone}`);
  if (Number.isNaN(moment.getTime())) throw new Error(usage);
  return moment;
}

/** The last one before the moment. */
function choose(folder: string, to: Date | null): Backup {
  const backups = backupsIn(folder);
  if (backups.length === 0) throw new StartError(`There is no backup in ${folder}.`);
  const chosen = backups.findLast(({ madeAt }) => !to || new Date(madeAt) <= to);
  if (chosen) return chosen;
  throw new StartError(`The oldest backup in ${folder} is from ${backups[0]?.madeAt}, after that.`);
}

function readKeys(backup: Backup, env: Env): KeyRing | null {
  const file = join(backup.folder, sealedName);
  if (!existsSync(file)) {
    throw new StartError(
      `${backup.folder} has no key. --without-keys restores the database alone; set SENTE_CREDENTIAL_KEY or put credential.key back for the start.`,
    );
  }
  const text = openSealedKeys(readFileSync(file, 'utf8'), unlockOf(env));
  const [first, ...rest] = (JSON.parse(text) as string[]).map((key) => Buffer.from(key, 'base64'));
  if (!first) throw new StartError(`${file} holds no key.`);
  const present = findKeys(env);
  if (present && !present.some((key) => key.equals(first))) {
    throw new StartError(
      'Another key is set or in the data folder already, and the secrets of this backup do not open with it. Unset it, move it away, or add --without-keys.',
    );
  }
  return present ? null : [first, ...rest];
}

function unlockOf({ backup: { privateKey, passphrase } }: Env): Unlock {
  if (privateKey !== null) {
    return { privateKey: readX25519(readFileSync(privateKey, 'utf8'), 'private', privateKey) };
  }
  if (passphrase !== null) return { passphrase };
  throw new StartError(
    'The key in the backup is sealed: set SENTE_BACKUP_PASSPHRASE, or SENTE_BACKUP_PRIVATE_KEY to the file of the private key; --without-keys leaves the key out.',
  );
}
