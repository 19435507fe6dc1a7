import type { Found } from '@sente/contract/search';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createPayment, createRoleWith } from '../../test/factories.ts';

let test: TestApp;
let staff: TestActor;
let company: string;
let member: TestActor;
let stranger: TestActor;
type Fields = NonNullable<Parameters<typeof createPayment>[2]>;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  company = await createCompany(test.owner, { name: 'Kira Road WiFi' });
  const role = await createRoleWith(test.owner, 'canViewTransactions');
  member = await createMember(test.owner, { companyId: company, role });
  stranger = await createMember(test.owner, { companyId: await createCompany(test.owner), role });
  await setFee('collection', 'percent_hundredths, minimum, maximum', '150, 50000, 500000', 40);
  await setFee('collection', 'percent_hundredths', '333', 10);
  await setFee('payout', 'percent_hundredths, minimum', '5000, 10000', 40);
  await setFee('payout', 'band_ends, band_fees', "'{1000000,null}', '{70000,120000}'", 10);
});

async function setFee(direction: string, columns: string, values: string, days: number) {
  await test.owner.rows(
    `insert into fee_schedules (id, company_id, direction, ${columns}, effective_from)
     values (gen_random_uuid(), $1, $2, ${values}, now() - $3 * interval '1 day')`,
    [company, direction, days],
  );
}

/** With the fee that the server would take. */
async function pay(fields: Fields & { amount: bigint }): Promise<string> {
  const { direction = 'collection', amount, at = new Date() } = fields;
  const row = await test.owner.row<{ fee: string }>('select fee_of($1, $2, $3, $4) as fee', [
    company,
    direction,
    amount,
    at,
  ]);
  return createPayment(test.owner, company, {
    ...fields,
    direction,
    at,
    fee: BigInt(row?.fee ?? 0),
  });
}

async function find(actor: TestActor, text: string): Promise<Found['payments']> {
  const path = actor === staff ? '/Search' : '/Search/own-company';
  const { status, body } = await test.call(actor, 'GET', `${path}?search=${text}`);
  expect(status).toBe(200);
  return body.data.payments;
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

it.each([
  ['a percentage', { amount: 4_321_700n }, '41778'],
  ['a percentage of then', { amount: 8_765_400n, at: daysAgo(20) }, '86339'],
  ['the least', { amount: 2_222_200n, at: daysAgo(20) }, '21722'],
  ['the most', { amount: 99_999_900n, at: daysAgo(20) }, '994999'],
  ['a band of a payout', { amount: 777_700n, direction: 'payout' }, '8477'],
  ['the last band of a payout', { amount: 7_777_700n, direction: 'payout' }, '78977'],
  ['half of a payout', { amount: 333_300n, direction: 'payout', at: daysAgo(20) }, '5000'],
] as const)('found by what is left after a fee: %s', async (_, fields, text) => {
  const id = await pay(fields);
  for (const actor of [staff, member]) {
    expect(await find(actor, text)).toMatchObject([
      { id, match: 'netAmount', amount: Number(fields.amount) / 100 },
    ]);
  }
  expect(await find(stranger, text)).toEqual([]);
});

it('the amount itself comes first, and one without that fee is not found', async () => {
  const free = await createPayment(test.owner, company, { amount: 6_000_000n });
  const paid = await pay({ amount: 6_000_000n });
  expect(await find(member, '58002')).toMatchObject([{ id: paid, match: 'netAmount' }]);
  const same = await createPayment(test.owner, company, { amount: 5_800_200n });
  expect((await find(member, '58002')).map(({ id }) => id)).toEqual([same, paid]);
  expect((await find(member, '60000')).map(({ id }) => id)).toEqual([paid, free]);
});
