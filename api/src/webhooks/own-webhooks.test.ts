import type { NewOwnWebhook, OwnWebhook } from '@sente/contract/own-webhooks';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  allowAll,
  answering,
  createPayment,
  letTimePass,
  runJobs,
  startReceiver,
  type Receiver,
} from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { emitEvents, type PaymentEventType } from './outbox.ts';

let test: TestApp;
let admin: TestActor;
let companyId: string;
let receiver: Receiver;
beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  receiver = await startReceiver();
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  receiver.received.length = 0;
  receiver.answers.length = 0;
  await test.owner.rows('delete from graphile_worker._private_jobs');
  await test.owner.rows('delete from throttles');
});

const add = async (path: string, more: object = {}): Promise<NewOwnWebhook> => {
  const answer = await test.call(admin, 'POST', '/Webhooks', {
    url: `${receiver.origin}${path}`,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const list = async (): Promise<OwnWebhook[]> =>
  (await test.call(admin, 'GET', '/Webhooks')).body.data;
const deliveries = async (query = ''): Promise<WebhookDelivery[]> =>
  (await test.call(admin, 'GET', `/Webhooks/deliveries${query}`)).body.data;
const emit = async (type: PaymentEventType = 'payment.succeeded') => {
  const { id, ...data } = await createPayment(test.owner, companyId);
  await test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, paymentId: id, type, data }]),
  );
  return id;
};
const isNotified = async (id: string) =>
  (
    await test.owner.row<{ is: boolean }>('select is_notified as is from payments where id = $1', [
      id,
    ])
  )?.is;
const heard = () => receiver.received.map(({ path, body }) => [path, JSON.parse(body).type]);

describe('several webhooks', () => {
  it('get the events that they chose, each numbered and after the one before it there', async () => {
    await add('/all', { description: 'Shop' });
    await add('/failed', { eventTypes: ['payment.failed', 'payment.failed'] });
    for (const type of ['payment.failed', 'payment.succeeded', 'payment.failed'] as const) {
      await emit(type);
      await runJobs(test);
    }
    expect(heard().toSorted()).toEqual([
      ['/all', 'payment.failed'],
      ['/all', 'payment.failed'],
      ['/all', 'payment.succeeded'],
      ['/failed', 'payment.failed'],
      ['/failed', 'payment.failed'],
    ]);
    const numbers = (path: string) =>
      receiver.received
        .filter((sent) => sent.path === path)
        .map(({ body }) => JSON.parse(body))
        .map(({ sequence, previousSequence }) => [sequence, previousSequence]);
    expect(numbers('/all')).toEqual([
      [1, null],
      [2, 1],
      [3, 2],
    ]);
    expect(numbers('/failed')).toEqual([
      [1, null],
      [3, 1],
    ]);
    // An event is the same one wherever it goes.
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(await list()).toMatchObject([
      { description: 'Shop', eventTypes: null, waiting: 0, lastDeliveredAt: expect.any(String) },
      { description: null, eventTypes: ['payment.failed'] },
    ]);
  });

  it('do not delay each other: one that fails waits alone', async () => {
    const broken = await add('/broken');
    const sound = await add('/sound');
    const paymentId = await emit();
    await test.owner.rows('update company_webhooks set url = $2 where id = $1', [
      broken.id,
      'http://127.0.0.1:1/',
    ]);
    await runJobs(test);
    expect(await deliveries(`?webhook=${sound.id}`)).toMatchObject([{ state: 'delivered' }]);
    expect(await deliveries(`?webhook=${broken.id}`)).toMatchObject([{ state: 'waiting' }]);
    // Only when all of them have it.
    expect(await isNotified(paymentId)).toBe(false);
    await test.call(admin, 'PUT', `/Webhooks/${broken.id}`, { url: `${receiver.origin}/broken` });
    await letTimePass(test.owner);
    await runJobs(test);
    expect(await deliveries('?state=delivered')).toHaveLength(2);
    expect(await isNotified(paymentId)).toBe(true);
  });

  it('are at most ten, with public addresses, and nobody reads a secret later', async () => {
    const { secret } = await add('/1');
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await list())).not.toContain(secret);
    for (let n = 2; n <= 10; n++) await add(`/${n}`);
    const eleventh = await test.call(admin, 'POST', '/Webhooks', { url: receiver.origin });
    expect([eleventh.status, eleventh.body.message]).toEqual([
      409,
      'A company has at most 10 webhooks. Remove one first.',
    ]);
    const bad = await test.call(admin, 'POST', '/Webhooks', { url: 'ftp://x', eventTypes: [] });
    expect(bad.body.fields).toMatchObject({
      url: 'Webhook address must be a valid https address',
      eventTypes: 'Choose at least one event',
    });
    const log = await test.owner.rows('select details from audit_log where company_id = $1', [
      companyId,
    ]);
    expect(JSON.stringify(log)).not.toContain('whsec_');
  });

  it('the first is the one of the back-office', async () => {
    const staff = await createStaff(test.owner);
    const path = `/Company/${companyId}/webhook`;
    const own = await add('/own', { eventTypes: ['payment.failed'] });
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject({
      url: own.url,
      secret: own.secret,
    });
    await test.call(staff, 'PUT', path, { url: `${receiver.origin}/staff`, isActive: true });
    expect(await list()).toMatchObject([
      { id: own.id, url: `${receiver.origin}/staff`, eventTypes: ['payment.failed'] },
    ]);
    await test.call(staff, 'DELETE', path);
    expect(await list()).toEqual([]);
  });
});

describe('a rotated secret', () => {
  const signed = async (secret: string) => {
    await emit();
    await runJobs(test);
    const { body = '', headers } = receiver.received.at(-1) ?? {};
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== null;
    } catch {
      return false;
    }
  };

  it('signs beside the old one until that ends', async () => {
    const made = await add('/hook');
    const rotate = async (overlap: string): Promise<NewOwnWebhook> =>
      (await test.call(admin, 'POST', `/Webhooks/${made.id}/rotate`, { overlap })).body.data;
    const next = await rotate('day');
    expect(next.secret).not.toBe(made.secret);
    expect(next.previousSecretEndsAt).not.toBeNull();
    expect([await signed(made.secret), await signed(next.secret)]).toEqual([true, true]);
    const header = String(receiver.received.at(-1)?.headers['webhook-signature']);
    expect(header.split(' ').map((one) => one.slice(0, 3))).toEqual(['v1,', 'v1,']);
    await test.owner.rows('update company_webhooks set previous_ends_at = now() where id = $1', [
      made.id,
    ]);
    expect([await signed(made.secret), await signed(next.secret)]).toEqual([false, true]);
    expect((await list())[0]?.previousSecretEndsAt).toBeNull();
    const last = await rotate('none');
    expect([await signed(next.secret), await signed(last.secret)]).toEqual([false, true]);
  });
});

describe('sending again', () => {
  it('sends one that arrived, with the same id and number, and is recorded', async () => {
    await add('/hook');
    await emit();
    await runJobs(test);
    const [first] = await deliveries('?state=delivered&type=payment.succeeded');
    const answer = await test.call(admin, 'POST', `/Webhooks/deliveries/${first?.id}/send-again`);
    expect(answer.body.data).toMatchObject({ id: first?.id, state: 'waiting' });
    await runJobs(test);
    const [one, two] = receiver.received;
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(two?.body).toBe(one?.body);
    const whole = await test.call(admin, 'GET', `/Webhooks/deliveries/${first?.id}`);
    expect(whole.body.data.attempts).toHaveLength(2);
    const log = await test.owner.rows(
      "select from audit_log where company_id = $1 and action = 'ownWebhooks.sendAgain'",
      [companyId],
    );
    expect(log).toHaveLength(1);
  });

  it('sends what failed within a time, or all of it, to one webhook', async () => {
    const hook = await add('/hook');
    await add('/other');
    await emit();
    receiver.answers.push(answering(410), answering(410));
    await runJobs(test);
    await emit();
    await runJobs(test);
    receiver.received.length = 0;
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const again = (which: string, more: object = {}) =>
      test.call(admin, 'POST', `/Webhooks/${hook.id}/send-again`, { from, to, which, ...more });
    expect((await again('failed')).body.data).toMatchObject({ count: 1, hasMore: false });
    await runJobs(test);
    expect((await again('all')).body.data).toMatchObject({ count: 2, hasMore: false });
    await runJobs(test);
    expect(heard()).toEqual(Array.from({ length: 3 }, () => ['/hook', 'payment.succeeded']));
    expect((await again('failed', { to: from })).body.fields).toEqual({
      to: 'Must be after the start',
    });
    // A budget of its own.
    for (let n = 0; n < 3; n++) await again('failed');
    expect((await again('failed')).status).toBe(429);
  });

  it('goes on after the delivery that an answer before named, also when these have arrived', async () => {
    const hook = await add('/hook');
    for (let n = 0; n < 3; n++) {
      await emit();
      await runJobs(test);
    }
    const [newest, , oldest] = await deliveries();
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const again = async (after?: string) => {
      const body = { from, to, which: 'all', after };
      const answer = await test.call(admin, 'POST', `/Webhooks/${hook.id}/send-again`, body);
      expect(answer.status, answer.text).toBe(200);
      await runJobs(test);
      return answer.body.data;
    };
    const last = { hasMore: false, nextAfter: null };
    expect(await again(oldest?.id)).toEqual({ count: 2, ...last });
    expect(await again(newest?.id)).toEqual({ count: 0, ...last });
    expect(await again()).toEqual({ count: 3, ...last });
  });

  it("is refused for another company's, a removed and an inactive webhook", async () => {
    const hook = await add('/hook');
    await emit();
    await runJobs(test);
    const [one] = await deliveries();
    const path = `/Webhooks/deliveries/${one?.id}/send-again`;
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'POST', path)).status).toBe(404);
    expect((await test.call(stranger, 'DELETE', `/Webhooks/${hook.id}`)).status).toBe(404);
    expect((await test.call(stranger, 'GET', '/Webhooks/deliveries')).body.data).toEqual([]);
    await test.call(admin, 'PUT', `/Webhooks/${hook.id}`, { url: hook.url, isActive: false });
    expect((await test.call(admin, 'POST', path)).body.message).toContain('is switched off');
    expect((await test.call(admin, 'POST', `/Webhooks/${hook.id}/test`)).body.data.statusCode).toBe(
      204,
    );
    await test.call(admin, 'DELETE', `/Webhooks/${hook.id}`);
    expect((await test.call(admin, 'POST', path)).status).toBe(409);
  });
});
