import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../api/src/db/embedded/launcher.ts';
import { migrate } from '../api/src/db/migrate.ts';
import { asOwner, openAsOwner } from './databases.ts';

/** Kept between runs: it contains the large histories, which take minutes to create. */
const dataDir = fileURLToPath(new URL('../.cache/bench/', import.meta.url));

export interface BenchServer {
  readonly version: string;
  urlOf(database: string): string;
  /** Empty or a copy of another one; an existing one of that name is dropped. */
  createDatabase(name: string, template?: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** The note of the last run about a database; null without a database or note. */
  noteOn(database: string): Promise<string | null>;
  note(database: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Takes a few percent of the time that it counts. */
const statementCounts = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
};

/** The embedded PostgreSQL as in production: the same binaries and settings, fsync on. */
export async function startBenchServer({
  countsStatements = false,
}: { countsStatements?: boolean } = {}): Promise<BenchServer> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: { max_connections: '100', ...(countsStatements && statementCounts) },
  });
  const admin = openAsOwner(server.url);
  const sql = (text: string): Promise<object[]> => admin.unscoped.rows(text);
  const dropDatabase = async (name: string): Promise<void> => {
    await sql(`drop database if exists ${name} with (force)`);
  };
  const urlOf = (name: string): string =>
    Object.assign(new URL(server.url), { pathname: name }).href;
  const [row] = await admin.unscoped.rows<{ version: string }>('select version()');
  return {
    version: row?.version.split(' on ')[0] ?? '',
    urlOf,
    createDatabase: async (name, template) => {
      await dropDatabase(name);
      await sql(
        `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`,
      );
      return urlOf(name);
    },
    dropDatabase,
    noteOn: async (name) => {
      const [found] = await admin.unscoped.rows<{ note: string | null }>(
        "select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1",
        [name],
      );
      return found?.note ?? null;
    },
    note: async (name, text) => {
      await sql(`comment on database ${name} is '${text}'`);
    },
    stop: async () => {
      await admin.close();
      await server.stop();
    },
  };
}

/** A new database with the schema of this code. */
export async function createMigrated(server: BenchServer, name: string): Promise<string> {
  const url = await server.createDatabase(name);
  await migrate(url, () => {});
  return url;
}

/**
 * The same, owned by an unprivileged role, as on a managed server. The embedded server's own owner
 * bypasses all policies.
 */
export async function createOrdinarilyOwned(server: BenchServer, name: string): Promise<string> {
  const url = new URL(await server.createDatabase(name));
  await asOwner(url.href, async (owner) => {
    await owner.rows(`do $$ begin
      if not exists (select from pg_roles where rolname = '${ordinaryOwner}') then
        create role ${ordinaryOwner} login createrole password '${ordinaryOwner}';
      end if;
    end $$`);
    await owner.rows(`grant sente_app to ${ordinaryOwner} with admin option`);
    await owner.rows(`alter database ${name} owner to ${ordinaryOwner}`);
  });
  Object.assign(url, { username: ordinaryOwner, password: ordinaryOwner });
  await migrate(url.href, () => {});
  return url.href;
}

const ordinaryOwner = 'bench_owner';
