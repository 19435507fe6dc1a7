import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createAccount } from '../../test/factories.ts';
import { startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { createLink, createPayer } from '../../test/payers.ts';
import { createProduct } from '../../test/products.ts';
import { openTill, type OpenTill } from '../../test/till-devices.ts';
import { uuidV7 } from '../db/uuid.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let manager: TestActor;
let accountId: string;
let productId: string;
let till: OpenTill;

beforeAll(async () => {
  test = await startMobileMoney();
  manager = await createMember(test.owner);
  const companyId = manager.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  const product = { amount: 1_000_00n, codes: 3, name: 'Day pass' };
  productId = (await createProduct(test.owner, companyId, product)).id;
  till = await openTill(test, manager, { accountId, productIds: [productId] });
}, 60_000);

/** An amount, a product, one that is refused, and somebody who pays with a link. */
async function takePayments(): Promise<void> {
  const ask = async (fields: object) => {
    const body = { idempotencyKey: uuidV7(), ...fields };
    const answer = await till.device.call('POST', '/Till/requests', body);
    expect(answer.status, answer.text).toBe(200);
  };
  await ask({ phoneNumber: `+${magicNumberOf('MTN', 'approved')}`, amount: 5_000 });
  await ask({ phoneNumber: `+${magicNumberOf('AIRTEL', 'approved')}`, productId });
  await ask({ phoneNumber: `+${magicNumberOf('MTN', 'refused')}`, amount: 9_000 });
  const { path } = await createLink(test, manager, { accountId, amount: 700 });
  const payer = createPayer(test, '197.239.4.1');
  const { location } = await payer.pay(path, {
    phoneNumber: `+${magicNumberOf('MTN', 'approved')}`,
  });
  await payer.sees(location ?? '', '<h2>Paid</h2>');
  const left = async () => {
    const { payments } = (await till.device.call('GET', '/Till/feed')).body.data;
    return payments.filter(({ state }: { state: string }) => state === 'waiting').length;
  };
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
}

const shifts = async () => (await test.call(manager, 'GET', `/Tills/${till.id}/shifts`)).body.data;

it('the sum of a shift is that of the ledger, by kind and network, and is asked for again after a lost answer', async () => {
  await takePayments();
  const list = (await test.call(manager, 'GET', '/Tills')).body.data;
  expect(list).toMatchObject([
    { onShift: [{ cashierName: 'Akello' }], today: { count: 3, amount: 6_700 } },
  ]);
  const first = await till.device.call('POST', '/Till/end');
  expect(first.status, first.text).toBe(200);
  const { sum, payments, cashierName, endedAt } = first.body.data;
  expect(cashierName).toBe('Akello');
  expect(sum).toEqual({
    count: 3,
    amount: 6_700,
    byKind: [
      { kind: 'asked', count: 1, amount: 5_000 },
      { kind: 'sold', count: 1, amount: 1_000 },
      { kind: 'other', count: 1, amount: 700 },
    ],
    byNetwork: [
      { network: 'MTN', count: 2, amount: 5_700 },
      { network: 'AIRTEL', count: 1, amount: 1_000 },
    ],
    reversed: { count: 0, amount: 0 },
    refunded: { count: 0, amount: 0 },
  });
  expect(payments).toHaveLength(3);
  const booked = await test.owner.row<{ amount: string }>(
    `select sum(amount)::text as amount from transactions
     where account_id = $1 and status = 'completed' and type = 'credit'`,
    [accountId],
  );
  expect(Number(booked?.amount) / 100).toBe(sum.amount);

  expect((await till.device.call('POST', '/Till/end')).body.data).toEqual(first.body.data);
  expect((await till.device.call('GET', '/Till/feed')).body.code).toBe('shift_ended');
  expect(await shifts()).toMatchObject([{ ending: 'cashier', endedAt, sum }]);
  await test.owner.rows(
    `update till_shifts set opened_at = opened_at - interval '3 hours',
       closed_at = closed_at - interval '2 hours'`,
  );
  expect((await till.device.call('POST', '/Till/end')).body.code).toBe('shift_ended');
});

it('what was paid before a shift or after it is not of the shift', async () => {
  await till.device.call('POST', '/Till/shift', { pin: till.pin });
  expect((await till.device.call('GET', '/Till/feed')).body.data.payments).toEqual([]);
  expect((await shifts())[0]).toMatchObject({ endedAt: null, sum: { count: 0, amount: 0 } });
});
