import pg from 'pg';
import { startEmbeddedPostgres } from '../db/embedded/launcher.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { migrate } from '../db/migrate.ts';
import type { Env } from '../env.ts';

export interface DatabaseServer {
  /** Connects as the owner of the schema. */
  readonly url: string;
  onExit(callback: (lastWords: string) => void): void;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, or the one that DATABASE_URL names; migrated either way. */
export async function startDatabaseServer(
  env: Env,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const server =
    env.databaseUrl === null ? await startEmbedded(env, say) : await reach(env.databaseUrl);
  try {
    await migrate(server.url, say);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startEmbedded(env: Env, say: (line: string) => void): Promise<DatabaseServer> {
  say(`Database: starting PostgreSQL in ${env.dataDir}`);
  // The server's output matters only after a failure; `onExit` passes on the last lines.
  return startEmbeddedPostgres({ dataDir: env.dataDir, archive: env.archive, log: () => {} });
}

async function reach(url: string): Promise<DatabaseServer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : String(error);
    throw new StartError(
      `The database named by DATABASE_URL cannot be reached (${reason}). Check the address, or unset it to use the embedded database.`,
    );
  }
  await client.end();
  return { url, onExit: () => {}, stop: async () => {} };
}
