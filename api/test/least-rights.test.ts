import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { afterFile } from './after-file.ts';
import { testCredentialKey } from './app.ts';
import { createTestDatabase } from './database.ts';
import { drillAdmin, operate } from './drill.ts';
import { freePort } from './free-port.ts';
import { createMerchant, signedCall } from './mobile-money.ts';
import { startProgram, type RunningProgram } from './running-program.ts';
import { createWebhook, startReceiver } from './webhooks.ts';

let program: RunningProgram | undefined;
afterAll(() => void program?.process.kill('SIGKILL'));

const settings = {
  SENTE_ADMIN_EMAIL: drillAdmin.email,
  SENTE_ADMIN_PASSWORD: drillAdmin.password,
  SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
};
const loginName = `login_${randomBytes(6).toString('hex')}`;

/** A login that owns nothing, as docs/operations.md tells to make it. */
async function makeLogin(url: string, ...roles: string[]): Promise<string> {
  await asAdministrator(`create role ${loginName} login noinherit password 'x'`);
  if (roles.length > 0) await asAdministrator(`grant ${roles.join(', ')} to ${loginName}`);
  afterFile(() => asAdministrator(`drop role if exists ${loginName}`));
  const login = new URL(url);
  [login.username, login.password] = [loginName, 'x'];
  return login.href;
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

it('pays and delivers with a login that owns nothing', { timeout: 60_000 }, async () => {
  const test = await createTestDatabase();
  const url = await makeLogin(test.url, 'sente_app', 'sente_jobs', 'sente_watcher');
  program = await startProgram({
    ...settings,
    DATABASE_URL: url,
    SENTE_OWNER_DATABASE_URL: test.url,
    SENTE_WATCHER: 'on',
    SENTE_SIMULATOR_PORT: String(await freePort()),
    SENTE_SIMULATOR_DELAY_MS: '20',
    SENTE_WEBHOOKS_PRIVATE: 'on',
  });
  const merchant = await createMerchant(test.owner, 1_000_000_00n);
  const receiver = await startReceiver();
  await createWebhook(test.owner, merchant.companyId, `${receiver.origin}/hook`);
  const body = { phoneNumber: '0772123456', amount: 1_000, reference: 'Order 1' };
  const { url: at } = program;
  // A busy machine sheds load at first.
  const order = () => signedCall(at, merchant, 'POST', '/collections', { body, key: 'order-1' });
  const patience = { timeout: 30_000, interval: 500 };
  await expect.poll(async () => (await order()).status, patience).toBe(202);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  // Every connection of the server and its watcher, and none of the owner.
  const users = await test.owner.rows(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
  );
  expect(users).toEqual([{ usename: loginName }]);
  const ofOwner = `select count(*)::int as n from pg_stat_activity where datname = current_database()
    and usename = current_user and application_name like 'sente%' and pid <> pg_backend_pid()
    and query like '%graphile%'`;
  expect(await test.owner.row(ofOwner)).toEqual({ n: 0 });

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const refused = (sql: string) => expect(client.query(sql)).rejects.toThrow(/permission denied/);
  await refused('select * from companies');
  await refused('create table mine (x int)');
  await refused('set role test_owner');
  await client.query('set role sente_jobs');
  await refused('update accounts set balance = 0');
  await refused('delete from audit_log');
  await client.end();
  program.process.kill('SIGTERM');
  expect(await program.ended).toEqual([0, null]);
});

it('says what is wrong with a database or a login', { timeout: 60_000 }, async () => {
  const test = await createTestDatabase();
  const start = async (more: Record<string, string>) =>
    (await operate('serve', { ...settings, PORT: '0', DATABASE_URL: test.url, ...more })).stderr;
  expect(await start({ SENTE_DATABASE_FSYNC: 'on' })).toContain(
    'may lose what it has confirmed to test_owner: fsync and full_page_writes and synchronous_commit is off',
  );
  const url = new URL(test.url);
  [url.username, url.password] = [loginName, 'x'];
  await asAdministrator(`revoke sente_jobs from ${loginName}`);
  expect(await start({ DATABASE_URL: url.href, SENTE_OWNER_DATABASE_URL: test.url })).toContain(
    `grant sente_app, sente_jobs to ${loginName};`,
  );
  await test.owner.rows('revoke all on companies from sente_app');
  expect(await start({})).toContain('gives its roles no rights: it was restored without its roles');
});
