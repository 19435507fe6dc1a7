import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createAccount } from '../../test/factories.ts';
import { startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { createDevice, openTill, type OpenTill } from '../../test/till-devices.ts';
import { uuidV7 } from '../db/uuid.ts';
import { magicNumberOf, type BehaviourName } from '../payments/simulator/magic-numbers.ts';

/* What a cashier must not take for a payment of the customer at the counter. */

let test: MobileMoney;
let manager: TestActor;
let companyId: string;
let accountId: string;
let till: OpenTill;
beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  manager = await createMember(test.owner);
  companyId = manager.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  till = await openTill(test, manager, { accountId });
});

const patient = { timeout: 20_000 };
async function ask(name: BehaviourName, { device } = till): Promise<string> {
  const phoneNumber = `+${magicNumberOf('MTN', name)}`;
  const body = { phoneNumber, amount: 5_000, idempotencyKey: uuidV7() };
  const answer = await device.call('POST', '/Till/requests', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
}
const rowOf = async (id: string, { device } = till) =>
  (await device.call('GET', '/Till/feed')).body.data.payments.find(
    (row: { id: string }) => row.id === id,
  );
async function becomes(id: string, state: object): Promise<void> {
  await expect.poll(() => rowOf(id), patient).toMatchObject(state);
}
const backdate = (id: string) =>
  test.owner.rows("update payments set created_at = created_at - interval '3 days' where id = $1", [
    id,
  ]);
async function check(id: string): Promise<Record<string, unknown>> {
  const row = await test.owner.row<{ reference: string }>(
    'select network_reference as reference from payments where id = $1',
    [id],
  );
  return (await till.device.call('POST', '/Till/check', row)).body.data.payment;
}
async function decide(paymentId: string, decision: 'book' | 'fail'): Promise<void> {
  const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
  const reviews = (await test.call(first, 'GET', '/PaymentReviews')).body.data;
  const review = reviews.find(({ recordId }: { recordId: string }) => recordId === paymentId);
  const path = `/PaymentReviews/${review.id}`;
  const proposal = { decision, note: 'Seen at the network' };
  expect((await test.call(first, 'POST', `${path}/propose`, proposal)).status).toBe(200);
  expect((await test.call(second, 'POST', `${path}/confirm`, { decision })).status).toBe(200);
}

it('a payment that was paid at once is not late', async () => {
  const id = await ask('approved');
  await becomes(id, { state: 'paid', isLate: false, askedAt: expect.any(String) });
  expect(await check(id)).toMatchObject({ isLate: false, askedAt: expect.any(String) });
});

it('a payment that had failed and was booked is late, and says when it was asked for', async () => {
  const id = await ask('late success');
  const { askedAt } = await rowOf(id);
  await becomes(id, { state: 'failed', isLate: false, check: { state: 'open' } });
  await decide(id, 'book');
  const late = { isLate: true, askedAt };
  expect(await rowOf(id)).toMatchObject({ state: 'paid', check: { state: 'paid' }, ...late });
  expect(await check(id)).toMatchObject(late);
});

it('a payment that is decided long after it was asked for is late though it never failed', async () => {
  const id = await ask('approved');
  await becomes(id, { state: 'paid' });
  await backdate(id);
  const row = await rowOf(id);
  expect(row.isLate).toBe(true);
  expect(Date.parse(row.at) - Date.parse(row.askedAt)).toBeGreaterThan(86_400_000);
  expect(await check(id)).toMatchObject({ isLate: true, askedAt: row.askedAt });
});

it('a payment that is decided as not paid is not late', async () => {
  const id = await ask('wrong amount');
  await becomes(id, { check: { state: 'open' } });
  await backdate(id);
  await decide(id, 'fail');
  const decided = { state: 'failed', isLate: false, check: { state: 'not_paid' } };
  expect(await rowOf(id)).toMatchObject(decided);
});

it('a payment of the shift says who asked for it, and whether anybody at a till did', async () => {
  const other = await openTill(test, manager, { accountId, name: 'Gate' });
  const own = await ask('approved');
  const theirs = await ask('approved', other);
  await becomes(own, { kind: 'asked', askedBy: null, state: 'paid' });
  await becomes(theirs, {
    kind: 'other',
    askedBy: { tillName: 'Gate', cashierName: 'Akello' },
  });
  const asked = await test.call(manager, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'add-money',
    accountId,
    amount: 6_000,
    phoneNumber: magicNumberOf('MTN', 'approved'),
    network: 'MTN',
    note: null,
  });
  expect(asked.status, asked.text).toBe(200);
  await becomes(asked.body.data.apiTransactionId, { kind: 'other', askedBy: null });
});

it('a payment of another cashier at the same till names the cashier alone', async () => {
  const theirs = await ask('waits for a person');
  const cashier = await test.call(manager, 'POST', `/Tills/${till.id}/cashiers`, {
    name: 'Okot James',
  });
  const device = await test.call(manager, 'POST', `/Tills/${till.id}/devices`, { name: 'Phone' });
  const second = createDevice(test, '197.239.2.2');
  await second.call('POST', '/Till/pair', { code: device.body.data.code });
  await second.call('POST', '/Till/shift', { pin: cashier.body.data.pin });
  await test.owner.rows(
    `with ended as (delete from open_payments where payment_id = $1)
     update payments set status = 'SUCCESS', finished_at = now() where id = $1`,
    [theirs],
  );
  expect(await rowOf(theirs, { ...till, device: second })).toMatchObject({
    kind: 'other',
    askedBy: { tillName: null, cashierName: 'Akello' },
  });
});
