import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { bookLateSuccess } from '../src/payments/reviews/late-booking.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { createStaff, type TestActor } from './actors.ts';
import {
  createMerchant,
  request,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { decide } from './settlements.ts';

let test: MobileMoney;
let merchant: Merchant;
let staff: TestActor;
let second: TestActor;
beforeAll(async () => {
  test = await startMobileMoney();
  staff = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 100_000_00n);
  await test.owner.rows('delete from tax_rates');
});

async function tax(name: 'vat' | 'levy', direction: string, points: number, isOnTop: boolean) {
  await test.owner.rows(
    `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from)
     values (gen_random_uuid(), $1, $2, 'A tax', $3, $4, now() - interval '1 day')`,
    [name, direction, points, isOnTop],
  );
}
async function charge(direction: string, fee: number) {
  await test.owner.rows(
    `insert into fee_schedules (id, company_id, direction, band_ends, band_fees, effective_from)
     values (gen_random_uuid(), $1, $2, '{null}', array[$3::bigint], now() - interval '1 day')`,
    [merchant.companyId, direction, fee * 100],
  );
}
async function ended(paymentId: string) {
  for (;;) {
    const path = `/${toShortId(paymentId)}`;
    const { body } = await signedCall(test.serverUrl, merchant, 'GET', path);
    if (body.data.finishedAt) return body.data;
    await wait(20);
  }
}
/** In UGX, by kind of account. */
async function legsOf(paymentId: string): Promise<Record<string, number>> {
  const rows = await test.owner.rows<{ kind: string; amount: string }>(
    `select a.kind, e.amount from payments p
     join entries e on e.transaction_id = p.transaction_id join accounts a on a.id = e.account_id
     where p.id = $1`,
    [paymentId],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount) / 100]));
}
const approved = magicNumberOf('MTN', 'approved');
const sound = async () => expect(await findViolations(test.owner)).toEqual([]);

it('VAT in the fee goes to its own account, and the company pays the same', async () => {
  await charge('collection', 118);
  await tax('vat', 'collection', 1_800, false);
  const id = await request(test, merchant, 'collections', approved);
  expect(await ended(id)).toMatchObject({ status: 'SUCCESS', amount: 1_000, fee: 118, tax: 18 });
  expect(await legsOf(id)).toEqual({ customer: 882, clearing: -1_000, fees: 100, vat: 18 });
  await sound();
  const tell = (vat: number) =>
    test.owner.rows('update payments set vat = $2 where id = $1', [id, vat * 100]);
  await tell(17);
  expect(await findViolations(test.owner)).toMatchObject([
    { invariant: expect.stringContaining('taxes of what was paid'), count: 1 },
  ]);
  await tell(18);
});

it('VAT and levy on top of a payout are held with it, named, and returned by a reversal', async () => {
  await charge('payout', 500);
  await tax('vat', 'payout', 1_800, true);
  await tax('levy', 'payout', 50, true);
  const id = await request(test, merchant, 'payouts', approved, { amount: 10_000 });
  const pending = await test.owner.row<{ held: string }>(
    'select held from accounts where id = $1',
    [merchant.accountId],
  );
  expect(Number(pending?.held)).toBeOneOf([10_640_00, 0]);
  expect(await ended(id)).toMatchObject({ status: 'SUCCESS', fee: 640, tax: 140 });
  expect(await legsOf(id)).toEqual({
    customer: -10_640,
    clearing: 10_000,
    fees: 500,
    vat: 90,
    levy: 50,
  });
  const details = (await test.call(staff, 'GET', `/Transaction/${id}`)).body.data;
  expect(details).toMatchObject({ amount: 10_000, fee: 640, tax: 140, net: -10_640 });
  const path = `/Transaction/${details.transactionId}/reverse`;
  const reversal = await test.call(staff, 'POST', path, { reason: 'Sent twice' });
  expect((await decide(test, second, reversal.body.data.id)).status).toBe(200);
  const taken = await test.owner.rows(
    `select a.kind from accounts a
     where a.company_id = $1 and a.kind in ('fees', 'vat', 'levy') and a.balance <> 0`,
    [merchant.companyId],
  );
  expect(taken).toEqual([]);
  await sound();
});

it('a levy in the fee is owed whole, and the provider pays what the fee does not cover', async () => {
  await tax('vat', 'payout', 1_800, false);
  await tax('levy', 'payout', 50, false);
  const free = await request(test, merchant, 'payouts', approved, { amount: 40_000 });
  expect(await ended(free)).toMatchObject({ status: 'SUCCESS', fee: 0, tax: 0 });
  expect(await legsOf(free)).toEqual({
    customer: -40_000,
    clearing: 40_000,
    fees: -200,
    levy: 200,
  });
  await charge('payout', 118);
  const id = await request(test, merchant, 'payouts', approved, { amount: 40_000 });
  expect(await ended(id)).toMatchObject({ fee: 118, tax: 118 });
  const legs = { customer: -40_118, clearing: 40_000, fees: -100, vat: 18, levy: 200 };
  expect(await legsOf(id)).toEqual(legs);
  const details = (await test.call(staff, 'GET', `/Transaction/${id}`)).body.data;
  expect(details).toMatchObject({ fee: 118, tax: 118, net: -40_118 });
  const path = `/Transaction/${details.transactionId}/reverse`;
  const reversal = await test.call(staff, 'POST', path, { reason: 'Sent twice' });
  expect((await decide(test, second, reversal.body.data.id)).status).toBe(200);
  await sound();
});

it('a levy without a fee is charged all the same, and one that takes everything is refused', async () => {
  await tax('levy', 'collection', 5_000, true);
  const id = await request(test, merchant, 'collections', approved);
  expect(await ended(id)).toMatchObject({ fee: 500, tax: 500 });
  expect(await legsOf(id)).toEqual({ customer: 500, clearing: -1_000, levy: 500 });
  await charge('collection', 600);
  const refused = await signedCall(test.serverUrl, merchant, 'POST', '/collections', {
    body: { phoneNumber: approved, amount: 1_000, reference: 'x' },
  });
  expect(refused.body).toMatchObject({
    fields: { amount: 'Must be more than the fee of UGX 1,100' },
  });
  await sound();
});

it('what was paid late with another amount is taxed for that amount, at the rate of its request', async () => {
  await charge('collection', 118);
  await tax('vat', 'collection', 1_800, false);
  const id = await request(test, merchant, 'collections', magicNumberOf('MTN', 'refused'));
  expect(await ended(id)).toMatchObject({ status: 'FAILED', fee: 0, tax: 0 });
  await test.owner.rows(
    `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from)
     values (gen_random_uuid(), 'vat', 'collection', 'A tax', 1000, false, now())`,
  );
  await test.asOwner((db) =>
    bookLateSuccess(db, {
      companyId: merchant.companyId,
      paymentId: id,
      amount: 100_00n,
      networkReference: 'LATE-1',
      confirmedBy: second.userId,
    }),
  );
  // No more than what came in, and VAT of that.
  expect(await legsOf(id)).toEqual({ clearing: -100, fees: 85, vat: 15 });
  await sound();
});
