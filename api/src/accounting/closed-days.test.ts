import { dayMs, dayWords, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { closeDay } from '../../test/closed-days.ts';
import { someoneWaits } from '../../test/database.ts';
import {
  createAccount,
  createCompany,
  createTransaction,
  factoryPassword,
} from '../../test/factories.ts';
import { fieldsOf, later } from '../../test/proofs.ts';
import { decide } from '../../test/settlements.ts';
import { until } from '../../test/until.ts';
import { lockKeys } from '../db/lock-keys.ts';

let test: TestApp;
let staff: TestActor;
let companyId: string;
let accountId: string;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
const dayAgo = (days: number) => kampalaDay(Date.now() - days * dayMs);

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId);
  await book(ago(5), 10_000n);
});

const book = (at: Date, amount = 100n) =>
  createTransaction(test.owner, companyId, accountId, { amount, at });
const close = (day: string) => closeDay(test, staff, day);
const closed = async () =>
  (await test.call(staff, 'GET', '/Accounting/days')).body.data.filter(
    (day: { isClosed: boolean }) => day.isClosed,
  );

it('a stolen session closes no day, and one person does not either', async () => {
  const path = `/Accounting/days/${dayAgo(4)}/close`;
  const [old, other] = [
    await later(test, await createStaff(test.owner)),
    await later(test, await createStaff(test.owner)),
  ];
  const ask = (body: object = {}) => test.call(old, 'POST', path, body);
  expect(fieldsOf(await ask())).toEqual(['currentPassword']);
  expect(fieldsOf(await ask({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
  const asked = await ask({ currentPassword: factoryPassword });
  expect(asked.body.data).toMatchObject({ isClosed: false, approvalId: expect.any(String) });
  expect((await ask({ currentPassword: factoryPassword })).body.message).toBe(
    'Somebody has asked to close it already',
  );
  const { approvalId } = asked.body.data;
  expect((await decide(test, old, approvalId)).status).toBe(409);
  expect(fieldsOf(await decide(test, other, approvalId))).toEqual(['currentPassword']);
  expect(await closed()).toEqual([]);
  const { askedAt, sentence, day } = (await test.call(other, 'GET', `/Approvals/${approvalId}`))
    .body.data;
  expect(sentence).toContain(`Close ${dayWords(new Date(dayAgo(4)))} for ever`);
  expect(day).toBe(dayAgo(4));
  const done = await test.call(other, 'POST', `/Approvals/${approvalId}/approve`, {
    askedAt,
    currentPassword: factoryPassword,
  });
  expect(done.status, done.text).toBe(200);
  expect(await closed()).toMatchObject([
    {
      day: dayAgo(4),
      closedBy: 'Test Person',
      approvedBy: 'Test Person',
      approvalId: null,
      liabilities: 100,
      companies: 1,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

it('only days that are over are closed, each once and in order', async () => {
  const refusal = async (day: string) => (await close(day)).body.message;
  expect(await refusal(dayAgo(0))).toBe('A day can be closed ten minutes after its end');
  expect(await refusal(dayAgo(4))).toBe('The day is closed already');
  expect(await refusal(dayAgo(2))).toBe(`Days are closed in order: ${dayAgo(3)} is next`);
  const list = await test.call(staff, 'GET', '/Accounting/days');
  expect(list.body.meta).toEqual({ next: dayAgo(3), unsigned: null });
  expect(list.body.data).toHaveLength(35);
  expect(list.body.data[0]).toMatchObject({ day: dayAgo(0), isClosed: false, root: null });
  expect((await close(dayAgo(3))).status).toBe(200);
  expect((await closed()).map(({ day }: { day: string }) => day)).toEqual([dayAgo(3), dayAgo(4)]);
});

it('the database books nothing into a closed day, also for its owner, and everything else', async () => {
  for (const days of [3, 4, 5, 400]) await expect(book(ago(days))).rejects.toThrow(/is closed/);
  const endOfClosed = Date.parse(`${dayAgo(3)}T21:00:00Z`);
  await expect(book(new Date(endOfClosed - 1))).rejects.toThrow(/is closed/);
  await book(new Date(endOfClosed));
  // Asked for on a closed day, and ended today.
  const pending = await createTransaction(test.owner, companyId, accountId, {
    amount: 50n,
    at: ago(4),
    isPending: true,
  });
  const end = (at: string) =>
    test.owner.rows(
      `update transactions set status = 'failed', finished_at = ${at} where id = $1`,
      [pending],
    );
  await expect(end("now() - interval '4 days'")).rejects.toThrow(/is closed/);
  await end('now()');
  await expect(test.owner.rows('delete from closed_days')).rejects.toThrow(/append-only/);
});

it('what is on its way into a day is booked before the day is closed, and others go on meanwhile', async () => {
  let commit = (): void => {};
  const waits = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const booking = test.asOwner(async (db) => {
    await createTransaction(db, companyId, accountId, { amount: 7n, at: ago(2) });
    await waits;
  });
  const holder = () =>
    test.owner.row(
      `select from pg_locks where locktype = 'advisory' and objid = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [lockKeys.closedDays],
    );
  await until('the lock of closed days', async () => (await holder()) !== undefined);
  const closing = close(dayAgo(2));
  await someoneWaits(test.owner);
  // With the time limit of the ledger, which is shorter than the booking takes.
  const otherCompany = await createCompany(test.owner);
  const otherAccount = await createAccount(test.owner, otherCompany);
  for (const amount of [1n, 2n, 3n, 4n]) {
    await someoneWaits(test.owner);
    await createTransaction(test.owner, otherCompany, otherAccount, { amount });
  }
  commit();
  await booking;
  const { liabilities } = (await closing).body.data;
  // 100 from before, 1 on the day after the first two, 0.07 now.
  expect(liabilities).toBe(101.07);
});

it('a correction has the day of today and names the one that it corrects', async () => {
  const [row] = await test.owner.rows<{ id: string }>(
    'select id from transactions where account_id = $1 order by id limit 1',
    [accountId],
  );
  const original = row?.id ?? '';
  const path = `/Transaction/${original}/reverse`;
  const asked = await test.call(staff, 'POST', path, { reason: 'Booked twice' });
  expect(asked.status, asked.text).toBeLessThan(300);
  const other = await createStaff(test.owner);
  const [request] = (await test.call(other, 'GET', '/Approvals')).body.data;
  const { id, askedAt } = request;
  const done = await test.call(other, 'POST', `/Approvals/${id}/approve`, { askedAt });
  expect(done.status, done.text).toBe(200);
  const { reversedBy } = (await test.call(staff, 'GET', `/Transaction/${original}`)).body.data;
  const reversal = (await test.call(staff, 'GET', `/Transaction/${reversedBy}`)).body.data;
  expect(reversal.correctsDay).toBe(dayAgo(5));
  expect(kampalaDay(Date.parse(reversal.finishedAt))).toBe(dayAgo(0));
});
