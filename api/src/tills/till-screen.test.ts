import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createAccount } from '../../test/factories.ts';
import { startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { createProduct } from '../../test/products.ts';
import { openTill, type OpenTill } from '../../test/till-devices.ts';
import { uuidV7 } from '../db/uuid.ts';
import { magicNumberOf, type BehaviourName } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let manager: TestActor;
let companyId: string;
let accountId: string;
let till: OpenTill;

beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  await test.owner.rows("delete from throttles where key like 'pay:%' or key like 'till:%'");
  manager = await createMember(test.owner);
  companyId = manager.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  till = await openTill(test, manager, { accountId });
});

const number = (name: BehaviourName = 'approved', network: 'MTN' | 'AIRTEL' = 'MTN') =>
  `+${magicNumberOf(network, name)}`;
const ask = (fields: object = {}, { device } = till) =>
  device.call('POST', '/Till/requests', {
    phoneNumber: number(),
    amount: 5_000,
    idempotencyKey: uuidV7(),
    ...fields,
  });
const request = async (id: string) =>
  (await till.device.call('GET', `/Till/requests/${id}`)).body.data;
const feed = async ({ device } = till) => (await device.call('GET', '/Till/feed')).body.data;
const ended = async (fields: object = {}): Promise<string> => {
  const answer = await ask(fields);
  expect(answer.status, answer.text).toBe(200);
  const { id } = answer.body.data;
  await expect.poll(async () => (await request(id)).state, { timeout: 20_000 }).not.toBe('waiting');
  return id;
};
const referenceOf = async (id: string): Promise<string> => {
  const row = await test.owner.row<{ network_reference: string }>(
    'select network_reference from payments where id = $1',
    [id],
  );
  return row?.network_reference ?? '';
};
const check = async (reference: string, { device } = till) =>
  (await device.call('POST', '/Till/check', { reference })).body;

describe('asking for a payment', () => {
  it('is paid into the account of the till, and the feed has no more of the payer than three digits', async () => {
    const id = await ended();
    const { payments, olderCount, version } = await feed();
    expect(payments).toEqual([
      {
        id,
        kind: 'asked',
        state: 'paid',
        amount: 5_000,
        lastDigits: number().slice(-3),
        network: 'MTN',
        productName: null,
        at: expect.any(String),
        reason: null,
        refunded: 0,
        check: null,
        askedAt: expect.any(String),
        isLate: false,
        askedBy: null,
      },
    ]);
    expect(olderCount).toBe(0);
    const same = await till.device.call('GET', `/Till/feed?version=${version}`);
    expect(same.body.data).toMatchObject({ version, payments: null });
    const row = await test.owner.row('select origin, account_id from payments where id = $1', [id]);
    expect(row).toEqual({ origin: 'till', account_id: accountId });
  });

  it('asks the phone once, however often a bad line repeats it', async () => {
    const idempotencyKey = uuidV7();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ idempotencyKey })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await ask({ idempotencyKey, amount: 6_000 })).status).toBe(409);
    const row = await test.owner.row(
      'select count(*)::int as count from payments where company_id = $1',
      [companyId],
    );
    expect(row).toEqual({ count: 1 });
  });

  it('says why it failed', async () => {
    await ended({ phoneNumber: number('refused') });
    const { payments } = await feed();
    expect(payments).toMatchObject([{ state: 'failed', reason: expect.any(String) }]);
  });

  it.each([
    ['nothing', { amount: null }, 'amount'],
    ['cents', { amount: 10.5 }, 'amount'],
    ['a product that it does not sell', { amount: null, productId: uuidV7() }, 'productId'],
    ['no phone', { phoneNumber: '12' }, 'phoneNumber'],
  ])('for %s is refused', async (_name, fields, field) => {
    const { status, body } = await ask(fields);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });
});

it('a product is sold at its price, and the voucher is shown in this shift only', async () => {
  const product = { amount: 1_000_00n, codes: ['WIFI-9ZK2'], name: 'Day pass' };
  const { id: productId } = await createProduct(test.owner, companyId, product);
  till = await openTill(test, manager, { accountId, productIds: [productId], name: 'Shop' });
  const { shift } = (await till.device.call('GET', '/Till')).body.data;
  expect(shift.products).toEqual([
    { id: productId, productName: 'Day pass', price: 1_000, isSoldOut: false, stock: 1 },
  ]);
  const id = await ended({ amount: null, productId });
  expect(await request(id)).toMatchObject({
    kind: 'sold',
    amount: 1_000,
    productName: 'Day pass',
    voucherCode: 'WIFI-9ZK2',
  });
  const shown = (await check(await referenceOf(id))).data.payment;
  expect(shown).toMatchObject({ isOfTill: true, soldProduct: 'Day pass' });
  expect(JSON.stringify(await feed())).not.toContain('WIFI-9ZK2');
  const later = await till.device.call('POST', '/Till/shift', { pin: till.pin });
  expect(later.body.data.shift.products).toMatchObject([{ isSoldOut: true, stock: 0 }]);
  expect((await till.device.call('GET', `/Till/requests/${id}`)).status).toBe(404);
  expect((await feed()).payments).toEqual([]);
});

it('a product is sold at the price that the cashier saw, or not at all', async () => {
  const product = { amount: 1_000_00n, codes: 2, name: 'Day pass' };
  const { id: productId } = await createProduct(test.owner, companyId, product);
  till = await openTill(test, manager, { accountId, productIds: [productId], name: 'Shop' });
  const sell = { amount: null, productId, idempotencyKey: uuidV7() };
  const asked = await ask({ ...sell, price: 1_000 });
  expect(asked.status, asked.text).toBe(200);
  await test.owner.rows('update internet_products set amount = 150000 where id = $1', [productId]);
  // The answer was lost, and the price has changed since.
  expect((await ask({ ...sell, price: 1_000 })).body.data.id).toBe(asked.body.data.id);
  const later = { ...sell, idempotencyKey: uuidV7() };
  const refused = await ask({ ...later, price: 1_000 });
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { price: 'The price has changed: it is UGX 1,500 now' },
  ]);
  expect((await ask({ ...later, price: 1_500 })).body.data).toMatchObject({ amount: 1_500 });
  expect((await ask({ amount: 500, price: 400 })).body.fields).toHaveProperty('price');
});

/** Gives so much of a payment back. */
async function giveBack(id: string, amount: number): Promise<void> {
  const answer = await test.call(manager, 'POST', `/Transaction/${id}/refunds`, { amount });
  expect(answer.status, answer.text).toBe(200);
  await test.owner.rows(
    `with ended as (delete from open_payments where payment_id = $1)
     update payments set status = 'SUCCESS', awaits_approval = false, finished_at = now() where id = $1`,
    [answer.body.data.apiTransactionId],
  );
}

it('what was refunded leaves the sum of the shift, as a message of it says', async () => {
  const [whole, part] = [await ended(), await ended({ amount: 7_000 })];
  await giveBack(whole, 5_000);
  await giveBack(part, 2_000);
  expect((await check(await referenceOf(whole))).data.answer).toBe('reversed');
  expect((await check(await referenceOf(part))).data).toMatchObject({
    answer: 'paid',
    payment: { refunded: 2_000 },
  });
  expect((await feed()).payments).toMatchObject([
    { id: part, state: 'paid', amount: 7_000, refunded: 2_000 },
    { id: whole, state: 'reversed', amount: 5_000, refunded: 0 },
  ]);
  const list = (await test.call(manager, 'GET', '/Tills')).body.data;
  expect(list).toMatchObject([{ today: { count: 1, amount: 5_000 } }]);
  const { sum } = (await till.device.call('POST', '/Till/end')).body.data;
  expect(sum).toEqual({
    count: 1,
    amount: 5_000,
    byKind: [{ kind: 'asked', count: 1, amount: 5_000 }],
    byNetwork: [{ network: 'MTN', count: 1, amount: 5_000 }],
    reversed: { count: 1, amount: 5_000 },
    refunded: { count: 1, amount: 2_000 },
  });
});

it('the sheet names a failed request that is being checked apart from those that wait', async () => {
  const waiting = (await ask({ phoneNumber: number('waits for a person') })).body.data;
  const failed = await ended({ phoneNumber: number('refused') });
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind)
     select $1, company_id, id, 'late_success' from payments where id = $2`,
    [uuidV7(), failed],
  );
  expect((await till.device.call('POST', '/Till/end')).body.data).toMatchObject({
    sum: { count: 0 },
    waiting: [{ id: waiting.id, check: null }],
    checking: [{ id: failed, state: 'failed', check: { kind: 'late_success', state: 'open' } }],
  });
});

it('what is paid after the end of a shift counts for the shift that asked, and for no other', async () => {
  const asked = (await ask({ phoneNumber: number('waits for a person') })).body.data;
  const first = (await till.device.call('POST', '/Till/end')).body.data;
  expect(first).toMatchObject({ sum: { count: 0 }, waiting: [{ id: asked.id, amount: 5_000 }] });
  await till.device.call('POST', '/Till/shift', { pin: till.pin });
  await test.owner.rows(
    `with ended as (delete from open_payments where payment_id = $1)
     update payments set status = 'SUCCESS', finished_at = now() where id = $1`,
    [asked.id],
  );
  expect((await feed()).payments).toEqual([]);
  const shifts = (await test.call(manager, 'GET', `/Tills/${till.id}/shifts`)).body.data;
  expect(shifts).toMatchObject([
    { endedAt: null, sum: { count: 0 } },
    { sum: { count: 1, amount: 5_000, byKind: [{ kind: 'asked', count: 1, amount: 5_000 }] } },
  ]);
  const sheet = await test.call(manager, 'GET', `/Tills/${till.id}/shifts/${shifts[1].id}`);
  expect(sheet.body.data.payments).toMatchObject([{ id: asked.id, state: 'paid' }]);
  const list = (await test.call(manager, 'GET', '/Tills')).body.data;
  expect(list).toMatchObject([{ today: { count: 1, amount: 5_000 } }]);
});

describe('a shown message', () => {
  it('is paid to us, with a warning when it is shown again, and of an earlier shift', async () => {
    const id = await ended();
    const reference = await referenceOf(id);
    expect((await check(` ${reference.toLowerCase()} `)).data).toMatchObject({
      answer: 'paid',
      payment: {
        amount: 5_000,
        lastDigits: number().slice(-3),
        isEarlier: false,
        isOtherAccount: false,
        // The cashier has seen it paid already.
        isOfTill: true,
        soldProduct: null,
        checkedAt: null,
      },
    });
    // As a bad line repeats it.
    const message = `You have paid UGX 5,000 to DEMO ONE. Transaction ID: ${reference}. Thank you.`;
    expect((await check(message)).data.payment).toMatchObject({ checkedAt: null, refunded: 0 });
    await till.device.call('POST', '/Till/shift', { pin: till.pin });
    expect((await check(reference)).data).toMatchObject({
      answer: 'paid',
      payment: { isEarlier: true, checkedAt: expect.any(String) },
    });
  });

  it('of somebody else says that and nothing more, and a part of a reference nothing at all', async () => {
    const reference = await referenceOf(await ended());
    const other = await createMember(test.owner);
    const theirs = await openTill(test, other, {
      accountId: await createAccount(test.owner, other.companyId ?? ''),
    });
    expect((await check(reference, theirs)).data).toEqual({
      answer: 'somebody-else',
      payment: null,
    });
    const nothing = { answer: 'not-found', payment: null };
    expect((await check(reference.slice(0, -1), theirs)).data).toEqual(nothing);
    expect((await check('ZZ9999999999', theirs)).data).toEqual(nothing);
    expect((await check('12345', theirs)).fields).toHaveProperty('reference');
  });

  it('of a reversed payment says so, and the shift does not count it', async () => {
    const id = await ended();
    const staff = await createStaff(test.owner);
    const row = await test.owner.row<{ transaction_id: string }>(
      'select transaction_id from payments where id = $1',
      [id],
    );
    const reversed = await reverseWithTwo(test, staff, row?.transaction_id ?? '');
    expect(reversed.status, reversed.text).toBe(200);
    expect((await check(await referenceOf(id))).data.answer).toBe('reversed');
    expect((await feed()).payments).toMatchObject([{ state: 'reversed' }]);
    const { sum } = (await till.device.call('POST', '/Till/end')).body.data;
    expect(sum).toMatchObject({ count: 0, amount: 0, reversed: { count: 1, amount: 5_000 } });
  });

  it('of a payment that was taken over as reversed says so', async () => {
    const id = await ended();
    await test.owner.rows("update payments set status = 'REVERSED' where id = $1", [id]);
    expect((await check(await referenceOf(id))).data).toMatchObject({
      answer: 'reversed',
      payment: { amount: 5_000, refunded: 0 },
    });
  });

  it('is limited when it is not ours', async () => {
    const answers = [];
    for (let each = 0; each < 22; each++) answers.push((await check(`ZZ88888888${each}`)).code);
    expect(answers.at(-1)).toBe('too_many_requests');
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(undefined));
  });
});
