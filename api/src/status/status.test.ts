import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createPayment } from '../../test/factories.ts';
import { until } from '../../test/until.ts';
import { workerOptions } from '../../test/webhooks.ts';
import { startWorker } from '../jobs/worker.ts';
import { checkLedger } from '../ledger/check.ts';
import { createStatusService } from './status.service.ts';

let test: TestApp;
let companyId: string;
beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
});

/** As a server that has remembered nothing yet. */
async function read(path: '/Status' | '/Status/history') {
  const fresh = await createTestApp({}, {}, test);
  return fresh.call(null, 'GET', path);
}

it('before anything was checked or paid it says that nothing is known', async () => {
  const answer = await read('/Status');
  expect(answer.status).toBe(200);
  const network = { isSimulated: true, status: 'up', refuses: [], wait: null };
  expect(answer.body.data).toEqual({
    readAt: expect.stringMatching(/Z$/),
    isOld: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    books: null,
    networks: [
      { network: 'MTN', displayName: 'MTN MoMo', ...network },
      { network: 'AIRTEL', displayName: 'Airtel Money', ...network },
    ],
    payoutsStoppedSince: null,
  });
  const history = await read('/Status/history');
  const none = (network: string) => ({ network, days: [] });
  expect(history.body.data).toEqual({
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    books: [],
    networks: [none('MTN'), none('AIRTEL')],
  });
});

it('shows the last check of the books and, day by day, what was found', async () => {
  await checkLedger(test.database);
  expect((await read('/Status')).body.data.books).toEqual({
    isBalanced: true,
    checkedAt: expect.stringMatching(/Z$/),
    entries: expect.any(Number),
  });
  await test.owner.rows(
    `insert into ledger_checks (finished_at, duration_ms, entries, violations) values
       (now() - interval '3 days', 1, 1, '[{"invariant": "x", "count": 1}]'),
       (now() - interval '3 days', 1, 1, '[]'), (now() - interval '100 days', 1, 1, '[]')`,
  );
  const { books } = (await read('/Status/history')).body.data;
  expect(books).toMatchObject([
    { looks: 2, bad: 1, degraded: 0 },
    { looks: 1, bad: 0 },
  ]);
  await test.owner.rows(
    `insert into ledger_checks (duration_ms, entries, violations)
     values (1, 1, '[{"invariant": "x", "count": 1}]')`,
  );
  expect((await read('/Status')).body.data.books.isBalanced).toBe(false);
});

/** Collections that payers approved after so many seconds, some time ago. */
async function approve(seconds: readonly number[], ago = '1 minute', network = 'MTN') {
  for (const took of seconds) {
    const id = await createPayment(test.owner, companyId, { status: 'SUCCESS', network });
    await test.owner.rows(
      `update payments set finished_at = now() - $2::interval,
         created_at = now() - $2::interval - $3 * interval '1 second' where id = $1`,
      [id, ago, took],
    );
  }
}

it('tells the wait of the last hour from enough approvals, without those that people booked', async () => {
  await approve([5, 5, 5, 5, 10, 10, 10, 10, 20]);
  await approve([900, 900], '2 hours');
  const mtn = async () => (await read('/Status')).body.data.networks[0];
  expect((await mtn()).wait).toBeNull();
  await approve([60]);
  expect((await mtn()).wait).toEqual({ medianSeconds: 10, slowSeconds: 20 });
  await approve([86_400]);
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind, closed_at)
     select gen_random_uuid(), company_id, id, 'late_success', now() from payments
     where finished_at - created_at = interval '1 day'`,
  );
  const data = (await read('/Status')).body.data;
  expect(data.networks[0].wait).toEqual({ medianSeconds: 10, slowSeconds: 20 });
  expect(data.networks[1].wait).toBeNull();
});

it("counts the minutes of each network, and takes no company's own trouble for everybody's", async () => {
  const opened = `insert into network_circuits (network, operation, kind, company_id, opened_until)
    values ($1, 'payout', 'send', $2, now() + interval '1 hour')`;
  await test.owner.rows(opened, ['MTN', companyId]);
  await test.owner.rows(opened, ['AIRTEL', null]);
  expect((await read('/Status')).body.data.networks).toMatchObject([
    { network: 'MTN', status: 'up' },
    { network: 'AIRTEL', status: 'down', refuses: ['payout'] },
  ]);
  const worker = startWorker(workerOptions(test));
  const days = async () => (await read('/Status/history')).body.data.networks;
  await test.owner.rows("select graphile_worker.add_job('upkeep')");
  await until('a day', async () => (await days())[0].days.length > 0);
  await worker.stop();
  const [mtn, airtel] = await days();
  expect(mtn.days[0]).toMatchObject({ degraded: 0, bad: 0 });
  expect(airtel.days[0].bad).toBe(airtel.days[0].looks);
});

it('reads the database once for many visitors, and keeps what it knew while it cannot be read', async () => {
  const before = (await test.call(null, 'GET', '/Status')).body.data;
  await test.owner.rows('alter table networks rename to networks_away');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => test.call(null, 'GET', '/Status')),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers[49]?.body.data).toEqual(before);
  await test.owner.rows('alter table networks_away rename to networks');
});

it('says after a minute that what it knew is old, until it can be read again', async () => {
  let ms = 0;
  const service = createStatusService(test.database, [], () => ms);
  const before = await service.now();
  expect(before.isOld).toBe(false);
  await test.owner.rows('alter table networks rename to networks_away');
  ms = 59_000;
  expect(await service.now()).toEqual(before);
  ms = 61_000;
  expect(await service.now()).toEqual({ ...before, isOld: true });
  await test.owner.rows('alter table networks_away rename to networks');
  ms = 70_000;
  expect((await service.now()).isOld).toBe(false);
});

it('says since when all payouts are stopped, and nothing of those of one company', async () => {
  const since = async () => (await read('/Status')).body.data.payoutsStoppedSince;
  const trip = (id: string | null) =>
    test.owner.rows("select brake_trip_by_watcher($1, 'one-amount', 'A stolen key', '[]')", [id]);
  await trip(companyId);
  expect(await since()).toBeNull();
  await trip(null);
  expect(await since()).toMatch(/Z$/);
});
