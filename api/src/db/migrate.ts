import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartError } from './embedded/start-error.ts';
import { applyFunctions, functionsFolder } from './functions.ts';
import { lengthyLimits } from './limits.ts';
import { lockKeys } from './lock-keys.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Earlier texts of a migration that databases have run and that did the same: 84 had no line with its locks, and 85
 * dropped a function that no release has.
 */
const sameEffect: ReadonlySet<string> = new Set([
  '61fee95aaf78809f0e89cf37308c8d03836b66a01659dade2b7774d81bfd3ec3',
  '77f6d5a3892acd7cfb1249c4b3c440a992c43a65ba3b6b6a838dc929fdeffa49',
]);

/** The tables of the queue admit nobody but their owner by themselves. */
const rightsOfJobs = `do $$
declare
  v_table name;
begin
  grant usage on schema graphile_worker to sente_jobs;
  grant select on all tables in schema graphile_worker to sente_jobs;
  for v_table in
    select tablename from pg_tables where schemaname = 'graphile_worker' and tablename like '\\_private\\_%'
      and not exists (
        select from pg_policies p
        where p.schemaname = 'graphile_worker' and p.tablename = pg_tables.tablename and policyname = 'sente_jobs'
      )
  loop
    execute format('grant insert, update, delete on graphile_worker.%I to sente_jobs', v_table);
    execute format('create policy sente_jobs on graphile_worker.%I to sente_jobs using (true)', v_table);
  end loop;
end
$$`;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Servers that do not know this migration cannot live with the schema; null if all can that could before. */
  readonly needs: number | null;
  /** Tables that are locked before the first migration. */
  readonly locks: readonly string[];
}

interface Applied {
  readonly version: number;
  readonly checksum: string;
  readonly needs: number | null;
}

/** Brings the database to this code's schema. Safe when several instances start at once. */
export async function migrate(
  url: string,
  log: (line: string) => void,
  functions = functionsFolder,
): Promise<void> {
  const migrations = await readMigrations();
  const client = new pg.Client({
    ...lengthyLimits,
    connectionString: url,
    application_name: 'sente migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys.migrate]);
    await client.query("set lock_timeout = '10s'");
    const applied = await inTransaction(client, () => bringUpToDate(client, migrations, functions));
    if (applied === 'ahead') return log('Database: a newer version has migrated it; as it is');
    for (const what of applied) log(`Database: applied ${what}`);
    // Under the same lock: the tables of the job queue, which keeps its own history.
    await runMigrations({
      connectionString: url,
      maxPoolSize: 1,
      logger: new Logger(() => () => {}),
    });
    await client.query(rightsOfJobs);
  } finally {
    await client.end();
  }
}

async function bringUpToDate(
  client: pg.Client,
  migrations: readonly Migration[],
  functions: URL,
): Promise<string[] | 'ahead'> {
  const rows = await readApplied(client);
  refuseForeignHistory(migrations, rows);
  if (rows.length > migrations.length) return 'ahead';
  const pending = migrations.slice(rows.length);
  await lockFirst(client, pending);
  for (const migration of pending) await apply(client, migration);
  const changed = await applyFunctions(client, functions);
  return [
    ...named(
      pending.map(({ name }) => name),
      'migrations',
    ),
    ...named(changed, 'functions'),
  ];
}

/**
 * The tables that a migration names in a line `-- locks payments`. An earlier one may take a weaker lock on them, and to
 * raise it while servers work ends in a deadlock each time.
 */
async function lockFirst(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const tables = new Set(pending.flatMap(({ locks }) => locks));
  for (const table of tables) {
    // A new database has none yet.
    const { rows } = await client.query<{ found: string | null }>(
      'select to_regclass($1)::text as found',
      [table],
    );
    if (rows[0]?.found) await client.query(`lock table ${rows[0].found} in access exclusive mode`);
  }
}

const mostNamed = 10;

/** A new database gets them all, and nobody reads a hundred names. */
function named(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  if (names.length <= mostNamed) return [`${what} ${names.join(', ')}`];
  return [`${names.length} ${what}, ${names[0]} to ${names.at(-1)}`];
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    needs integer
  )`);
  // Only if need be: it locks out the readiness checks of running servers.
  await client.query(`do $$ begin
    if not exists (
      select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs'
    ) then
      alter table schema_migrations add column needs integer;
    end if;
  end $$`);
  const { rows } = await client.query<Applied>(
    'select version, checksum, needs from schema_migrations order by version',
  );
  return rows;
}

const maxAttempts = 4;

/**
 * Migrations and functions become visible together or not at all. Servers that work meanwhile may lock the same tables
 * in another order; whoever is chosen to end such a deadlock starts again.
 */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
      if (!isDeadlock || attempt === maxAttempts) throw error;
    }
  }
}

/** The number of migrations; readiness compares it with the database. */
export async function latestMigration(): Promise<number> {
  return (await readMigrations()).length;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const needs = /^-- needs (\d{4})\b/m.exec(sql)?.[1];
      const locks = /^-- locks ([a-z_, ]+)$/m.exec(sql)?.[1]?.split(', ') ?? [];
      return {
        version: index + 1,
        name,
        sql,
        checksum,
        needs: needs ? Number(needs) : null,
        locks,
      };
    }),
  );
}

/** Servers of the version before can be started again during an upgrade, as long as nothing is gone that they need. */
function refuseForeignHistory(migrations: readonly Migration[], applied: readonly Applied[]): void {
  if (applied.some(({ needs }) => (needs ?? 0) > migrations.length)) {
    throw new StartError(
      'The database was migrated by a newer version of Sente, which this one cannot work with. Start that version, or use another database.',
    );
  }
  const changed = applied.find(
    ({ checksum }, index) =>
      (migrations[index]?.checksum ?? checksum) !== checksum && !sameEffect.has(checksum),
  );
  if (changed) {
    throw new StartError(
      `Migration ${changed.version} in the database is not the one in this version. Restore the file, or use another database.`,
    );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') {
      throw new StartError(
        `The database user lacks a right that ${migration.name} needs (${error.message}). Use the owner of the database with CREATEROLE, or let an administrator run first: create role sente_app nologin; create role sente_watcher nologin; create role sente_jobs nologin; grant sente_app to sente_jobs; grant sente_app, sente_watcher, sente_jobs to that user.`,
      );
    }
    // The migration asks for something that the operator must do first.
    if (error instanceof pg.DatabaseError && error.code === '55006') {
      throw new StartError(error.message);
    }
    throw error;
  }
  await client.query(
    'insert into schema_migrations (version, name, checksum, needs) values ($1, $2, $3, $4)',
    [migration.version, migration.name, migration.checksum, migration.needs],
  );
}
