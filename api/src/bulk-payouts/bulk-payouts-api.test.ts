import type { ApiBulkLine } from '@sente/contract/bulk-payouts-api';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openBulkDesk, openBulkWorld, type BulkDesk } from '../../test/bulk-payouts.ts';
import { signedCall, type MobileMoney } from '../../test/mobile-money.ts';
import { until } from '../../test/until.ts';
import { createWebhook } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let desk: BulkDesk;
beforeAll(async () => {
  test = await openBulkWorld();
});
beforeEach(async () => {
  desk = await openBulkDesk(test);
});

const path = '/bulk-payouts';
const lineOf = (i: number, more: object = {}) => ({
  phoneNumber: `077${2_500_000 + i}`,
  amount: 1_000 + i,
  reference: `Line ${i}`,
  ...more,
});
const order = (lines: readonly object[], more: object = {}, key = uuidV7()) =>
  signedCall(test.serverUrl, desk.merchant, 'POST', path, {
    body: { name: 'Payroll', lines, ...more },
    key,
  });
const read = async (bulkId: string, rest = '') =>
  (await signedCall(test.serverUrl, desk.merchant, 'GET', `${path}/${bulkId}${rest}`)).body;
const ended = async (bulkId: string, state: string) => {
  await until(
    `a bulk payout that is ${state}`,
    async () => (await read(bulkId)).data.state === state,
  );
  return (await read(bulkId)).data;
};

it('is checked and paid without a further call, and told by an event', async () => {
  await createWebhook(test.owner, desk.merchant.companyId, 'https://hooks.example.test');
  const key = uuidV7();
  const lines = [
    lineOf(1),
    lineOf(2),
    { ...lineOf(3), phoneNumber: magicNumberOf('MTN', 'refused') },
  ];
  const first = await order(lines, {}, key);
  expect([first.status, first.body.data]).toMatchObject([202, { state: 'checking', lineCount: 3 }]);
  const again = await order(lines, {}, key);
  expect(again.body.data.bulkId).toBe(first.body.data.bulkId);
  expect((await order([lineOf(9)], {}, key)).body).toMatchObject({
    code: 'idempotency_key_reused',
  });
  const { bulkId } = first.body.data;
  expect(await ended(bulkId, 'finished')).toMatchObject({
    awaitsApproval: false,
    amount: 3_006,
    paidCount: 2,
    failedCount: 1,
    paidAmount: 2_003,
  });
  const failed: ApiBulkLine[] = (await read(bulkId, '/lines?state=failed')).data;
  expect(failed).toMatchObject([{ number: 3, reason: expect.any(String) }]);
  const page = await read(bulkId, '/lines?limit=2');
  expect([page.data.length, page]).toMatchObject([2, { meta: { nextAfter: 2 } }]);
  const rest = await read(bulkId, '/lines?limit=2&after=2');
  expect([rest.data.length, rest]).toMatchObject([1, { meta: { nextAfter: null } }]);
  const payment = await signedCall(
    test.serverUrl,
    desk.merchant,
    'GET',
    `/${page.data[0].transactionId}`,
  );
  expect(payment.body.data.bulk).toEqual({ bulkId, number: 1 });
  const events = await test.owner.rows<{ payload: { data: object } }>(
    "select payload from webhook_events where company_id = $1 and type = 'bulk_payout.finished'",
    [desk.merchant.companyId],
  );
  expect(events.map(({ payload }) => payload.data)).toMatchObject([{ bulkId, state: 'finished' }]);
});

/** What systems and people are told of those that are not paid. */
async function unpaid() {
  const { companyId } = desk.merchant;
  const rows = await test.owner.rows<{ payload: { data: object } }>(
    "select payload from webhook_events where company_id = $1 and type = 'bulk_payout.unpaid' order by id",
    [companyId],
  );
  const news = await test.owner.rows<{ data: object }>(
    "select data from notification_events where company_id = $1 and kind = 'bulk-payout-finished' order by created_at",
    [companyId],
  );
  return { events: rows.map(({ payload }) => payload.data), news: news.map(({ data }) => data) };
}

it('pays the failed lines again, once and as a new one', async () => {
  const refusedPhone = magicNumberOf('MTN', 'refused');
  const lines = [lineOf(1), { ...lineOf(2), phoneNumber: refusedPhone }];
  const { bulkId } = (await order(lines)).body.data;
  const retry = (key = uuidV7(), id = bulkId, body: object = {}, merchant = desk.merchant) =>
    signedCall(test.serverUrl, merchant, 'POST', `${path}/${id}/retry`, { body, key });
  expect((await retry()).body).toMatchObject({ code: 'refused' });
  await ended(bulkId, 'finished');
  const key = uuidV7();
  const made = await retry(key);
  expect([made.status, made.body.data]).toMatchObject([
    202,
    { name: 'Payroll (retry)', lineCount: 1 },
  ]);
  const again = await retry(key);
  expect(again.body.data.bulkId).toBe(made.body.data.bulkId);
  expect((await retry(key, bulkId, { faultyLines: 'leave-out' })).body).toMatchObject({
    code: 'idempotency_key_reused',
  });
  const twice = 'The failed lines are being paid by another bulk payout already';
  expect((await retry()).body).toMatchObject({ code: 'refused', message: twice });
  expect(await ended(made.body.data.bulkId, 'finished')).toMatchObject({ failedCount: 1 });
  expect((await read(made.body.data.bulkId, '/lines')).data).toMatchObject([
    { number: 2, phoneNumber: `+${refusedPhone}`, state: 'failed' },
  ]);
  const other = await openBulkDesk(test);
  expect((await retry(uuidV7(), bulkId, {}, other.merchant)).status).toBe(404);
});

it('pays nothing if a line has a fault, unless such lines are to be left out', async () => {
  const lines = [lineOf(1), lineOf(2, { phoneNumber: '12' }), lineOf(3, { name: 'Nobody Else' })];
  const refused = await order(lines);
  expect(await ended(refused.body.data.bulkId, 'refused')).toMatchObject({
    reason: '2 lines have faults, so nothing is paid',
    faultyCount: 2,
  });
  const faulty = (await read(refused.body.data.bulkId, '/lines?state=faulty')).data;
  expect(faulty.map(({ number }: ApiBulkLine) => number)).toEqual([2, 3]);
  const told = await unpaid();
  expect(told.events).toMatchObject([
    { bulkId: refused.body.data.bulkId, state: 'refused', faultyCount: 2 },
  ]);
  const reason = '2 lines have faults, so nothing is paid';
  expect(told.news).toEqual([{ name: 'Payroll', outcome: 'refused', reason }]);
  const kept = await order(lines, { faultyLines: 'leave-out' });
  expect(await ended(kept.body.data.bulkId, 'finished')).toMatchObject({ paidCount: 1 });
  const out = (await read(kept.body.data.bulkId, '/lines?state=left-out')).data;
  expect(out).toHaveLength(2);
});

it('waits for people by the rules, who can cancel it, and is refused without the money', async () => {
  const poor = await order([lineOf(1, { amount: 20_000_000 })]);
  expect((await ended(poor.body.data.bulkId, 'refused')).reason).toBe(
    'It takes UGX 20,000,000 with fees, and the account has UGX 10,000,000 available',
  );
  await desk.setRule(5_000, 5_000_000);
  const { bulkId } = (await order([lineOf(1), lineOf(2)])).body.data;
  expect(await ended(bulkId, 'waiting')).toMatchObject({ awaitsApproval: true, paidCount: 0 });
  const [waiting] = (await test.call(desk.manager, 'GET', '/Approvals?kind=bulk-payout')).body.data;
  expect(waiting).toMatchObject({
    askedBy: { name: "The company's systems (API)" },
    canCancel: true,
  });
  const cancelled = await test.call(desk.owner, 'POST', `/Approvals/${waiting.id}/cancel`, {
    reason: 'A wrong file',
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect((await read(bulkId)).data).toMatchObject({ state: 'cancelled', reason: 'A wrong file' });
  const { events, news } = await unpaid();
  expect(events.at(-1)).toMatchObject({ bulkId, state: 'cancelled', reason: 'A wrong file' });
  expect(news.at(-1)).toMatchObject({ outcome: 'cancelled', reason: 'A wrong file' });
});

it('takes ten thousand lines and no more', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) =>
    lineOf(i, { name: 'A long name '.repeat(5) }),
  );
  const whole = await order(lines);
  expect([whole.status, whole.body.data.lineCount]).toEqual([202, 10_000]);
  const { status, body } = await order([...lines, lineOf(0)]);
  expect([status, body]).toMatchObject([400, { fields: { lines: 'At most 10000 lines' } }]);
  // Nobody waits for the check of these.
  await test.owner.rows(
    "update bulk_payouts set state = 'cancelled', next_step_at = null where state = 'checking'",
  );
});
