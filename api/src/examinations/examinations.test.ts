import type { Examination } from '@sente/contract/examinations';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { callSigned } from '../../test/signed.ts';
import { bothWorlds, createTestKey, inTest } from '../../test/test-mode.ts';
import { until } from '../../test/until.ts';
import { startReceiver, type Received } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';

const both = bothWorlds();

/** What a receiver answers; it knows the secret of its webhook. */
type Answer = (received: Received, secret: string) => number;

const verifies: Answer = ({ body, headers }, secret) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return 204;
  } catch {
    return 401;
  }
};

async function withWebhook(answer: Answer, more: object = {}) {
  const member = await createMember(both.live.owner);
  const receiver = await startReceiver();
  const made = await inTest(both.live, member, 'POST', '/Webhooks', {
    url: `${receiver.origin}/hook`,
    currentPassword: factoryPassword,
    ...more,
  });
  expect(made.status, made.text).toBe(200);
  const { id, secret } = made.body.data;
  for (let n = 0; n < 100; n++) {
    receiver.answers.push((response) => {
      const received = receiver.received.at(-1);
      response.writeHead(received ? answer(received, secret) : 500).end();
    });
  }
  return { member, receiver, webhookId: id as string };
}

const start = (member: TestActor, webhookId: string, watchesOrders = false) =>
  inTest(both.live, member, 'POST', '/Examinations', { webhookId, watchesOrders });

async function finished(member: TestActor, id: string): Promise<Examination> {
  let last: Examination | undefined;
  await until('the examination ends', async () => {
    last = (await inTest(both.live, member, 'GET', `/Examinations/${id}`)).body.data;
    return last?.state === 'finished';
  });
  return last as Examination;
}

const outcomes = ({ checks }: Examination) =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));

it('a receiver that verifies and accepts passes, and its numbers go on', async () => {
  const { member, receiver, webhookId } = await withWebhook(verifies);
  const begun = await start(member, webhookId);
  expect(begun.body.data).toMatchObject({ state: 'running', isPassed: null, passed: 0 });
  const report = await finished(member, begun.body.data.id);
  expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(report).toMatchObject({ isPassed: true, passed: 13, failed: 0, notSeen: 3 });
  expect(report.checks[0]).toMatchObject({ cameBack: expect.stringMatching(/^204 after \d+ ms$/) });
  // Every event that had to be accepted is numbered, and can be asked for.
  const seen = receiver.received.map(({ body }) => JSON.parse(body).sequence).filter(Boolean);
  const events = await inTest(both.live, member, 'GET', '/Events?limit=100');
  const numbers = events.body.data.map(({ sequence }: { sequence: number }) => sequence);
  expect(Math.max(...seen)).toBe(numbers[0]);
  expect((await inTest(both.live, member, 'GET', '/Examinations')).body.data).toMatchObject([
    { id: report.id, isPassed: true },
  ]);
  // The live world has none of it, and begins none.
  expect((await both.live.call(member, 'GET', '/Examinations')).body.data).toEqual([]);
  const url = `${receiver.origin}/live`;
  const body = { url, currentPassword: factoryPassword };
  const own = await both.live.call(member, 'POST', '/Webhooks', body);
  const wish = { webhookId: own.body.data.id };
  const live = await both.live.call(member, 'POST', '/Examinations', wish);
  expect([live.status, live.body.message]).toEqual([409, expect.stringContaining('test mode')]);
});

it('one that believes everything fails where it matters, and is told what to do', async () => {
  const { member, webhookId } = await withWebhook(() => 200);
  const report = await finished(member, (await start(member, webhookId)).body.data.id);
  expect(report.isPassed).toBe(false);
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ name }) => name)).toEqual([
    'wrong-signature',
    'changed-body',
    'no-signature',
    'old-timestamp',
  ]);
  expect(failed[0]).toMatchObject({
    cameBack: expect.stringMatching(/^200 after/),
    toDo: expect.stringContaining('Verify every message'),
  });
});

it('one that turns duplicates down, or does not answer, fails', async () => {
  const ids = new Set<unknown>();
  const strict = await withWebhook((received, secret) => {
    const id = received.headers['webhook-id'];
    const isAgain = ids.has(id);
    ids.add(id);
    return isAgain ? 409 : verifies(received, secret);
  });
  const report = await finished(
    strict.member,
    (await start(strict.member, strict.webhookId)).body.data.id,
  );
  expect(outcomes(report)).toMatchObject({ accepted: 'passed', doubled: 'failed' });
  const dead = await withWebhook(() => 500);
  const told = await finished(dead.member, (await start(dead.member, dead.webhookId)).body.data.id);
  expect(outcomes(told)).toMatchObject({ accepted: 'failed', doubled: 'not-seen' });
  expect(told).toMatchObject({ isPassed: false, failed: 1 });
});

it('is one at a time, of a webhook that is on and receives payments', async () => {
  const { member, webhookId } = await withWebhook(verifies);
  await start(member, webhookId);
  expect((await start(member, webhookId)).body.message).toContain('under way already');
  expect((await start(member, uuidV7())).status).toBe(404);
  const other = await withWebhook(verifies, { eventTypes: ['payment.failed'] });
  expect((await start(other.member, other.webhookId)).body.fields).toEqual({
    webhookId: 'This webhook must receive payment.succeeded and payment.failed',
  });
  const stranger = await createMember(both.live.owner);
  expect((await start(stranger, webhookId)).status).toBe(404);
});

it('disturbs orders, and sees whether they are repeated with their key', async () => {
  const { member, webhookId } = await withWebhook(verifies);
  const key = await createTestKey(both.live, member);
  const begun = await start(member, webhookId, true);
  const order = (reference: string, idempotencyKey: string) =>
    callSigned(both.live, key, {
      method: 'POST',
      path: '/v1/Payments/collections',
      body: { phoneNumber: '0772123456', amount: 1_000, reference },
      idempotencyKey,
    });
  const lost = await order('A', 'key-a');
  expect([lost.status, lost.body.message]).toEqual([503, expect.stringContaining('withheld')]);
  const again = await order('A', 'key-a');
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
  expect((await order('B', 'key-b')).status).toBe(202);
  expect((await order('C', 'key-c')).status).toBe(202);
  const report = await finished(member, begun.body.data.id);
  expect(report).toMatchObject({ isPassed: true, passed: 16, notSeen: 0 });
  const sql = 'select status from payments where company_id = $1 and reference = $2';
  const statusOf = (reference: string) => both.other.owner.row(sql, [member.companyId, reference]);
  expect([await statusOf('A'), await statusOf('B'), await statusOf('C')]).toEqual([
    { status: 'SUCCESS' },
    { status: 'SUCCESS' },
    { status: 'FAILED' },
  ]);
  // Afterwards nothing is disturbed.
  expect((await order('D', 'key-d')).status).toBe(202);
});

it('sees an order that is repeated under another key', async () => {
  const { member, webhookId } = await withWebhook(verifies);
  const key = await createTestKey(both.live, member);
  const begun = await start(member, webhookId, true);
  const order = (amount: number, idempotencyKey: string) =>
    callSigned(both.live, key, {
      method: 'POST',
      path: '/v1/Payments/payouts',
      body: { phoneNumber: '0772123456', amount, reference: 'Wages' },
      idempotencyKey,
    });
  // What is not accepted is no order.
  expect((await order(15_000_000, 'too-much')).body.code).toBe('insufficient_funds');
  expect((await order(1_000, 'first')).status).toBe(503);
  await order(1_000, 'second');
  await order(2_000, 'third');
  await order(3_000, 'fourth');
  const report = await finished(member, begun.body.data.id);
  expect(outcomes(report)['order-answer-lost']).toBe('failed');
  expect(report.isPassed).toBe(false);
});

it('can be required before keys of live mode', async () => {
  const chief = await createStaff(both.live.owner);
  const { member, webhookId } = await withWebhook(verifies);
  const settings = (await both.live.call(chief, 'GET', '/PlatformSettings')).body.data;
  const required = { ...settings, examinationDays: 30 };
  expect((await both.live.call(chief, 'PUT', '/PlatformSettings', required)).status).toBe(200);
  const body = { name: 'Shop', scopes: ['read'], currentPassword: factoryPassword };
  const make = () => both.live.call(member, 'POST', '/ApiKeys', body);
  const refused = await make();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('passed in the last 30 days'),
  ]);
  const set = { companyId: member.companyId, currentPassword: factoryPassword };
  expect((await both.live.call(chief, 'POST', '/Company/credentials', set)).status).toBe(409);
  // Keys of test mode are free.
  await createTestKey(both.live, member);
  const requirement = async () =>
    (await both.live.call(member, 'GET', '/Examinations/requirement')).body.data;
  expect(await requirement()).toMatchObject({ days: 30, lastPassedAt: null, isMet: false });
  const { id } = await finished(member, (await start(member, webhookId)).body.data.id);
  expect(await requirement()).toMatchObject({ isMet: true });
  expect((await make()).status).toBe(200);
  const path = `/Company/${member.companyId}/test-mode`;
  expect((await both.live.call(chief, 'GET', path)).body.data).toMatchObject({
    isOn: true,
    isUsed: true,
    keys: 1,
    webhooks: 1,
    payments: 1,
    examinations: 1,
    lastExamination: { id, isPassed: true },
  });
  await both.other.owner.rows(
    "update examinations set finished_at = now() - interval '31 days' where id = $1",
    [id],
  );
  expect((await make()).status).toBe(409);
  // What loosens it waits for a second person.
  const looser = await both.live.call(chief, 'PUT', '/PlatformSettings', settings);
  expect(looser.body.meta).toMatchObject({ approvalId: expect.any(String) });
});
