import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type Db } from '../src/db/database.ts';
import { platformScope } from '../src/db/scope.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { migrate } from '../src/db/migrate.ts';
import { testCredentialKey } from './app.ts';
import { freePort } from './free-port.ts';
import { createMerchant, type Merchant } from './mobile-money.ts';
import { startPaymentLoad, type PaymentLoad } from './payment-load.ts';
import { post, startProgram, type RunningProgram } from './running-program.ts';
import { startUnsteadyPostgres, type UnsteadyPostgres } from './unsteady-postgres.ts';
import { createWebhook, startReceiver, type Receiver } from './webhooks.ts';
import { platformDb } from './platform-db.ts';

const startBalance = 100_000_000_00n;
const admin = { email: 'admin@away.test', password: 'correct horse battery' };

let postgres: UnsteadyPostgres;
let program: RunningProgram;
let arranging: Database;
let owner: Db;
let receiver: Receiver;
let merchant: Merchant;
let simulatorUrl: string;
let load: PaymentLoad;

beforeAll(async () => {
  postgres = await startUnsteadyPostgres();
  await migrate(postgres.url, () => {});
  arranging = openDatabase({
    url: postgres.url,
    poolSize: 2,
    statementTimeoutMs: 5_000,
    role: null,
    onIdleError: () => {},
  });
  owner = platformDb(arranging);
  receiver = await startReceiver();
  const simulatorPort = await freePort();
  simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  program = await startProgram({
    DATABASE_URL: postgres.url,
    SENTE_ADMIN_EMAIL: admin.email,
    SENTE_ADMIN_PASSWORD: admin.password,
    SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
    SENTE_SIMULATOR_PORT: String(simulatorPort),
    SENTE_SIMULATOR_DELAY_MS: '300',
    SENTE_WEBHOOKS_PRIVATE: 'on',
  });
  // The administrator has no second factor.
  await owner.rows('update platform_settings set staff_need_factor = false');
  merchant = await createMerchant(owner, startBalance);
  await createWebhook(owner, merchant.companyId, `${receiver.origin}/hook`);
  const { data } = await post<{ token: string }>(program.url, '/Auth/login', admin);
  load = startPaymentLoad(program.url, merchant, data.token);
  await until(() => load.accepted.size > 20 && load.readiness().status === 200);
}, 60_000);

afterAll(async () => {
  program.process.kill('SIGKILL');
  // After a failed test, orders are still waiting for an answer.
  await load.stop().catch(() => {});
  await arranging.close();
  await postgres.remove();
}, 30_000);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(50);
}

const isReady = () => load.readiness().status === 200;
const isNotReady = () => load.readiness().status === 503;

/**
 * Readiness tells it within two seconds; on a busy machine the test leaves five times as long, which is half
 * of what PostgreSQL is frozen for.
 */
async function tellsSoon(isTold: () => boolean): Promise<void> {
  const isLate = wait(10_000, 'late' as const, { ref: false });
  const isSeen = until(isTold).then(() => 'told' as const);
  expect(await Promise.race([isSeen, isLate])).toBe('told');
}

/** Orders are accepted and their events arrive. */
async function worksAgain(): Promise<void> {
  await until(isReady);
  const [orders, events] = [load.accepted.size, receiver.received.length];
  await until(() => load.accepted.size > orders + 20 && receiver.received.length > events + 20);
}

describe(
  'under payment load, the server goes on by itself after PostgreSQL',
  { timeout: 40_000 },
  () => {
    it('was restarted', async () => {
      await postgres.stop();
      await tellsSoon(isNotReady);
      await postgres.start();
      await worksAgain();
    });

    it('was killed', async () => {
      await postgres.kill();
      await tellsSoon(isNotReady);
      await postgres.start();
      await worksAgain();
    });

    it('stood still, while requests were refused instead of waiting for it', async () => {
      const frozen = wait(20_000);
      postgres.freeze();
      try {
        await tellsSoon(isNotReady);
        const [refused, accepted] = [load.refused(), load.accepted.size];
        await frozen;
        expect(load.refused()).toBeGreaterThan(refused + 10);
        expect(load.accepted.size).toBe(accepted);
        expect(load.readiness().status).toBe(503);
      } finally {
        postgres.thaw();
      }
      await worksAgain();
    }, 60_000);

    it('was read-only, which readiness reports', async () => {
      await postgres.setReadOnly(true);
      await tellsSoon(() => load.readiness().checks['database'] === 'read-only');
      expect(load.readiness().status).toBe(503);
      await postgres.setReadOnly(false);
      await worksAgain();
    });

    it('cut the connections of the job queue in the middle of deliveries', async () => {
      for (let time = 0; time < 3; time++) {
        const client = new pg.Client({ connectionString: postgres.url });
        await client.connect();
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and (query ilike '%graphile_worker%' or query ilike 'listen %')`,
        );
        await client.end();
        await wait(200);
      }
      await worksAgain();
    });
  },
);

// With what tells why one of them waits.
const openPayments = `select p.*, now() from payments p where p.status in ('PENDING', 'PROCESSING')`;
const waitingEvents = `select e.id, e.state, e.next_attempt_at, j.attempts, j.run_at, j.locked_at,
  j.locked_by, j.last_error, now()
  from webhook_deliveries e left join graphile_worker.jobs j on j.id = e.job_id
  where e.state <> 'delivered'`;
const patience = { timeout: 30_000, interval: 100 };

it(
  'nothing is lost or doubled, and no answer was an error of the server',
  { timeout: 90_000 },
  async () => {
    await load.stop();
    await expect.poll(() => owner.rows(openPayments), patience).toEqual([]);
    await expect.poll(() => owner.rows(waitingEvents), patience).toEqual([]);

    expect([...load.answers].sort()).toEqual([
      'companies 200',
      'companies 503',
      'order 202',
      'order 503',
    ]);
    expect(load.slowReadiness()).toBe(0);
    const orders = load.accepted.size;
    expect(new Set(load.accepted.values()).size).toBe(orders);
    expect(
      await owner.row(
        `select count(*)::integer as payments,
         count(*) filter (where status = 'SUCCESS')::integer as paid,
         count(distinct transaction_id)::integer as booked from payments`,
      ),
    ).toEqual({ payments: orders, paid: orders, booked: orders });
    const events = await owner.rows<{ id: string }>('select id from webhook_events');
    expect(events.length).toBe(orders);
    const heard = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(events.filter(({ id }) => !heard.has(id))).toEqual([]);
    await expectSameMoney(orders);
    expect(await arranging.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  },
);

/** Here and at the network. */
async function expectSameMoney(orders: number): Promise<void> {
  const response = await fetch(`${simulatorUrl}/simulator/totals`);
  const totals = (await response.json()) as Record<string, number>;
  expect(totals).toMatchObject({ orders, open: 0, executedMoreThanOnce: 0 });
  const moved = await owner.row<{ gained: string; held: string }>(
    `select (sum(balance) - $1)::text as gained, sum(held)::text as held
     from accounts where kind = 'customer'`,
    [startBalance],
  );
  const gained = ((totals['collected'] ?? 0) - (totals['paidOut'] ?? 0)) * 100;
  expect(moved).toEqual({ gained: String(gained), held: '0' });
}
