import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import { createCompany } from '../../test/factories.ts';
import { until } from '../../test/until.ts';
import {
  allowAll,
  createPayment,
  startReceiver,
  workerOptions,
  type Receiver,
} from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { emitEvents } from '../webhooks/outbox.ts';
import type { WorkerOptions } from './queue-options.ts';
import { openQueuePool } from './queue-pool.ts';
import { startWorker, type Worker } from './worker.ts';

let test: TestApp;
let staff: TestActor;
let receiver: Receiver;
const worker: { isRunning: boolean } = { isRunning: false };

beforeAll(async () => {
  test = await createTestApp({
    webhookAddresses: allowAll,
    readiness: { stopping: false, isWorkerRunning: () => worker.isRunning },
  });
  staff = await createStaff(test.owner);
  receiver = await startReceiver();
});

it('the worker must be ready before the server is', async () => {
  const ready = () => test.app.inject('/readyz');
  worker.isRunning = false;
  const without = await ready();
  expect(without.statusCode).toBe(503);
  expect(without.json()).toMatchObject({
    status: 'not ready',
    checks: { database: 'ok', process: 'ok', worker: 'not running' },
  });
  worker.isRunning = true;
  const withIt = await ready();
  expect(withIt.statusCode).toBe(200);
  expect(withIt.json()).toMatchObject({ checks: { worker: 'ok' } });
});

/** A company that hears of payments, and how many deliveries of it have succeeded. */
async function createListener() {
  const companyId = await createCompany(test.owner);
  const path = `/Company/${companyId}/webhook`;
  await test.call(staff, 'PUT', path, { url: `${receiver.origin}/hook`, isActive: true });
  const emit = async (): Promise<void> => {
    const { id, ...data } = await createPayment(test.owner, companyId);
    await test.database.within(platformScope, (db) =>
      emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]),
    );
  };
  const delivered = async (count: number): Promise<void> => {
    const list = () => test.call(staff, 'GET', `${path}/deliveries?state=delivered`);
    await until(`${count} deliveries`, async () => (await list()).body.data.length >= count);
  };
  return { companyId, emit, delivered };
}

/** Stopped when the test ends, however it ends. */
function start(options: Partial<WorkerOptions> = {}): Worker {
  const running = startWorker({ ...workerOptions(test), ...options });
  onTestFinished(() => running.stop());
  return running;
}

const cut = () =>
  test.owner.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (query ilike '%graphile_worker%' or query ilike 'listen %')`,
  );

it('the worker continues after its connections were cut, even in the middle of a delivery', async () => {
  const { emit, delivered } = await createListener();
  receiver.answers.push((response) => {
    void cut().then(() => response.writeHead(200).end());
  });
  const running = start();
  await emit();
  await until('a delivery', async () => receiver.received.length > 0);
  for (let i = 0; i < 5; i++) await emit();
  await delivered(6);
  expect(running.isRunning()).toBe(true);
});

/** Breaks a queue during a job: it cannot store that the job is done. Returns the queue's name. */
async function breakQueue(running: Worker, endJob: () => void): Promise<string> {
  const job = await test.owner.row<{ locked_by: string }>(
    'select locked_by from graphile_worker.jobs where locked_by is not null',
  );
  await test.owner.rows(
    `create function refuse_end() returns trigger language plpgsql
     as $$ begin raise exception 'This job does not end'; end $$`,
  );
  await test.owner.rows(
    `create trigger refuse_end before delete on graphile_worker._private_jobs
     for each row execute function refuse_end()`,
  );
  endJob();
  await until('the end of the queue', async () => !running.isRunning());
  await test.owner.rows('drop function refuse_end cascade');
  return job?.locked_by ?? '';
}

it('a job that a former queue locks after its end is taken up', async () => {
  const { companyId, emit } = await createListener();
  const received = receiver.received.length;
  let endJob = (): void => {};
  receiver.answers.push((response) => {
    endJob = () => response.writeHead(200).end();
  });
  const running = start();
  await emit();
  await until('a delivery', async () => receiver.received.length > received);
  const former = await breakQueue(running, endJob);
  const jobs = () => test.owner.rows("select from graphile_worker.jobs where key like 'webhook:%'");
  await until('no job', async () => (await jobs()).length === 0);
  await test.owner.rows(
    `select webhooks_enqueue(company_id, array[id], now() + interval '1 hour') from webhook_deliveries
     where company_id = $1`,
    [companyId],
  );
  // As by a statement that a database which stood still executes after the new queue has begun.
  await test.owner.rows(
    `update graphile_worker._private_jobs set run_at = now(), locked_by = $1, locked_at = now()
     where locked_at is null`,
    [former],
  );
  await until('another delivery', async () => receiver.received.length > received + 1);
});

it('a job that a worker takes while it is added again is done once more', async () => {
  const add = () => test.owner.rows("select jobs_add('mail-news', 'news:somebody')");
  await add();
  let again: Promise<unknown> | undefined;
  await test.asOwner(async (db) => {
    await db.rows(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'
       where key = 'news:somebody'`,
    );
    again = add();
    await someoneWaits(test.owner);
  });
  await again;
  const jobs = await test.owner.rows(
    "select key, locked_by from graphile_worker.jobs where task_identifier = 'mail-news' order by id",
  );
  expect(jobs).toEqual([
    { key: null, locked_by: 'a worker' },
    { key: 'news:somebody', locked_by: null },
  ]);
  await test.owner.rows('delete from graphile_worker._private_jobs');
});

it('the worker stops cleanly when the database stops right after it', async () => {
  const url = new URL(workerOptions(test).url);
  url.searchParams.set('application_name', 'stopping-worker');
  const ours = "from pg_stat_activity where application_name = 'stopping-worker'";
  const connections = async () => (await test.owner.rows(`select ${ours}`)).length;
  // An unhandled error fails the run. Whether a connection is still open is a matter of chance.
  for (let turn = 0; turn < 5; turn++) {
    const running = start({ url: url.href });
    await until('connections', async () => (await connections()) > 0);
    await running.stop();
    await test.owner.rows(`select pg_terminate_backend(pid) ${ours}`);
    await until('no connection', async () => (await connections()) === 0);
  }
});

it('the worker starts once the database is reachable, and can stop before that', async () => {
  const early = start({ url: 'postgres://nobody@127.0.0.1:1/none' });
  await setTimeout(100);
  expect(early.isRunning()).toBe(false);
  await early.stop();
});

/** A way to the database on which whoever asks to be told of jobs gets no answer any more. */
async function openDeafWay(url: string): Promise<{ url: string; asked: () => boolean }> {
  const { hostname, port } = new URL(url);
  let wasAsked = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (chunk) => {
      if (chunk.includes('LISTEN "jobs:insert"')) wasAsked = true;
      else upstream.write(chunk);
    });
    upstream.pipe(client);
    client.on('close', () => upstream.destroy()).on('error', () => {});
    upstream.on('close', () => client.destroy()).on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as AddressInfo).port);
  way.searchParams.delete('host');
  return { url: way.href, asked: () => wasAsked };
}

it('a queue that ends while the database owes it an answer does not end the program', async () => {
  const way = await openDeafWay(test.url);
  const running = start({ url: way.url });
  await until('the question', async () => way.asked());
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  // The listening connection is released by the end of the queue, and again by its question that failed.
  await running.stop();
  await setTimeout(100);
  expect(rejections).toEqual([]);
});

it('a connection that the queue gives back twice is given to one other', async () => {
  const pool = openQueuePool(workerOptions(test));
  onTestFinished(() => pool.end());
  const client = await pool.pool.connect();
  client.release();
  client.release();
  const next = await Promise.all([pool.pool.connect(), pool.pool.connect()]);
  expect(next[0]).not.toBe(next[1]);
  // Its former holder may be late.
  const late = await new Promise<() => void>((resolve, reject) => {
    pool.pool.connect((error, _client, release) => (error ? reject(error) : resolve(release)));
  });
  late();
  late();
  for (const one of next) one.release();
});

it('who asks for a connection of a queue that has ended is told so, and gets nothing to give back', async () => {
  const pool = openQueuePool(workerOptions(test));
  await pool.end();
  const told = await new Promise<unknown[]>((resolve) => {
    pool.pool.connect((...what) => resolve(what));
  });
  expect(told).toEqual([expect.any(Error), undefined, undefined]);
});
