import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { findViolations } from './invariants.ts';
import { bookToSuspense, type UnknownMoney } from './suspense.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const book = (money: Partial<UnknownMoney>) =>
  test.database.within(platformScope, (db) =>
    bookToSuspense(db, {
      network: 'MTN',
      direction: 'collection',
      amount: 700_00n,
      key: 'MTN 4711',
      description: 'Payment 4711 of an unknown owner at MTN',
      ...money,
    }),
  );

const sums = () =>
  test.owner.row(
    `select coalesce(sum(a.balance) filter (where a.kind = 'suspense'), 0)::int / 100 as suspense,
       coalesce(sum(a.balance) filter (where a.kind = 'clearing'), 0)::int / 100 as clearing
     from accounts a join companies c on c.id = a.company_id where c.is_head_office`,
  );

it('books money of an unknown owner once, into the suspense of one head office', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => book({})));
  expect(new Set(ids).size).toBe(1);
  expect(await sums()).toEqual({ suspense: 700, clearing: -700 });
  const offices = await test.owner.rows('select name from companies where is_head_office');
  expect(offices).toEqual([{ name: 'Head Office' }]);
  await book({ key: 'MTN 4712', direction: 'payout', amount: 900_00n });
  expect(await sums()).toEqual({ suspense: -200, clearing: 200 });
  await expectOrphans();
});

/** Nobody decided about what these tests book, and nothing else is wrong. */
async function expectOrphans(): Promise<void> {
  const found = await test.asOwner((db) => findViolations(db));
  expect(found.map(({ invariant }) => invariant)).toEqual([
    'money in suspense is of a booking that two people confirmed',
  ]);
}

it('is shown to staff in lists and details, and taken out again by a reversal', async () => {
  const id = await book({ key: 'MTN 4713', amount: 50_00n });
  const details = await test.call(staff, 'GET', `/Transaction/${id}`);
  expect(details.body.data).toMatchObject({
    companyName: 'Head Office',
    accountName: 'Suspense',
    accountNumber: '',
    kind: 'suspense',
  });
  const company = details.body.data.companyId;
  const list = await test.call(staff, 'GET', `/Transaction/company/${company}`);
  expect(list.body.data).toContainEqual(expect.objectContaining({ id, accountName: 'Suspense' }));
  const before = await sums();
  expect((await reverseWithTwo(test, staff, id)).status).toBe(200);
  expect(before).toEqual({ suspense: -150, clearing: 150 });
  expect(await sums()).toEqual({ suspense: -200, clearing: 200 });
  await expectOrphans();
});

it('uses the head office that exists', async () => {
  const id = await createCompany(test.owner, { name: 'Provider Ltd' });
  await test.owner.rows('update companies set is_head_office = (id = $1)', [id]);
  await book({ key: 'MTN 4714' });
  const owner = await test.owner.row(
    "select company_id from transactions where key = 'suspense:MTN 4714'",
  );
  expect(owner).toEqual({ company_id: id });
});
