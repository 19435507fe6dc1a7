import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database, type Db } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { testCredentialKey } from './app.ts';
import { drillAdmin, operate } from './drill.ts';
import { createAccount, createCompany, createTransaction } from './factories.ts';
import { platformDb } from './platform-db.ts';
import { fetchPatiently, startProgram, type RunningProgram } from './running-program.ts';
import { until } from './until.ts';
import { startUnsteadyPostgres, type UnsteadyPostgres } from './unsteady-postgres.ts';

let primary: UnsteadyPostgres;
let replica: UnsteadyPostgres;
let arranging: Database;
let owner: Db;
let program: RunningProgram;
let staff: TestActor;
let person: TestActor;
let accountId: string;
const patience = { timeout: 30_000, interval: 100 };
const settings = () => ({
  DATABASE_URL: primary.url,
  SENTE_READ_URL: replica.url,
  SENTE_READ_LAG_SECONDS: '3',
  SENTE_ADMIN_EMAIL: drillAdmin.email,
  SENTE_ADMIN_PASSWORD: drillAdmin.password,
  SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
});

beforeAll(async () => {
  primary = await startUnsteadyPostgres();
  await migrate(primary.url, () => {});
  const options = { poolSize: 2, statementTimeoutMs: 5_000, role: null, onIdleError: () => {} };
  arranging = openDatabase({ url: primary.url, ...options });
  owner = platformDb(arranging);
  replica = await startUnsteadyPostgres(primary);
  program = await startProgram(settings());
  await owner.rows('update platform_settings set staff_need_factor = false');
  staff = await createStaff(owner);
  const companyId = await createCompany(owner, { name: 'Gulu Builders' });
  person = await createMember(owner, { companyId });
  accountId = await createAccount(owner, companyId, { balance: 0n });
  await createTransaction(owner, companyId, accountId, { amount: 500_00n, description: 'Rent' });
  await until('a fit replica', async () => (await replicaState()) === 'ok');
}, 240_000);

afterAll(async () => {
  program.process.kill('SIGKILL');
  await arranging.close();
  await replica.remove();
  await primary.remove();
}, 60_000);

async function replicaState(): Promise<string> {
  const response = await fetch(`${program.url}/readyz`);
  const { replica: found } = (await response.json()) as { replica: { state: string } };
  return response.status === 200 ? found.state : `readiness ${response.status}`;
}

/** How many readings the replica and the primary have answered. */
async function answered(): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  const of = (where: string) =>
    Number(new RegExp(`sente_replica_readings\\{where="${where}"\\} (\\d+)`).exec(text)?.[1]);
  return { replica: of('replica'), primary: of('primary') };
}

async function get(actor: TestActor, path: string, headers: Record<string, string> = {}) {
  const response = await fetchPatiently(`${program.url}/api${path}`, {
    headers: { authorization: `Bearer ${actor.token}`, ...headers },
  });
  return { status: response.status, text: await response.text() };
}

/** Where it is answered. */
async function placeOf(...call: Parameters<typeof get>): Promise<string> {
  const before = await answered();
  expect(await get(...call)).toMatchObject({ status: 200 });
  const after = await answered();
  const [there, here] = [after.replica - before.replica, after.primary - before.primary];
  return there > 0 && here === 0 ? 'replica' : here > 0 && there === 0 ? 'primary' : 'neither';
}

const report = '/AdminDashboard/report?by=company';

it(
  'answers reports and searches on the replica, and nothing else',
  { timeout: 120_000 },
  async () => {
    const over = 'startDate=2026-01-01&endDate=2026-01-31';
    for (const path of [
      report,
      `/Transaction?search=Rent`,
      `/Transaction?${over}`,
      `/Transaction/totals?${over}`,
      '/Search?search=Gulu',
      '/Accounting/trial-balance',
      '/Accounting/months',
      `/Audit?${over}`,
      `/Account/${accountId}/movements?${over}`,
    ]) {
      expect(await placeOf(staff, path), path).toBe('replica');
    }
    expect(await placeOf(person, `/Account/${accountId}/statement`)).toBe('replica');
    // What people watch, and what is written down with the reading.
    for (const path of [
      '/Transaction',
      '/Company',
      '/AdminDashboard/statistics',
      `/Account/${accountId}`,
    ]) {
      expect(await placeOf(staff, path), path).toBe('neither');
    }
  },
);

it('shows people what they have just done', async () => {
  expect(await placeOf(staff, report, { 'cache-control': 'no-cache' })).toBe('primary');
});

it('writes exports from it', { timeout: 120_000 }, async () => {
  const body = { list: 'transactions', format: 'csv', filters: { search: 'Rent' } };
  const before = await answered();
  const response = await fetchPatiently(`${program.url}/api/Exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const state = async () => (await get(staff, `/Exports/${data.id}`)).text;
  await expect.poll(state, patience).toContain('"state":"done"');
  expect((await get(staff, `/Exports/${data.id}/file`)).text).toContain('Rent');
  expect((await answered()).replica).toBeGreaterThan(before.replica);
});

it('asks the primary for what has not arrived yet', { timeout: 120_000 }, async () => {
  await onReplica('select pg_wal_replay_pause()');
  const late = await createCompany(owner, { name: 'Late Arrivals' });
  expect(await get(staff, `${report}&companyId=${late}`)).toMatchObject({ status: 200 });
  // And for everything, once that is too long ago.
  await expect.poll(replicaState, patience).toBe('lags');
  expect(await placeOf(staff, report)).toBe('primary');
  expect((await get(staff, '/Search?search=Late')).text).toContain('Late Arrivals');
  await onReplica('select pg_wal_replay_resume()');
  await expect.poll(replicaState, patience).toBe('ok');
  expect(await placeOf(staff, report)).toBe('replica');
});

it('goes on while it stands still, and while it is away', { timeout: 120_000 }, async () => {
  replica.freeze();
  try {
    // Also those that are sent to it before it is noticed.
    while ((await replicaState()) === 'ok') expect((await get(staff, report)).status).toBe(200);
    expect(await replicaState()).toMatch(/does not answer|lags/);
    expect(await placeOf(staff, report)).toBe('primary');
  } finally {
    replica.thaw();
  }
  await expect.poll(replicaState, patience).toBe('ok');
  await replica.stop();
  while ((await replicaState()) === 'ok') expect((await get(staff, report)).status).toBe(200);
  expect(await replicaState()).toBe('unreachable');
  expect(await placeOf(staff, report)).toBe('primary');
  await replica.start();
  await expect.poll(replicaState, patience).toBe('ok');
  expect(await placeOf(staff, report)).toBe('replica');
});

it('refuses at the start what is no replica of its database', { timeout: 120_000 }, async () => {
  const other = await startUnsteadyPostgres();
  const start = async (url: string) =>
    (await operate('serve', { ...settings(), PORT: '0', SENTE_READ_URL: url })).stderr;
  expect(await start(other.url)).toContain('is no replica of DATABASE_URL, but another database');
  expect(await start(primary.url)).toContain('must not be DATABASE_URL');
  expect(await start('postgres://somewhere.else/sente')).toContain('sslmode=verify-full');
  await other.remove();
});

it('does not read from a replica that was promoted', { timeout: 120_000 }, async () => {
  await onReplica('select pg_promote()');
  await expect.poll(replicaState, patience).toBe('not a replica');
  await createCompany(owner, { name: 'After The Split' });
  expect((await get(staff, '/Search?search=Split')).text).toContain('After The Split');
  expect(await placeOf(staff, report)).toBe('primary');
});

async function onReplica(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
