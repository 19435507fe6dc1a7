import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Db } from '../src/db/database.ts';
import { asLogin, ensureLogins } from '../src/db/embedded/logins.ts';
import { migrate } from '../src/db/migrate.ts';
import { drillAdmin, operate } from './drill.ts';
import { startUnsteadyPostgres, type UnsteadyPostgres } from './unsteady-postgres.ts';

/* A login can be told to confirm what is not on disk, or not on the standby, on a server that does better. */

let server: UnsteadyPostgres;
let owner: Db;
beforeAll(async () => {
  server = await startUnsteadyPostgres();
  await migrate(server.url, () => {});
  await ensureLogins(server.url);
  owner = open(server.url, null);
}, 60_000);
afterAll(() => server.remove());

function open(url: string, role: 'sente_app' | null): Db {
  const options = { poolSize: 1, statementTimeoutMs: 5_000, onIdleError: () => {} };
  const database = openDatabase({ url, role, ...options });
  afterAll(() => database.close());
  return database.unscoped;
}

it.each(['off', 'local'])(
  'refuses a login whose commits are %s',
  { timeout: 60_000 },
  async (how) => {
    await owner.rows(`alter role sente_server set synchronous_commit = ${how}`);
    const { stderr } = await operate('serve', {
      PORT: '0',
      DATABASE_URL: asLogin(server.url, 'sente_server'),
      SENTE_OWNER_DATABASE_URL: server.url,
      SENTE_ADMIN_EMAIL: drillAdmin.email,
      SENTE_ADMIN_PASSWORD: drillAdmin.password,
      SENTE_CREDENTIAL_KEY: 'ab'.repeat(32),
      SENTE_DATABASE_FSYNC: 'on',
    });
    expect(stderr).toContain(
      `may lose what it has confirmed to sente_server: synchronous_commit is ${how}`,
    );
  },
);

it.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_apply', 'remote_apply'],
])('a connection of requests commits with %s as %s', async (set, used) => {
  await owner.rows(`alter role sente_server set synchronous_commit = ${set}`);
  const requests = open(asLogin(server.url, 'sente_server'), 'sente_app');
  expect(await requests.rows('show synchronous_commit')).toEqual([{ synchronous_commit: used }]);
});
