import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { allowAll, createPayment, runJobs, startReceiver } from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { emitEvents, type PaymentEventType } from './outbox.ts';

/* What came while a webhook was switched off: counted while it is off, and sent afterwards. */

let test: TestApp;
let staff: TestActor;
let admin: TestActor;
let companyId: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let url: string;
let hook: { readonly id: string };
beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  receiver = await startReceiver();
  url = `${receiver.origin}/hook`;
  staff = await createStaff(test.owner);
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  receiver.received.length = 0;
  await test.owner.rows('delete from graphile_worker._private_jobs');
  await test.owner.rows('delete from throttles');
  const eventTypes = ['payment.succeeded'];
  hook = (await test.call(admin, 'POST', '/Webhooks', { url, eventTypes })).body.data;
});

const emit = async (type: PaymentEventType = 'payment.succeeded') => {
  const { id, ...data } = await createPayment(test.owner, companyId);
  await test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, paymentId: id, type, data }]),
  );
  await runJobs(test);
  return id;
};
const switchTo = async (isActive: boolean) => {
  const body = { url, eventTypes: ['payment.succeeded'], isActive };
  const answer = await test.call(admin, 'PUT', `/Webhooks/${hook.id}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const listed = async () => (await test.call(admin, 'GET', '/Webhooks')).body.data[0];
const seenByStaff = async (path: string) => (await test.call(staff, 'GET', path)).body.data;
const overview = async () =>
  (await seenByStaff(`/AdminDashboard/company/${companyId}`)).webhook.switchedOff;
const ofCompany = async () => (await seenByStaff(`/Company/${companyId}/webhook`)).switchedOff;

describe('a webhook that is switched off', () => {
  it('says since when, by whom, and how many events were kept, to its company and to staff', async () => {
    await emit();
    expect([(await listed()).switchedOff, await overview(), await ofCompany()]).toEqual([
      null,
      null,
      null,
    ]);
    const { switchedOff } = await switchTo(false);
    const [person] = await test.owner.rows<{ name: string }>(
      "select first_name || ' ' || last_name as name from users where id = $1",
      [admin.userId],
    );
    const off = { at: switchedOff.at, by: person?.name, keptCount: 0 };
    expect(switchedOff).toEqual(off);
    expect(Date.now() - Date.parse(off.at)).toBeLessThan(60_000);
    await emit();
    await emit();
    // Not wanted.
    await emit('payment.failed');
    // Another change is not another switching off.
    await switchTo(false);
    const kept = { ...off, keptCount: 2 };
    expect([(await listed()).switchedOff, await overview(), await ofCompany()]).toEqual([
      kept,
      kept,
      kept,
    ]);
    expect((await switchTo(true)).switchedOff).toBeNull();
    expect(await overview()).toBeNull();
  });

  it('by staff, says so to staff, and to the company without the name', async () => {
    const path = `/Company/${companyId}/webhook`;
    const saved = await test.call(staff, 'PUT', path, { url, isActive: false });
    expect(saved.body.data.switchedOff).toMatchObject({ by: expect.any(String), keptCount: 0 });
    expect((await listed()).switchedOff).toMatchObject({ at: expect.any(String), by: null });
  });

  it('from its beginning keeps events as well', async () => {
    await test.call(admin, 'DELETE', `/Webhooks/${hook.id}`);
    await test.call(admin, 'POST', '/Webhooks', { url, isActive: false });
    await emit();
    expect((await listed()).switchedOff).toMatchObject({ keptCount: 1, at: expect.any(String) });
  });

  it('is sent what was kept, and nothing else, on demand', async () => {
    const sent = await emit();
    receiver.received.length = 0;
    await switchTo(false);
    const kept = [await emit(), await emit()];
    await switchTo(true);
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const again = async () => {
      const path = `/Webhooks/${hook.id}/send-again`;
      const answer = await test.call(admin, 'POST', path, { from, to, which: 'kept' });
      expect(answer.status, answer.text).toBe(200);
      await runJobs(test);
      return answer.body.data;
    };
    // One that was given up after attempts was not kept.
    await test.owner.rows(
      `update webhook_deliveries set state = 'gave_up', gave_up_at = now()
       where company_id = $1 and event_id in (select id from webhook_events where payment_id = $2)`,
      [companyId, sent],
    );
    expect(await again()).toEqual({ count: 2, hasMore: false, nextAfter: null });
    expect(receiver.received).toHaveLength(kept.length);
    expect(await again()).toMatchObject({ count: 0 });
  });
});
