import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCluster } from '../db/embedded/restore-cluster.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { readEnv } from '../env.ts';
import { keepKeys } from '../security/credential-key.ts';
import { besideDatabase } from './backup-folder.ts';
import { chooseBackup } from './choose-backup.ts';
import { runProgram, say } from './program.ts';
import { readSealedKeys, restoreKeys } from './sealed-key.ts';

const usage =
  'Use: npm run restore [-- FOLDER] [--to "2026-11-15 09:30"] [--archive NAME] [--without-keys | --keys-only]. The time is that of Kampala.';

/**
 * `npm run restore`: makes the data folder SENTE_DATA from a backup of SENTE_BACKUP_DIR, and with the archive up to
 * the last moment or to a given one. With --keys-only, the key of a database that other tools restore.
 */
await runProgram('Nothing was restored.', async () => {
  const { from, to, archive, withoutKeys, keysOnly } = readOptions();
  const env = readEnv(process.env);
  const folder = from ?? env.backup.dir;
  if (keysOnly) return say(restoreKeys(folder, env));
  if (env.databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL names a server of yours, which its own tools restore: see "Restore" in docs/operations.md. --keys-only restores the key.',
    );
  }
  const { dataDir } = env;
  const archiveDir = env.archive?.dir ?? null;
  const { backup, archives, life, others } = chooseBackup({ folder, archiveDir, to, archive });
  // Before anything is written: a wrong passphrase is noticed at once.
  const keys = withoutKeys ? null : readSealedKeys(backup.folder, env);
  say(`Restoring ${backup.folder}${to ? ` up to ${to.toISOString()}` : ''} into ${dataDir}`);
  if (archives[0]) say(`The archive that it follows: ${archives[0]}`);
  if (others.length > 0) say(`Others, which --archive follows: ${others.join(', ')}`);
  const putBeside = (): void => {
    if (keys) keepKeys(dataDir, keys);
    for (const name of besideDatabase) {
      const copy = join(backup.folder, name);
      if (existsSync(copy)) copyFileSync(copy, join(dataDir, name));
    }
  };
  let lastAt: string | undefined;
  const log = (line: string): void => {
    lastAt = /last completed transaction was at log time (\S+ [\d:]+)/.exec(line)?.[1] ?? lastAt;
  };
  await restoreCluster({ backup: backup.folder, dataDir, archives, life, to, putBeside, log });
  if (lastAt) say(`The last transaction in it is from ${lastAt} UTC.`);
  say('Restored. Check it before you use it: npm run verify');
});

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        archive: { type: 'string' },
        'without-keys': { type: 'boolean', default: false },
        'keys-only': { type: 'boolean', default: false },
      },
    });
    if (positionals.length > 1) throw new Error(usage);
    const [withoutKeys, keysOnly] = [values['without-keys'], values['keys-only']];
    if (keysOnly && (withoutKeys || values.to || values.archive)) throw new Error(usage);
    return {
      from: positionals[0] ?? null,
      to: values.to === undefined ? null : momentOf(values.to),
      archive: values.archive ?? null,
      withoutKeys,
      keysOnly,
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
