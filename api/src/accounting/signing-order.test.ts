import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { readLiabilityHead } from '@sente/contract/liability-proof';
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testCredentialKey, testMailer, type TestApp } from '../../test/app.ts';
import { closeDay } from '../../test/closed-days.ts';
import { someoneWaits } from '../../test/database.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { runJobsWith, workerOptions } from '../../test/webhooks.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { createLogger } from '../http/logger.ts';
import { createSealer } from '../security/secrets.ts';
import { checkSignedDays } from './check-days.ts';
import { createDayProofsService } from './day-proofs.service.ts';

/* A day that is closed and not signed, because a server ended or takes long: the chain has no fork. */

let test: TestApp;
let staff: TestActor;
const dayAgo = (days: number) => kampalaDay(Date.now() - days * dayMs);

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId);
  const at = new Date(Date.now() - 20 * dayMs);
  await createTransaction(test.owner, companyId, accountId, { amount: 10_000n, at });
  expect((await close(19)).status).toBe(200);
});

const close = (days: number) => closeDay(test, staff, dayAgo(days));
const list = async () => (await test.call(staff, 'GET', '/Accounting/days')).body;
/** As if the server had ended before the proof was made. */
const closeUnsigned = (days: number, when = 'now()') =>
  test.owner.rows(`insert into closed_days (day, closed_by, closed_at) values ($1, $2, ${when})`, [
    dayAgo(days),
    staff.userId,
  ]);
const problems = async () => (await checkSignedDays(test.database)).problems;

/** The day that a signed day names. */
async function namedBy(days: number): Promise<string | undefined> {
  const rows = await test.owner.rows<{ day: string; document: Buffer }>(
    'select day::text as day, document from day_proofs',
  );
  const own = rows.find(({ day }) => day === dayAgo(days));
  const named = own && readLiabilityHead(new Uint8Array(own.document)).Previous;
  return rows.find(({ document }) => createHash('sha256').update(document).digest('hex') === named)
    ?.day;
}

it('a day that was closed and not signed is signed before the next one is closed', async () => {
  await closeUnsigned(18);
  expect((await list()).meta).toEqual({ next: dayAgo(17), unsigned: dayAgo(18) });
  expect((await close(17)).status).toBe(200);
  expect((await list()).meta).toEqual({ next: dayAgo(16), unsigned: null });
  expect([await namedBy(17), await namedBy(18)]).toEqual([dayAgo(18), dayAgo(19)]);
  expect(await problems()).toEqual([]);
});

it('whoever closes it again signs it', async () => {
  await closeUnsigned(16);
  const { status, body } = await close(16);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ isClosed: true, root: expect.any(String) });
  expect((await close(16)).body.message).toBe('The day is closed already');
});

it('two people who close two days at once make one chain, however long the first takes', async () => {
  let release = (): void => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holds = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    holds = resolve;
  });
  const slow = test.asOwner(async (db) => {
    await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.dayProofs]);
    holds();
    await waits;
  });
  await isHeld;
  const first = close(15);
  await someoneWaits(test.owner);
  const second = close(14);
  await someoneWaits(test.owner);
  release();
  await slow;
  expect((await first).status).toBe(200);
  const { status, body } = await second;
  expect(status, body.message).toBeOneOf([200, 409]);
  if (status === 409) expect((await close(14)).status).toBe(200);
  expect([await namedBy(14), await namedBy(15)]).toEqual([dayAgo(15), dayAgo(16)]);
  expect(await problems()).toEqual([]);
});

it('a job signs what was left, and verify names what stays unsigned', async () => {
  await closeUnsigned(13, "now() - interval '2 hours'");
  expect(await problems()).toEqual([`${dayAgo(13)}: It is closed and not signed.`]);
  const sealer = createSealer(testCredentialKey);
  const tools = { database: test.database, sealer, mailer: testMailer('smtp') };
  const dayProofs = createDayProofsService({ ...tools, logger: createLogger('silent') });
  await test.owner.rows("select graphile_worker.add_job('sign-days')");
  await runJobsWith({ ...workerOptions(test), dayProofs });
  expect((await list()).meta).toMatchObject({ unsigned: null });
  expect(await problems()).toEqual([]);
});

it('a gap of an earlier version is signed late, names what was signed last, and makes no fork', async () => {
  await close(12);
  // As the earlier version, which did not look for the 11th when it signed the 10th.
  await closeUnsigned(10);
  expect((await close(10)).status).toBe(200);
  await closeUnsigned(11);
  expect((await close(11)).status).toBe(200);
  expect((await close(9)).status).toBe(200);
  expect([await namedBy(9), await namedBy(11), await namedBy(10)]).toEqual([
    dayAgo(11),
    dayAgo(10),
    dayAgo(12),
  ]);
  expect(await problems()).toEqual([]);
});
