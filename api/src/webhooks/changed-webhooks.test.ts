import { beforeAll, expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  allowAll,
  createPayment,
  runJobs,
  startReceiver,
  type Receiver,
} from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { emitEvents } from './outbox.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  receiver = await startReceiver();
});

it(
  'what came while a webhook was switched off is sent with its range, to a company without a key',
  { timeout: 60_000 },
  async () => {
    const admin = await createMember(test.owner);
    const companyId = admin.companyId ?? '';
    const emit = async (type: 'payment.succeeded' | 'payment.failed') => {
      const { id, ...data } = await createPayment(test.owner, companyId);
      await test.database.within(platformScope, (db) =>
        emitEvents(db, [{ companyId, paymentId: id, type, data }]),
      );
      await runJobs(test);
    };
    const from = new Date(Date.now() - 60_000).toISOString();
    const add = async (path: string, more: object) => {
      const url = `${receiver.origin}${path}`;
      const { body } = await test.call(admin, 'POST', '/Webhooks', { url, ...more });
      const set = (isActive: boolean) =>
        test.call(admin, 'PUT', `/Webhooks/${body.data.id}`, { url, ...more, isActive });
      const again = async (which: string) => {
        const to = new Date(Date.now() + 60_000).toISOString();
        const asked = { from, to, which };
        const answer = await test.call(
          admin,
          'POST',
          `/Webhooks/${body.data.id}/send-again`,
          asked,
        );
        await runJobs(test);
        return answer.body.data;
      };
      return { set, again };
    };
    const heard = () =>
      receiver.received
        .splice(0)
        .map(({ path, body }) => `${path} ${JSON.parse(body).sequence}`)
        .toSorted();
    const shop = await add('/shop', { eventTypes: null });
    await emit('payment.succeeded');
    await shop.set(false);
    await emit('payment.failed');
    await emit('payment.succeeded');
    expect(heard()).toEqual(['/shop 1']);
    await shop.set(true);
    const books = await add('/books', { eventTypes: ['payment.succeeded'] });
    expect(await shop.again('failed')).toEqual({ count: 2, hasMore: false, nextAfter: null });
    expect(heard()).toEqual(['/shop 2', '/shop 3']);
    // Nothing from before it was added.
    expect(await books.again('all')).toEqual({ count: 0, hasMore: false, nextAfter: null });
    expect(await shop.again('all')).toEqual({ count: 3, hasMore: false, nextAfter: null });
  },
);

it('a new address and a new secret are told to the administrators', async () => {
  const admin = await createMember(test.owner);
  const companyId = admin.companyId ?? '';
  const told = async () =>
    (
      await test.owner.rows<{ outcome: string }>(
        `select data ->> 'outcome' as outcome from notification_events
         where company_id = $1 and kind = 'protection' order by created_at`,
        [companyId],
      )
    ).map(({ outcome }) => outcome);
  const url = `${receiver.origin}/shop`;
  const { body } = await test.call(admin, 'POST', '/Webhooks', { url, eventTypes: null });
  const path = `/Webhooks/${body.data.id}`;
  const update = (to: string) =>
    test.call(admin, 'PUT', path, { url: to, description: 'Shop', eventTypes: null });
  await update(url);
  expect(await told()).toEqual(['webhook-added']);
  expect((await update(`${receiver.origin}/other`)).status).toBe(200);
  const rotated = await test.call(admin, 'POST', `${path}/rotate`, { overlap: 'none' });
  expect(rotated.status, rotated.text).toBe(200);
  expect(await told()).toEqual(['webhook-added', 'webhook-changed', 'webhook-changed']);
});

it('the page of a payment tells what is kept for a webhook that is switched off', async () => {
  const admin = await createMember(test.owner);
  const companyId = admin.companyId ?? '';
  const url = `${receiver.origin}/shop`;
  const { body } = await test.call(admin, 'POST', '/Webhooks', { url, eventTypes: null });
  const set = (isActive: boolean) =>
    test.call(admin, 'PUT', `/Webhooks/${body.data.id}`, { url, eventTypes: null, isActive });
  const { id, ...data } = await createPayment(test.owner, companyId);
  const emit = (type: 'payment.succeeded' | 'payment.failed') =>
    test.database.within(platformScope, (db) =>
      emitEvents(db, [{ companyId, paymentId: id, type, data }]),
    );
  const told = async () => {
    const { deliveries, keptEvents } = (await test.call(admin, 'GET', `/Transaction/${id}`)).body
      .data;
    return { sent: deliveries.map(({ type }: { type: string }) => type), keptEvents };
  };
  await emit('payment.failed');
  expect(await told()).toEqual({ sent: ['payment.failed'], keptEvents: [] });
  await set(false);
  await emit('payment.succeeded');
  const kept = { id: expect.any(String), type: 'payment.succeeded', createdAt: expect.any(String) };
  expect(await told()).toEqual({
    sent: ['payment.failed'],
    keptEvents: [{ ...kept, isOff: true }],
  });
  await set(true);
  expect((await told()).keptEvents).toEqual([{ ...kept, isOff: false }]);
});
