import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createAccount } from '../../test/factories.ts';
import { startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { openTill, type OpenTill } from '../../test/till-devices.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: MobileMoney;
let manager: TestActor;
let accountId: string;
let till: OpenTill;
let reference: string;

beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  await test.owner.rows("delete from throttles where key like 'pay:%' or key like 'till:%'");
  manager = await createMember(test.owner);
  accountId = await createAccount(test.owner, manager.companyId ?? '');
  till = await openTill(test, manager, { accountId });
  reference = `MP${Date.now()}`;
  await test.owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, status, network_reference, finished_at)
     values ($1, $2, 'collection', 'api', $3, '256772123456', 'MTN', 500000, 'SUCCESS', $4, now())`,
    [manager.companyId, uuidV7(), accountId, reference],
  );
});

const message = (amount: string, sender = '256772123456') =>
  `You have received UGX ${amount} from ${sender}.\nTransaction ID: ${reference}. Thank you.`;
const check = async (text: string, { device } = till) => {
  const answer = await device.call('POST', '/Till/check', { reference: text });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.payment;
};
/** The showings of the last minute at a till are one. */
const later = () =>
  test.owner.rows("update till_checks set checked_at = checked_at - interval '2 minutes'");

it.each([
  ['amount', message.bind(null, '50,000')],
  ['sender', message.bind(null, '5,000', '256772123999')],
])('that says another %s than the payment does not count as shown', async (_of, changed) => {
  expect(await check(changed())).toMatchObject({ amount: 5_000, checkedAt: null });
  await later();
  expect(await check(message('5,000'))).toMatchObject({ checkedAt: null, checkedBy: null });
  await later();
  // It says when the true one was shown, and again changes nothing.
  const first = (await check(changed())).checkedAt;
  expect(first).toEqual(expect.any(String));
  expect((await check(reference)).checkedAt).toBe(first);
});

it('that cannot be read does not count as shown: the words may not be those of the network', async () => {
  const unclear = `Confirmed, fifty thousand. Transaction ID: ${reference}`;
  expect(await check(unclear)).toMatchObject({ amount: 5_000, checkedAt: null });
  await later();
  expect(await check(message('5,000'))).toMatchObject({ checkedAt: null, checkedBy: null });
});

it('of a payment that the network has taken back says that it is being checked', async () => {
  expect(await check(reference)).toMatchObject({ check: null });
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind)
     select $1, company_id, id, 'contradicted' from payments where network_reference = $2`,
    [uuidV7(), reference],
  );
  expect(await check(reference)).toMatchObject({
    check: { kind: 'contradicted', state: 'open' },
  });
});

it('names the other cashier who saw it, also after a second look, and oneself of an earlier shift', async () => {
  const gate = await openTill(test, manager, { accountId, name: 'Gate' });
  await check(reference, gate);
  await check(reference);
  await later();
  expect(await check(reference)).toMatchObject({ checkedBy: { tillName: 'Gate' } });
  await test.owner.rows(
    `delete from till_checks where shift_id in (select id from till_shifts where till_id = $1)`,
    [gate.id],
  );
  await till.device.call('POST', '/Till/end');
  await till.device.call('POST', '/Till/shift', { pin: till.pin });
  // One payment is for one sale, and no sale is of two shifts.
  expect(await check(reference)).toMatchObject({
    checkedBy: { tillName: null, cashierName: 'Akello' },
  });
});

it('says where and to whom it was shown before', async () => {
  await check(message('5,000'));
  await later();
  expect(await check(reference)).toMatchObject({
    checkedBy: { tillName: null, cashierName: null },
  });

  const gate = await openTill(test, manager, { accountId, name: 'Gate' });
  expect(await check(reference, gate)).toMatchObject({
    checkedBy: { tillName: 'Front desk', cashierName: 'Akello' },
  });

  const added = await test.call(manager, 'POST', `/Tills/${till.id}/cashiers`, { name: 'Okello' });
  await till.device.call('POST', '/Till/end');
  await till.device.call('POST', '/Till/shift', { pin: added.body.data.pin });
  await test.owner.rows(
    `delete from till_checks where shift_id in (select id from till_shifts where till_id = $1)`,
    [gate.id],
  );
  expect(await check(reference)).toMatchObject({
    checkedBy: { tillName: null, cashierName: 'Akello' },
  });
});
