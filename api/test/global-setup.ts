import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/db/embedded/launcher.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDataDir, discard } from './discard.ts';
import { cleanEnvironment, programPath } from './program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test server, as its superuser. */
    postgresUrl: string;
  }
}

/** Owns the databases without being a superuser, as on a managed PostgreSQL. */
export const ownerName = 'test_owner';

/** Each test file clones it, which takes a fraction of the time of the migrations. */
export const templateName = 'sente_template';

/**
 * One real PostgreSQL for the whole run. Its data is discarded, so it need not be synced to disk.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  warmUp();
  const dataDir = createDataDir('sente-test-');
  const socketDir = makeSocketDir();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      unix_socket_directories: socketDir,
    },
  });
  const url = `${server.url}?host=${encodeURIComponent(socketDir)}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${ownerName} login createrole password '${ownerName}'`);
  await admin.query(`create database ${templateName} owner ${ownerName}`);
  await admin.end();
  await migrate(ownerUrl(url, templateName), () => {});
  project.provide('postgresUrl', url);
  return async () => {
    await server.stop();
    discard(dataDir, socketDir);
  };
}

/**
 * A statement through a socket takes both sides a third less processor time than through TCP. As root the
 * server runs as another user, who must be able to create it.
 */
function makeSocketDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sente-socket-'));
  chmodSync(folder, 0o777);
  return folder;
}

/**
 * Starts the program once without a database, so that it exits. Node stores its compile cache only
 * when a process exits normally, which killed ones never do.
 */
function warmUp(): void {
  const env = cleanEnvironment({ DATABASE_URL: 'postgres://localhost:1/none' });
  spawn(process.execPath, [programPath], { env, stdio: 'ignore' });
}

/** A database of the test server, as its owner. */
export function ownerUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.username = ownerName;
  url.password = ownerName;
  url.pathname = `/${database}`;
  return url.href;
}
