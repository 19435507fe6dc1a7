import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { hashPassword } from '../../src/security/passwords.ts';
import { discard } from '../discard.ts';
import { openEmbedded, operate, putKey } from '../drill.ts';
import { createAccount, createUser } from '../factories.ts';
import { startNetworkProcess, type NetworkProcess } from '../failover/network-process.ts';
import { freePort } from '../free-port.ts';
import { createMerchant } from '../mobile-money.ts';
import { startProgram, type RunningProgram } from '../running-program.ts';
import { createWebhook } from '../webhooks.ts';
import {
  judge,
  kinds,
  median,
  share,
  sum,
  type Finding,
  type Kind,
  type Sample,
} from './judgement.ts';
import {
  startHooks,
  startMixedLoad,
  type MixedLoad,
  type Person,
  type SoakCompany,
} from './load.ts';

/*
 * `npm run test:soak -- --hours 1`: the server as `npm start` runs it, on its embedded database and with its
 * watcher, under a mixed load that it keeps up with. Everything must be as it was at the beginning, and the books
 * right.
 */

const durationMs = Number(process.env['SENTE_SOAK_HOURS']) * 3_600_000;
/** Every minute, and at least twenty times. */
const sampleEveryMs = Math.min(60_000, durationMs / 20);
/** Code is compiled, caches fill, the heap finds its size: that is not compared. */
const warmUpMinutes = Math.min(5, durationMs / 60_000 / 10);
/** A shorter run is a trial: it is judged, but fails only if something is lost or answered wrongly. */
const isTrial = durationMs < 15 * 60_000;
const companyCount = 10;
const startBalance = 1_000_000_000_00n;
const password = 'correct horse battery';
const dataDir = mkdtempSync(join(tmpdir(), 'sente-soak-'));
chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user

let program: RunningProgram;
let network: NetworkProcess;
let owner: Db;
let load: MixedLoad;
let told: ReadonlySet<string>;

beforeAll(async () => {
  const port = await freePort();
  network = await startNetworkProcess(`http://127.0.0.1:${port}`, 300);
  putKey(dataDir);
  program = await startProgram({
    PORT: String(port),
    SENTE_DATA: dataDir,
    SENTE_DEMO: 'off',
    SENTE_ADMIN_EMAIL: 'admin@soak.test',
    SENTE_ADMIN_PASSWORD: password,
    // Each person has an address, as behind a load balancer.
    SENTE_PROXIES: '127.0.0.1',
    SENTE_WEBHOOKS_PRIVATE: 'on',
    SENTE_WATCHER: 'on',
    SENTE_LOG: 'info',
    SENTE_DATABASE_FSYNC: 'on',
    ...network.settings,
  });
  program.process.stdout?.resume();
  ({ owner } = await openEmbedded(dataDir));
  await owner.rows('update platform_settings set staff_need_factor = false');
  const hooks = await startHooks();
  told = hooks.told;
  const companies: SoakCompany[] = [];
  for (let number = 1; number <= companyCount; number++) {
    companies.push(await createSoakCompany(number, `${hooks.origin}/hook`));
  }
  const staff = { email: 'admin@soak.test', address: '10.0.0.1', token: '' };
  load = startMixedLoad({ url: program.url, companies, staff, password });
}, 180_000);

afterAll(() => {
  program?.process.kill('SIGKILL');
  network?.stop();
  discard(dataDir);
});

it('is the same after hours of mixed load', { timeout: durationMs + 600_000 }, async () => {
  const samples: Sample[] = [];
  const beganAt = performance.now();
  while (performance.now() - beganAt < durationMs) {
    await wait(sampleEveryMs);
    samples.push(await takeSample((performance.now() - beganAt) / 60_000));
    console.log(lineOf(samples.at(-1) as Sample));
  }
  await load.stop();
  const findings = judge(samples.filter(({ minute }) => minute >= warmUpMinutes));
  show(samples, findings);
  expect(load.failures).toEqual([]);
  await expectRightBooks();
  expect(isTrial ? [] : findings.filter(({ isFlat }) => !isFlat)).toEqual([]);
});

async function createSoakCompany(number: number, hook: string): Promise<SoakCompany> {
  const merchant = await createMerchant(owner, startBalance);
  const { companyId } = merchant;
  const secondAccountId = await createAccount(owner, companyId, { balance: startBalance });
  await createWebhook(owner, companyId, hook);
  const email = `owner-${number}@soak.test`;
  const passwordHash = await hashPassword(password);
  await createUser(owner, { companyId, email, passwordHash, roles: ['client_admin'] });
  const person: Person = { email, address: `10.0.1.${number}`, token: '' };
  return { ...merchant, secondAccountId, person };
}

async function takeSample(minute: number): Promise<Sample> {
  const metrics = await (await fetch(`${program.url}/metrics`)).text();
  const metric = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  const counts = await owner.row<Pick<Sample, 'connections' | 'jobs' | 'openPayments'>>(
    `select
       (select count(*)::integer from pg_stat_activity
         where backend_type = 'client backend' and usename <> 'owner') as connections,
       (select count(*)::integer from graphile_worker._private_jobs) as jobs,
       (select count(*)::integer from open_payments) as "openPayments"`,
  );
  const tables = await owner.rows<Sample['tables'][number]>(
    `select schemaname || '.' || relname as name, pg_table_size(relid)::float8 as bytes,
       pg_indexes_size(relid)::float8 as "indexBytes", n_live_tup::float8 as rows,
       n_dead_tup::float8 as "deadRows"
     from pg_stat_user_tables order by 1`,
  );
  const { times, refused, heard } = load.take();
  const ofEach = (of: (values: readonly number[]) => number) =>
    Object.fromEntries(kinds.map((kind) => [kind, of(times[kind])])) as Record<Kind, number>;
  return {
    minute,
    rssBytes: metric('process_resident_memory_bytes'),
    heapBytes: metric('nodejs_heap_size_used_bytes'),
    openFiles: metric('process_open_fds'),
    connections: counts?.connections ?? Number.NaN,
    jobs: counts?.jobs ?? Number.NaN,
    openPayments: counts?.openPayments ?? Number.NaN,
    refused,
    heard,
    answers: ofEach((values) => values.length),
    medianMs: ofEach(median),
    p99Ms: ofEach((values) => share(values, 0.99)),
    tables,
  };
}

/** Everything that was accepted is paid once, told, and in books that are right. */
async function expectRightBooks(): Promise<void> {
  const count = async (sql: string): Promise<number> =>
    (await owner.row<{ n: number }>(`select count(*)::integer as n from ${sql}`))?.n ?? -1;
  const waiting = () => count(`webhook_deliveries where state = 'waiting'`);
  await expect.poll(() => count('open_payments'), { timeout: 120_000 }).toBe(0);
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  expect(await count('payments')).toBe(load.accepted.size);
  expect(await count(`payments where status <> 'SUCCESS'`)).toBe(0);
  expect([...load.accepted].filter((id) => !told.has(id))).toEqual([]);
  expect(await network.totals()).toMatchObject({
    orders: load.accepted.size,
    open: 0,
    executedMoreThanOnce: 0,
  });
  const { stdout } = await operate('verify', { SENTE_DATA: dataDir });
  expect(stdout).toContain('The ledger is right');
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

function rowOf(sample: Sample): Record<string, number | string> {
  const { minute, tables, medianMs, p99Ms, answers } = sample;
  const latencies = kinds.map((kind) => [
    `${kind} ms`,
    `${medianMs[kind].toFixed(0)} (${p99Ms[kind].toFixed(0)})`,
  ]);
  return {
    minute: Number(minute.toFixed(1)),
    'RSS MB': megabytes(sample.rssBytes),
    'heap MB': megabytes(sample.heapBytes),
    files: sample.openFiles,
    connections: sample.connections,
    jobs: sample.jobs,
    open: sample.openPayments,
    'tables MB': megabytes(sum(tables, 'bytes')),
    'indexes MB': megabytes(sum(tables, 'indexBytes')),
    'dead rows': sum(tables, 'deadRows'),
    answers: kinds.reduce((total, kind) => total + answers[kind], 0),
    refused: sample.refused,
    heard: sample.heard,
    ...Object.fromEntries(latencies),
  };
}

function lineOf(sample: Sample): string {
  const { minute, ...figures } = rowOf(sample);
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  return `minute ${minute}: ${said.join(', ')}`;
}

function show(samples: readonly Sample[], findings: readonly Finding[]): void {
  console.table(samples.map(rowOf));
  // Of a hundred tables most are empty: those that grew, and what is not flat.
  const isOfTable = ({ what }: Finding): boolean => /^(table|indexes) /.test(what);
  const shown = findings.filter(
    (finding) => !finding.isFlat || !isOfTable(finding) || finding.last > 8 * 1024 * 1024,
  );
  console.table(
    shown.map(({ what, first, last, most, isFlat }) => ({
      what,
      'first quarter': readable(first),
      'last quarter': readable(last),
      'at most': readable(most),
      flat: isFlat ? 'yes' : 'NO',
    })),
  );
  console.log(`${load.accepted.size} orders were accepted`);
  console.log(findings.every(({ isFlat }) => isFlat) ? 'Everything is flat.' : 'It is NOT flat.');
}

function readable(value: number): string {
  return value > 1_000_000 ? `${megabytes(value)} MB` : String(Math.round(value * 10) / 10);
}
