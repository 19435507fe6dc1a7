import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase, type Database, type Db } from '../../src/db/database.ts';
import { platformScope } from '../../src/db/scope.ts';
import { findViolations } from '../../src/ledger/invariants.ts';
import { testCredentialKey } from '../app.ts';
import { freePort } from '../free-port.ts';
import { createMerchant, type Merchant } from '../mobile-money.ts';
import { startPaymentLoad, type PaymentLoad } from '../payment-load.ts';
import { platformDb } from '../platform-db.ts';
import { post, startProgram, type RunningProgram } from '../running-program.ts';
import { createWebhook, startReceiver, type Receiver } from '../webhooks.ts';
import { startCluster, type Cluster, type FaultName } from './cluster.ts';
import { startDepositLoad, type DepositLoad } from './deposit-load.ts';
import { startNetworkProcess, type NetworkProcess } from './network-process.ts';

/*
 * `npm run test:failover -- 20`: two servers under load on a cluster of three, whose primary is hurt again and
 * again. Nothing that was acknowledged is lost or done twice, and nobody starts anything by hand.
 */

const failovers = Number(process.env['SENTE_FAILOVERS']);
const order: readonly FaultName[] = ['kill', 'freeze', 'cut', 'disk', 'kill'];
/** How long a fault lasts; the cluster has another primary long before. */
const faultMs = 30_000;
/** What is promised of the longest time without an accepted order, for the figures that are printed. */
const promisedSeconds: Record<FaultName, number> = { kill: 10, freeze: 30, cut: 30, disk: 30 };
const startBalance = 1_000_000_000_00n;
const admin = { email: 'admin@failover.test', password: 'correct horse battery' };

let cluster: Cluster;
let network: NetworkProcess;
let programs: RunningProgram[];
let arranging: Database;
let owner: Db;
let receiver: Receiver;
let merchants: Merchant[];
let loads: PaymentLoad[];
let deposits: DepositLoad;

beforeAll(async () => {
  cluster = await startCluster((line) => console.log(line));
  await migrate(cluster.url, () => {});
  arranging = openDatabase({
    url: cluster.url,
    poolSize: 2,
    statementTimeoutMs: 60_000,
    role: null,
    onIdleError: () => {},
  });
  owner = platformDb(arranging);
  receiver = await startReceiver();
  const ports = [await freePort(), await freePort()];
  network = await startNetworkProcess(`http://127.0.0.1:${ports[0]}`, 300);
  const start = (port: number) =>
    startProgram({
      PORT: String(port),
      DATABASE_URL: cluster.url,
      SENTE_ADMIN_EMAIL: admin.email,
      SENTE_ADMIN_PASSWORD: admin.password,
      SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
      SENTE_WEBHOOKS_PRIVATE: 'on',
      ...network.settings,
    });
  programs = [];
  for (const port of ports) programs.push(await start(port));
  await owner.rows('update platform_settings set staff_need_factor = false, deposit_limit = 1e12');
  merchants = [];
  for (const _ of programs) merchants.push(await createMerchant(owner, startBalance));
  for (const { companyId } of merchants) {
    await createWebhook(owner, companyId, `${receiver.origin}/hook`);
  }
  const url = programs[0]?.url ?? '';
  const { data } = await post<{ token: string }>(url, '/Auth/login', admin);
  loads = programs.map((program, index) =>
    startPaymentLoad(program.url, merchants[index] as Merchant, data.token),
  );
  deposits = startDepositLoad(
    programs.map((program) => program.url),
    merchants[0]?.companyId ?? '',
    data.token,
  );
  await until(() => accepted() > 40);
}, 180_000);

afterAll(async () => {
  for (const { process: child } of programs ?? []) child.kill('SIGKILL');
  network?.stop();
  await arranging?.close();
  await cluster?.stop();
}, 60_000);

const accepted = (): number => loads.reduce((sum, load) => sum + load.accepted.size, 0);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    // Nobody starts it again, so that what is waited for would never come.
    const ended = programs.find(({ process: { exitCode } }) => exitCode !== null);
    if (ended) throw new Error(`The server at ${ended.url} ended by itself`);
    await wait(20);
  }
}

/**
 * The longest time without an accepted order while the fault lasts and until the cluster is whole. The fault has taken
 * the primary: another node is it at the end.
 */
async function survive(name: FaultName): Promise<number> {
  await cluster.untilWhole();
  const node = await cluster.primary();
  let last = performance.now();
  let longest = 0;
  let count = accepted();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await wait(20);
      if (accepted() === count) continue;
      longest = Math.max(longest, performance.now() - last);
      [count, last] = [accepted(), performance.now()];
    }
  })();
  const heal = await cluster.faults[name](node);
  if (name !== 'kill') await wait(faultMs);
  await heal();
  await cluster.untilWhole();
  const goal = accepted() + 20;
  await until(() => accepted() > goal);
  isOver = true;
  await watching;
  expect(await cluster.primary(), `the primary after ${name}`).not.toBe(node);
  return longest;
}

describe(`through ${failovers} failovers`, { timeout: failovers * 180_000 + 600_000 }, () => {
  it('nothing acknowledged is lost, done twice or left unbalanced', async () => {
    const gaps: Partial<Record<FaultName, number[]>> = {};
    for (let number = 0; number < failovers; number++) {
      const name = order[number % order.length] ?? 'kill';
      const gap = await survive(name);
      (gaps[name] ??= []).push(gap);
      const seconds = (gap / 1000).toFixed(1);
      console.log(`${number + 1}: ${name}, ${seconds} s without an accepted order`);
    }
    await Promise.all([...loads, deposits].map((load) => load.stop()));
    const answers = new Set([...loads, deposits].flatMap((load) => [...load.answers]));
    console.log(`Answers: ${[...answers].sort().join(', ')}`);
    expect([...answers].filter((answer) => !/ (20\d|503)$/.test(answer))).toEqual([]);
    // /readyz answers within two seconds, whatever hangs.
    expect(loads.map((load) => load.slowReadiness())).toEqual(loads.map(() => 0));
    await expectEverythingOnce();
    console.table(
      Object.entries(gaps).map(([fault, times]) => ({
        fault,
        times: times.length,
        longest: `${(Math.max(...times) / 1000).toFixed(1)} s`,
        promised: `${promisedSeconds[fault as FaultName]} s`,
        late: times.filter((ms) => ms > promisedSeconds[fault as FaultName] * 1000).length,
      })),
    );
  });
});

async function expectEverythingOnce(): Promise<void> {
  const count = async (sql: string): Promise<number> =>
    (await owner.row<{ n: number }>(`select count(*)::integer as n from ${sql}`))?.n ?? -1;
  await until(async () => (await count(`open_payments`)) === 0);
  await until(async () => (await count(`webhook_deliveries where state = 'waiting'`)) === 0);

  const promised = loads.flatMap((load) => [...load.accepted.values()]);
  console.log(`${promised.length} orders and ${deposits.opened.size} deposits were acknowledged`);
  expect(new Set(promised).size).toBe(promised.length);
  expect(await count('payments')).toBe(promised.length);
  expect(await count(`payments where status <> 'SUCCESS'`)).toBe(0);
  const told = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.transactionId));
  expect(promised.filter((id) => !told.has(id))).toEqual([]);

  const totals = await network.totals();
  expect(totals).toMatchObject({ orders: promised.length, open: 0, executedMoreThanOnce: 0 });
  const stored = await owner.rows<{ id: string; entries: number }>(
    `select a.id, count(e.*)::integer as entries from accounts a
     left join entries e on e.company_id = a.company_id and e.account_id = a.id
     where a.kind = 'customer' and a.name like 'Deposit %' group by a.id`,
  );
  const ids = new Set(stored.map(({ id }) => id));
  expect([...deposits.opened].filter((id) => !ids.has(id))).toEqual([]);
  expect(stored.filter(({ entries }) => entries !== 1)).toEqual([]);
  expect(await arranging.within(platformScope, findViolations, 'ledger check')).toEqual([]);
}
