import { dayMs, startOfDay } from '@sente/contract/kampala';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { runSchedules } from './schedules.ts';

let test: TestApp;
let desk: SettlementDesk;
/** A Monday, far ahead of whatever day the tests run on. */
const monday = '2035-01-01';
const at = (day: string, hour: number) => startOfDay(day) + hour * 3_600_000;

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  desk = await openSettlementDesk(test);
});

function save(fields: object = {}) {
  const { accountId, bankAccountId, companyId } = desk;
  const times = { every: 'day', weekday: null, minimum: 50_000, keep: 100_000 };
  const body = { ...times, accountId, bankAccountId, ...fields };
  return test.call(desk.owner, 'PUT', `/Company/${companyId}/settlement-schedule`, body);
}

const settled = () =>
  test.owner.rows(
    `select amount / 100 as amount, due_day::text as day from settlements
     where company_id = $1 order by id`,
    [desk.companyId],
  );

it('settles what is above the sum that stays, once a day, on however many servers', async () => {
  expect((await save()).body.data.schedule).toMatchObject({ every: 'day', keep: 100_000 });
  const morning = at(monday, 8);
  await Promise.all([1, 2, 3].map(() => runSchedules(test.database, morning)));
  await runSchedules(test.database, morning + 3_600_000);
  expect(await settled()).toEqual([{ amount: '900000', day: monday }]);
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 900_000 });
  // Below the minimum nothing is settled.
  await runSchedules(test.database, morning + dayMs);
  expect(await settled()).toHaveLength(1);
  const { data } = (await test.call(desk.owner, 'GET', '/Settlements')).body;
  expect(data).toMatchObject([{ isScheduled: true, requestedBy: null, state: 'requested' }]);
});

it('waits while the account is frozen, and is made later on the day', async () => {
  await save();
  const chief = await createStaff(test.owner);
  const path = `/Account/${desk.accountId}`;
  await test.call(chief, 'POST', `${path}/freeze`, { reason: 'Look into it' });
  await runSchedules(test.database, at(monday, 8));
  expect(await settled()).toEqual([]);
  await test.call(chief, 'POST', `${path}/unfreeze`);
  await runSchedules(test.database, at(monday, 12));
  expect(await settled()).toHaveLength(1);
});

it('that is ended and saved again settles no second time on the same day', async () => {
  await save();
  await runSchedules(test.database, at(monday, 8));
  await test.call(desk.owner, 'DELETE', `/Company/${desk.companyId}/settlement-schedule`);
  await save({ keep: 0, minimum: 0 });
  await runSchedules(test.database, at(monday, 9));
  expect(await settled()).toHaveLength(1);
  await runSchedules(test.database, at(monday, 9) + dayMs);
  expect(await settled()).toMatchObject([{ day: monday }, { amount: '100000', day: '2035-01-02' }]);
});

it('is changed and ended by the company', async () => {
  expect((await save({ every: 'week' })).body.fields).toEqual({
    weekday: 'Choose a day of the week',
  });
  await save({ every: 'week', weekday: 3 });
  await runSchedules(test.database, at('2035-01-03', 8));
  expect(await settled()).toHaveLength(1);
  const path = `/Company/${desk.companyId}/settlement-schedule`;
  expect((await test.call(desk.owner, 'DELETE', path)).body.data.schedule).toBeNull();
  await runSchedules(test.database, at('2035-01-10', 8));
  expect(await settled()).toHaveLength(1);
});
