import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, type Db } from '../src/db/database.ts';
import { compressArchive } from '../src/db/embedded/archive.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/launcher.ts';
import { findRunningServer } from '../src/db/embedded/running.ts';
import { afterFile } from './after-file.ts';
import { testCredentialKey } from './app.ts';
import type { Ended } from './documented.ts';
import { platformDb } from './platform-db.ts';
import { cleanEnvironment, pathOfProgram } from './program.ts';
import { startProgram, type RunningProgram } from './running-program.ts';
import { until } from './until.ts';

export const drillAdmin = { email: 'admin@drill.test', password: 'correct horse battery' };

/** The program on a data folder, whose key file is the one of the tests. */
export function startEmbedded(settings: Record<string, string>): Promise<RunningProgram> {
  return startProgram({
    SENTE_DEMO: 'off',
    SENTE_ADMIN_EMAIL: drillAdmin.email,
    SENTE_ADMIN_PASSWORD: drillAdmin.password,
    SENTE_SIMULATOR_PORT: '0',
    SENTE_SIMULATOR_DELAY_MS: '100',
    ...settings,
  });
}

export function putKey(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'credential.key'), testCredentialKey.toString('hex'), {
    mode: 0o400,
  });
}

/** As the owner of the database that runs on a data folder. */
export async function openEmbedded(dataDir: string): Promise<{ url: string; owner: Db }> {
  const url = await findRunningServer(dataDir);
  if (url === null) throw new Error(`No database runs on ${dataDir}`);
  const options = { poolSize: 2, statementTimeoutMs: 30_000, role: null, onIdleError: () => {} };
  const database = openDatabase({ url, ...options });
  afterFile(() => database.close().catch(() => {}));
  return { url, owner: platformDb(database) };
}

/** The database of a data folder, without the program. */
export async function openRestored(dataDir: string): Promise<Db> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  afterFile(() => server.stop());
  return (await openEmbedded(dataDir)).owner;
}

/** What the npm scripts run. */
export async function operate(
  name: 'backup' | 'restore' | 'verify' | 'serve',
  settings: Record<string, string>,
  ...options: readonly string[]
): Promise<Ended> {
  try {
    const env = cleanEnvironment(settings);
    const ended = await promisify(execFile)(process.execPath, [pathOfProgram(name), ...options], {
      env,
    });
    return { code: 0, ...ended };
  } catch (error) {
    return error as Ended;
  }
}

/** Every balance and how many entries are behind it. */
export const booksOf = (owner: Db) =>
  owner.rows(
    `select a.id, a.balance, a.held,
       (select count(*) from entries e where e.account_id = a.id) as entries
     from accounts a order by 1`,
  );

/** The numbers of the orders of a payment load. */
export async function ordersIn(owner: Db): Promise<Set<number>> {
  const rows = await owner.rows<{ reference: string }>('select reference from payments');
  return new Set(rows.map(({ reference }) => Number(reference.replace('Order ', ''))));
}

export const openPayments = (owner: Db) =>
  owner.rows("select id from payments where status in ('PENDING', 'PROCESSING')");

/** As the server does with what is a minute old. */
export async function compressAll(archiveDir: string): Promise<void> {
  for (const name of readdirSync(archiveDir)) await compressArchive(join(archiveDir, name), 0);
}

/** Everything until now is in the archive. */
export async function archiveNow(owner: Db): Promise<void> {
  const [last] = await owner.rows<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  );
  await until('the last segment in the archive', async () => {
    const rows = await owner.rows('select from pg_stat_archiver where last_archived_wal >= $1', [
      last?.name,
    ]);
    return rows.length > 0;
  });
}
