import { startEmbeddedPostgres } from '../db/embedded/launcher.ts';
import { asLogin, ensureLogins } from '../db/embedded/logins.ts';
import { migrate } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { checkLogin, checkReplica, checkServer } from './check-database.ts';

export interface DatabaseServer {
  /** Connects as the owner of the schema, for migrations and the first data. */
  readonly ownerUrl: string;
  /** Connects as a login that owns nothing, for everything else. */
  readonly url: string;
  onExit(callback: (lastWords: string) => void): void;
  stop(): Promise<void>;
}

/**
 * The embedded PostgreSQL, or the one that DATABASE_URL names; migrated either way. Without `log` the output of the
 * embedded one matters only after a failure, when `onExit` passes on the last lines.
 */
export async function startDatabaseServer(
  env: Env,
  say: (line: string) => void,
  log: (line: string) => void = () => {},
): Promise<DatabaseServer> {
  return env.databaseUrl === null ? startEmbedded(env, say, log) : reach(env, env.databaseUrl, say);
}

async function startEmbedded(
  env: Env,
  say: (line: string) => void,
  log: (line: string) => void,
): Promise<DatabaseServer> {
  say(`Database: starting PostgreSQL in ${env.dataDir}`);
  const { dataDir, archive } = env;
  const server = await startEmbeddedPostgres({ dataDir, archive, log });
  try {
    await migrate(server.url, say);
    await ensureLogins(server.url);
    return {
      ownerUrl: server.url,
      url: asLogin(server.url, 'sente_server'),
      onExit: (callback) => server.onExit(callback),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function reach(env: Env, url: string, say: (line: string) => void): Promise<DatabaseServer> {
  const ownerUrl = env.ownerDatabaseUrl ?? url;
  const checked = { mustSync: env.databaseMustSync };
  await checkServer(ownerUrl, checked);
  await migrate(ownerUrl, say);
  await checkLogin(url, checked, say);
  if (env.read) await checkReplica(env.read.url, url, say);
  return { ownerUrl, url, onExit: () => {}, stop: async () => {} };
}
