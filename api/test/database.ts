import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database, type Db } from '../src/db/database.ts';
import { platformScope } from '../src/db/scope.ts';
import { afterFile } from './after-file.ts';
import { ownerName, ownerUrl, templateName } from './global-setup.ts';
import { until } from './until.ts';

export interface TestDatabase {
  readonly url: string;
  /** As requests see it: a role that owns nothing. */
  readonly database: Database;
  /** As the owner in platform scope, to arrange data and to inspect what is stored. */
  readonly owner: Db;
  /** The same, with several statements in one transaction. */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** A separate database for the calling test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(
    serverUrl,
    `create database ${name} template ${templateName} owner ${ownerName} strategy file_copy`,
  );
  return openTestDatabase(ownerUrl(serverUrl, name));
}

/** Closed and dropped when the calling test or file ends. */
export function openTestDatabase(url: string): TestDatabase {
  const serverUrl = inject('postgresUrl');
  const name = new URL(url).pathname.slice(1);
  const options = { poolSize: 12, onIdleError: () => {} };
  const database = openDatabase({ ...options, url, statementTimeoutMs: 5_000, role: 'sente_app' });
  const ownerDatabase = openDatabase({
    ...options,
    url: inPlatformScope(url),
    // Not the limit of requests: a test arranges thousands of rows at once, on a busy machine.
    statementTimeoutMs: 60_000,
    role: null,
  });
  afterFile(async () => {
    await database.close();
    await ownerDatabase.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  });
  return {
    url,
    database,
    owner: prepared(ownerDatabase.unscoped),
    asOwner: (work) =>
      ownerDatabase.within(platformScope, (db) => work(prepared(db)), 'ledger check'),
  };
}

/** Waits until so many connections of this database, with such a query, are blocked by another one's lock. */
export async function someoneWaits(owner: Db, count = 1, query = '%'): Promise<void> {
  await until(`${count} who wait for a lock`, async () => {
    const waiting = await owner.rows(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [query],
    );
    return waiting.length >= count;
  });
}

const namesOfInserts = new Map<string, string>();

/**
 * Inserts are planned once per connection: tests arrange their data with the same few statements again
 * and again. Others are not, because their results may change with the schema in a test of migrations.
 */
function prepared(db: Db): Db {
  const nameOf = (sql: string, values: readonly unknown[] = []): string | undefined => {
    if (values.length === 0 || !/^\s*insert into(?!.*returning)/is.test(sql)) return undefined;
    const name = namesOfInserts.get(sql) ?? `arranged_${namesOfInserts.size}`;
    namesOfInserts.set(sql, name);
    return name;
  };
  return {
    ...db,
    rows: (sql, values, name) => db.rows(sql, values, name ?? nameOf(sql, values)),
    row: (sql, values, name) => db.row(sql, values, name ?? nameOf(sql, values)),
  };
}

/**
 * Connections that start in platform scope. A statement then takes one round trip instead of three, and
 * tests send tens of thousands.
 */
function inPlatformScope(url: string): string {
  const scoped = new URL(url);
  scoped.searchParams.set('options', '-c app.platform=on');
  return scoped.href;
}

let administrator: pg.Pool | undefined;

/** On one connection for all files of a worker. */
async function onServer(url: string, sql: string): Promise<void> {
  if (!administrator) {
    administrator = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
    // The server ends before the worker.
    administrator.on('error', () => {});
  }
  await administrator.query(sql);
}
