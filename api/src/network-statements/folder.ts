import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  hasWallets,
  statementPlaces,
  type StatementPlace,
  type StatementWallet,
} from '@sente/contract/network-statements';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { csvStatement, importStatement } from './import-statement.ts';
import type { Layout } from './layouts.ts';
import { StatementRefused } from './statement-refused.ts';
import { findByChecksum } from './claim-file.queries.ts';

/** A file that changed this lately may still be copied; its last line may be cut. */
const settledAfterMs = 30_000;
/** A file that was refused is tried again after this time: a layout for it may have come. */
const tryAgainAfterMs = 3_600_000;

/**
 * Imports the files of a folder for each network and for the bank that were not imported yet. Nothing is moved or deleted:
 * a file is known by its content.
 */
export async function importFolder(
  database: Database,
  { dir, layouts, logger }: { dir: string; layouts: readonly Layout[]; logger: Logger },
): Promise<void> {
  for (const network of statementPlaces) {
    const folder = join(dir, network);
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => /\.csv$/i.test(one)).toSorted()) {
      try {
        await importFile(database, { network, name, path: join(folder, name), layouts });
      } catch (error) {
        const about = { err: error, network, name };
        if (error instanceof StatementRefused) logger.warn(about, 'a statement was refused');
        else logger.error(about, 'a statement could not be imported');
      }
    }
  }
}

async function importFile(
  database: Database,
  file: { network: StatementPlace; name: string; path: string; layouts: readonly Layout[] },
): Promise<void> {
  const { network, name, path, layouts } = file;
  const { mtimeMs } = await stat(path);
  if (Date.now() < mtimeMs + settledAfterMs) return;
  const checksum = await checksumOf(path);
  const known = await database.within(platformScope, (db) => findByChecksum(db, network, checksum));
  // People withdrew it: under another name, which tells its wallet, it may come again.
  if (known?.state === 'withdrawn' && known.name === name) return;
  if (known?.state === 'done' || known?.state === 'importing') return;
  if (known?.state === 'failed' && Date.now() < known.begun_at.getTime() + tryAgainAfterMs) return;
  const told = walletOf(name);
  const wallet = told ?? 'both';
  const given = { network, wallet, name, checksum, source: 'folder', importedBy: null } as const;
  const content =
    hasWallets(network) && told === null
      ? { layout: () => null, pieces: refuseUnnamed() }
      : csvStatement(path, network, layouts);
  await importStatement(database, given, content);
}

/** Everything of the other wallet would be called missing. */
async function* refuseUnnamed(): AsyncGenerator<[]> {
  yield [];
  throw new StatementRefused(
    'MTN has a wallet for collections and one for payouts. Name the file after its wallet, with collection, payout or both in it.',
  );
}

/** The name tells it where a network has two. */
function walletOf(name: string): StatementWallet | null {
  if (/collection/i.test(name)) return 'collection';
  if (/disbursement|payout/i.test(name)) return 'payout';
  return /both/i.test(name) ? 'both' : null;
}

async function checksumOf(path: string): Promise<string> {
  const checksum = createHash('sha256');
  for await (const piece of createReadStream(path)) checksum.update(piece as Buffer);
  return checksum.digest('hex');
}
