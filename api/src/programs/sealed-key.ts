import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../db/embedded/start-error.ts';
import type { Env } from '../env.ts';
import { findKeys, keepKeys, type KeyRing } from '../security/credential-key.ts';
import { openSealedKeys, readX25519, type Unlock } from '../security/sealed-keys.ts';
import { sealedName } from './backup-folder.ts';

/** The keys that are sealed in a backup; null if they are set, or in the data folder, already. */
export function readSealedKeys(backup: string, env: Env): KeyRing | null {
  const file = join(backup, sealedName);
  if (!existsSync(file)) {
    throw new StartError(
      `${backup} has no key. --without-keys restores the database alone; set SENTE_CREDENTIAL_KEY or put credential.key back for the start.`,
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

/** The newest sealed key of a folder of backups, or of one, for a database that was restored by other tools. */
export function restoreKeys(folder: string, env: Env): string {
  const newest = sealedIn(folder).at(-1);
  if (newest === undefined) throw new StartError(`There is no sealed key in ${folder}.`);
  const keys = readSealedKeys(newest, env);
  if (keys === null) return `The key of ${newest} is set or in ${env.dataDir} already.`;
  return `The key is in ${keepKeys(env.dataDir, keys)}, from ${newest}.`;
}

/** The oldest first, by the time in their names: of the key alone, or with a database. */
function sealedIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const timeIn = (name: string) => name.replace(/^\w+-/, '');
  const inside = readdirSync(folder)
    .filter((name) => /^(keys|sente)-/.test(name))
    .toSorted((a, b) => timeIn(a).localeCompare(timeIn(b)));
  return [folder, ...inside.map((name) => join(folder, name))].filter((each) =>
    existsSync(join(each, sealedName)),
  );
}
