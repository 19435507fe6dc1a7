import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { diskState } from '../src/db/disk.ts';
import { platformScope } from '../src/db/scope.ts';
import { afterFile } from './after-file.ts';
import { createStaff } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';

const readiness = async ({ app }: Pick<TestApp, 'app'>) => {
  const response = await app.inject('/readyz');
  return { ...response.json(), status: response.statusCode };
};

it('readiness is answered while every connection is taken', { timeout: 60_000 }, async () => {
  const given = await createTestDatabase();
  const options = { poolSize: 2, statementTimeoutMs: 5_000, onIdleError: () => {} } as const;
  const forOperators = openDatabase({ url: given.url, role: 'sente_app', ...options });
  afterFile(() => forOperators.close());
  const test = await createTestApp({ forOperators }, {}, given);
  const staff = await createStaff(test.owner);
  const total = 12;
  const busy = Array.from({ length: 2 * total }, () =>
    test.database.within(platformScope, (db) => db.rows('select pg_sleep(3)')).catch(() => {}),
  );
  await expect.poll(() => test.database.poolStatus().waiting).toBe(total);
  expect(await readiness(test)).toMatchObject({ status: 200, checks: { database: 'ok' } });
  const text = (await test.app.inject('/metrics')).body;
  expect(text).toMatch(/sente_database_connections\{state="waiting"\} [1-9]/);
  expect(text).toMatch(/sente_database_writable 1/);
  await Promise.all(busy);
  expect((await test.call(staff, 'GET', '/Company')).status).toBe(200);
});

it(
  'a full disk of the database shows, and is no error of the server',
  { timeout: 60_000 },
  async () => {
    const test = await createTestApp();
    const staff = await createStaff(test.owner);
    const full = `raise exception 'could not extend file' using errcode = 'disk_full'`;
    await test.owner.rows(
      `create function disk_is_full() returns trigger language plpgsql as $$ begin ${full}; end $$`,
    );
    for (const table of ['readiness_checks', 'audit_log']) {
      await test.owner.rows(
        `create trigger a_full_disk before insert or update on ${table} for each statement execute function disk_is_full()`,
      );
    }
    expect(await readiness(test)).toMatchObject({ status: 503, checks: { database: 'disk full' } });
    const body = {
      name: 'Of no use',
      email: 'full@disk.test',
      phone: '0772123456',
      address: 'Kampala',
    };
    const answer = await test.call(staff, 'POST', '/Company', body);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    await test.owner.rows('drop function disk_is_full cascade');
    expect(await readiness(test)).toMatchObject({ status: 200 });
  },
);

it('the disks of this machine are in readiness and metrics', async () => {
  const disks = { data: tmpdir(), archive: '/a/folder/that/does/not/exist' };
  const test = await createTestApp({ disks });
  const { disks: shown, checks } = await readiness(test);
  expect(shown).toEqual([
    { folder: 'data', state: expect.any(String), freeBytes: expect.any(Number) },
  ]);
  expect(checks.disk).toBe(shown[0].state === 'full' ? 'full' : 'ok');
  const { body } = await test.app.inject('/metrics');
  expect(body).toMatch(/sente_disk_free_bytes\{folder="data"\} \d+/);
  const gigabyte = 2 ** 30;
  expect(
    [gigabyte, gigabyte - 1, 2 ** 26 - 1].map((free) => diskState('data', free).state),
  ).toEqual(['ok', 'low', 'full']);
});

it('readiness answers while a lock holds up its write', { timeout: 60_000 }, async () => {
  const test = await createTestApp();
  await test.asOwner(async (db) => {
    await db.rows('lock table readiness_checks in access exclusive mode');
    expect(await readiness(test)).toMatchObject({
      status: 503,
      checks: { database: 'does not answer' },
    });
  });
  await wait(0);
  await expect.poll(async () => (await readiness(test)).status, { timeout: 10_000 }).toBe(200);
});
