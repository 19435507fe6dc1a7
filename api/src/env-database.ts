import { resolve } from 'node:path';
import type { Archive } from './db/embedded/archive.ts';
import { StartError } from './db/embedded/start-error.ts';
import { integer, onOff, type Source } from './env-values.ts';

export type DatabaseArchive = Archive | null;

/** Of `npm run backup` and `npm run restore`. */
export interface BackupSettings {
  readonly dir: string;
  /** What seals and opens the keys in a backup: a passphrase, or files with the two halves of a key. */
  readonly passphrase: string | null;
  readonly recipient: string | null;
  readonly privateKey: string | null;
}

/** Never repeats the address: it holds a password. */
export function databaseAddress(source: Source, name: string): string | null {
  const text = source[name];
  if (!text) return null;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StartError(`${name} must look like postgres://user:password@host:5432/database.`);
  }
  const { hostname, searchParams } = new URL(text);
  const host = searchParams.get('host') ?? hostname;
  const isHere = host.startsWith('/') || /^(localhost|127\.[\d.]+|\[?::1\]?|)$/.test(host);
  const isEncrypted = /^(require|verify-ca|verify-full|no-verify)$/.test(
    searchParams.get('sslmode') ?? '',
  );
  if (isHere || isEncrypted || !onOff(source, 'SENTE_DATABASE_TLS', true)) return text;
  throw new StartError(
    `${name} names a database on another machine. Add ?sslmode=verify-full to it (and &sslrootcert=/path/of/ca.pem for a CA of your own), or set SENTE_DATABASE_TLS=off if nobody can listen in between.`,
  );
}

export interface ReadSettings {
  readonly url: string;
  /** Data of the replica that is older is not shown. */
  readonly mostLagMs: number;
}

export function read(source: Source): ReadSettings | null {
  const url = databaseAddress(source, 'SENTE_READ_URL');
  // Its age is measured once a second, by what is written once a second.
  const mostLagMs = integer(source, 'SENTE_READ_LAG_SECONDS', 5, 3, 3_600) * 1_000;
  if (url === null) return null;
  if (!source['DATABASE_URL']) {
    throw new StartError(
      'SENTE_READ_URL needs DATABASE_URL: the embedded database has no replica.',
    );
  }
  if (url === source['DATABASE_URL']) {
    throw new StartError('SENTE_READ_URL must not be DATABASE_URL, but a replica of it.');
  }
  return { url, mostLagMs };
}

export function archive(source: Source, root: string): DatabaseArchive {
  const dir = source['SENTE_ARCHIVE_DIR'];
  const everySeconds = integer(source, 'SENTE_ARCHIVE_SECONDS', 300, 1, 86_400);
  return dir ? { dir: resolve(root, dir), everySeconds } : null;
}

export function backup(source: Source, root: string): BackupSettings {
  const passphrase = source['SENTE_BACKUP_PASSPHRASE'] || null;
  if (passphrase !== null && passphrase.length < 12) {
    throw new StartError('SENTE_BACKUP_PASSPHRASE needs at least 12 characters.');
  }
  return {
    dir: resolve(root, source['SENTE_BACKUP_DIR'] || '.backups'),
    passphrase,
    recipient: source['SENTE_BACKUP_RECIPIENT'] || null,
    privateKey: source['SENTE_BACKUP_PRIVATE_KEY'] || null,
  };
}
