import type { Payment } from '@sente/contract/payments';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { codeId, createProduct } from '../../test/products.ts';
import { until } from '../../test/until.ts';
import {
  allowAll,
  answering,
  createPayment,
  letTimePass,
  runJobs,
  startReceiver,
  workerOptions,
  type Receiver,
} from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { startWorker } from '../jobs/worker.ts';
import { emitEvents, type PaymentEventType } from './outbox.ts';
import { secondsUntilNext } from './schedule.ts';

let test: TestApp;
let staff: TestActor;
let receiver: Receiver;
let companyId: string;
let secret: string;

beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  staff = await createStaff(test.owner);
  receiver = await startReceiver();
});

beforeEach(async () => {
  companyId = await createCompany(test.owner);
  receiver.received.length = 0;
  receiver.answers.length = 0;
  await test.owner.rows('delete from graphile_worker._private_jobs');
  secret = (await save()).body.data.secret;
});

const path = (rest = '') => `/Company/${companyId}/webhook${rest}`;
const save = (changes: object = {}) =>
  test.call(staff, 'PUT', path(), { url: `${receiver.origin}/hook`, isActive: true, ...changes });
const deliveries = async (query = ''): Promise<WebhookDelivery[]> =>
  (await test.call(staff, 'GET', path(`/deliveries${query}`))).body.data;
const onlyDelivery = async (): Promise<WebhookDelivery> => {
  const all = await deliveries();
  expect(all).toHaveLength(1);
  return all[0] as WebhookDelivery;
};
const sendAgain = (id: string) => test.call(staff, 'POST', path(`/deliveries/${id}/send-again`));

/** Emits the event of a successful payment. */
async function emit(of = companyId, accountId?: string): Promise<string> {
  const { id, ...data } = await createPayment(test.owner, of, accountId);
  await emitFor(of, id, data, 'payment.succeeded');
  return id;
}

const emitFor = (of: string, paymentId: string, data: Payment, type: PaymentEventType) =>
  test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId: of, paymentId, type, data }]),
  );

const isNotified = async (paymentId: string) =>
  (
    await test.owner.row<{ is_notified: boolean | null }>(
      'select is_notified from payments where id = $1',
      [paymentId],
    )
  )?.is_notified;
const jobs = () =>
  test.owner.rows<{ run_at: Date; attempts: number }>(
    "select run_at, attempts from graphile_worker.jobs where task_identifier = 'deliver-webhook'",
  );

describe('delivery', () => {
  it('carries the voucher in clear, which is masked where it is stored and shown', async () => {
    const accountId = await createAccount(test.owner, companyId);
    const { id, ...data } = await createPayment(test.owner, companyId, accountId);
    const product = await createProduct(test.owner, companyId, { codes: ['SOLD-77X'] });
    const sold = await codeId(test.owner, companyId, 'SOLD-77X');
    await test.owner.rows(
      "update product_codes set state = 'used', used_at = now(), payment_id = $2 where id = $1",
      [sold, id],
    );
    await test.owner.rows(
      "update payments set status = 'SUCCESS', product_id = $2, product_code_id = $3 where id = $1",
      [id, product.id, sold],
    );
    await emitFor(companyId, id, { ...data, voucherCode: '•••7X' }, 'payment.succeeded');
    receiver.answers.push(answering(200, 'got it'));
    await runJobs(test);
    const [sent] = receiver.received;
    const headers = sent?.headers as Record<string, string>;
    const body = new Webhook(secret).verify(sent?.body ?? '', headers);
    expect(body).toMatchObject({ data: { voucherCode: 'SOLD-77X' } });
    expect(body).not.toHaveProperty('data.voucherHidden');
    expect(Object.keys((body as { data: object }).data)).toEqual(Object.keys(data));
    expect(await onlyDelivery()).toMatchObject({ payload: { data: { voucherCode: '•••7X' } } });
    // Sent again to an address that was set after the sale.
    expect((await save({ url: `${receiver.origin}/elsewhere` })).status).toBe(200);
    await sendAgain((await onlyDelivery()).id);
    receiver.answers.push(answering(200, 'got it'));
    await runJobs(test);
    expect(receiver.received).toHaveLength(2);
    expect(JSON.parse(receiver.received[1]?.body ?? '{}')).toMatchObject({
      data: { voucherCode: null, voucherHidden: true },
    });
    const stored = await test.owner.rows(
      'select e::text from webhook_events e where e.company_id = $1',
      [companyId],
    );
    expect(JSON.stringify(stored)).not.toContain('SOLD');
  });

  it('arrives signed, exactly as stored, and the payment says so', async () => {
    const accountId = await createAccount(test.owner, companyId);
    const paymentId = await emit(companyId, accountId);
    expect(await isNotified(paymentId)).toBe(false);
    expect(await onlyDelivery()).toMatchObject({ state: 'waiting', attempts: [] });

    receiver.answers.push(answering(200, 'got it'));
    await runJobs(test);
    const [sent] = receiver.received;
    const headers = sent?.headers as Record<string, string>;
    const body = new Webhook(secret).verify(sent?.body ?? '', headers);
    const delivery = await onlyDelivery();
    expect(delivery).toMatchObject({
      type: 'payment.succeeded',
      recordId: paymentId,
      state: 'delivered',
      nextAttemptAt: null,
      payload: body,
      attempts: [{ number: 1, statusCode: 200, answer: 'got it', error: null }],
    });
    expect(headers['webhook-id']).toBe(delivery.id);
    expect(Object.keys(body as object)).toEqual([
      'type',
      'timestamp',
      'mode',
      'sequence',
      'previousSequence',
      'data',
    ]);
    expect(body).toMatchObject({
      type: 'payment.succeeded',
      data: { transactionId: delivery.transactionId, amount: 5000, voucherCode: null },
    });
    expect(JSON.stringify(delivery)).not.toContain(headers['webhook-signature']);
    expect(await isNotified(paymentId)).toBe(true);
    const listed = await test.call(staff, 'GET', `/Transaction/${companyId}/transactions`);
    expect(listed.body.data).toMatchObject([{ thirdparty_notified: '1' }]);
    expect(await jobs()).toEqual([]);
  });

  describe('two events of one payment', () => {
    const emitFirst = async () => {
      const { id, ...data } = await createPayment(test.owner, companyId);
      await emitFor(companyId, id, data, 'payment.failed');
      return { id, data };
    };

    it('a newer event resets the payment to not notified', async () => {
      const { id, data } = await emitFirst();
      await runJobs(test);
      expect(await isNotified(id)).toBe(true);
      await emitFor(companyId, id, data, 'payment.succeeded');
      expect(await isNotified(id)).toBe(false);
      await runJobs(test);
      expect(await isNotified(id)).toBe(true);
    });

    it('an older event that arrives later changes nothing', async () => {
      const { id, data } = await emitFirst();
      receiver.answers.push(answering(500));
      await runJobs(test);
      await emitFor(companyId, id, data, 'payment.succeeded');
      // Only the older event is due.
      await test.owner.rows(
        `update graphile_worker._private_jobs
         set run_at = case attempts when 0 then now() + interval '1 hour' else now() end`,
      );
      await runJobs(test);
      expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
      expect(await isNotified(id)).toBe(false);
      await letTimePass(test.owner);
      await runJobs(test);
      expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
      expect(await isNotified(id)).toBe(true);
    });

    it('a newer event counts even when it is written while an older one arrives', async () => {
      const { id, data } = await emitFirst();
      let isWritten = false;
      let commit = () => {};
      const writing = test.database.within(platformScope, async (db) => {
        await emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]);
        isWritten = true;
        await new Promise<void>((resolve) => (commit = resolve));
      });
      await until('the delivery', async () => isWritten);
      receiver.answers.push(answering(200), answering(500));
      const running = runJobs(test);
      await someoneWaits(test.owner);
      commit();
      await Promise.all([writing, running]);
      await runJobs(test);
      expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
      expect(await isNotified(id)).toBe(false);
    });

    it('the payment stays notified when only the older event is given up', async () => {
      const { id, data } = await emitFirst();
      receiver.answers.push(answering(410));
      await runJobs(test);
      await emitFor(companyId, id, data, 'payment.succeeded');
      await runJobs(test);
      expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'gave_up']);
      expect(await isNotified(id)).toBe(true);
    });
  });

  it('is retried after a refusal at the announced time, and not after it arrived', async () => {
    const paymentId = await emit();
    receiver.answers.push(answering(500, 'broken'), answering(503));
    await runJobs(test);
    const waiting = await onlyDelivery();
    expect(waiting).toMatchObject({
      state: 'waiting',
      deliveredAt: null,
      attempts: [{ number: 1, statusCode: 500, answer: 'broken' }],
    });
    expect(await isNotified(paymentId)).toBe(false);
    const [job] = await jobs();
    expect(job?.attempts).toBe(1);
    // The shown time is the one in the queue.
    const shown = new Date(waiting.nextAttemptAt ?? 0).getTime();
    expect(Math.abs(shown - (job?.run_at.getTime() ?? 0))).toBeLessThan(1_000);
    await runJobs(test);
    expect(receiver.received).toHaveLength(1);

    await letTimePass(test.owner);
    await runJobs(test);
    await letTimePass(test.owner);
    await runJobs(test);
    expect((await onlyDelivery()).attempts.map(({ statusCode }) => statusCode)).toEqual([
      500, 503, 204,
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await isNotified(paymentId)).toBe(true);
    await letTimePass(test.owner);
    await runJobs(test);
    expect(receiver.received).toHaveLength(3);
  });

  it('waits as long as the queue does, even for late attempts', async () => {
    await emit();
    await test.owner.rows('update graphile_worker._private_jobs set attempts = 14');
    receiver.answers.push(answering(500));
    await runJobs(test);
    const [job] = await jobs();
    const seconds = ((job?.run_at.getTime() ?? 0) - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(secondsUntilNext(15) - 60);
    expect(seconds).toBeLessThan(secondsUntilNext(15) + 60);
  });

  it('follows no redirect', async () => {
    await emit();
    receiver.answers.push(answering(302, '', { location: `${receiver.origin}/elsewhere` }));
    await runJobs(test);
    expect(receiver.received.map((one) => one.path)).toEqual(['/hook']);
    expect((await onlyDelivery()).attempts).toMatchObject([{ statusCode: 302 }]);
    expect((await onlyDelivery()).state).toBe('waiting');
  });

  it('times out', async () => {
    await emit();
    receiver.answers.push(() => {});
    await runJobs(test, { timeoutMs: 200 });
    expect(await onlyDelivery()).toMatchObject({
      state: 'waiting',
      attempts: [{ statusCode: null, answer: null, error: 'No answer within 0.2 seconds' }],
    });
  });

  it('counts by the status even when the body never ends', async () => {
    await emit();
    receiver.answers.push((response) => {
      response.writeHead(200);
      response.write('partly');
    });
    await runJobs(test, { timeoutMs: 300 });
    expect(await onlyDelivery()).toMatchObject({
      state: 'delivered',
      attempts: [{ statusCode: 200, answer: 'partly' }],
    });
  });

  it('is given up after the last attempt', async () => {
    const paymentId = await emit();
    await test.owner.rows('update graphile_worker._private_jobs set attempts = max_attempts - 1');
    receiver.answers.push(answering(500));
    await runJobs(test);
    expect(await onlyDelivery()).toMatchObject({ state: 'gave_up', nextAttemptAt: null });
    expect(await isNotified(paymentId)).toBe(false);
    expect(await jobs()).toEqual([]);
  });

  it('is given up at once when the receiver answers 410', async () => {
    await emit();
    receiver.answers.push(answering(410, 'gone'));
    await runJobs(test);
    expect(await onlyDelivery()).toMatchObject({
      state: 'gave_up',
      attempts: [{ statusCode: 410, answer: 'gone' }],
    });
    expect(await jobs()).toEqual([]);
  });
});

describe('the recipient', () => {
  it('gets no event that was rolled back', async () => {
    const { id, ...data } = await createPayment(test.owner, companyId);
    const undone = test.database.within(platformScope, async (db) => {
      await emitEvents(db, [{ companyId, paymentId: id, type: 'payment.failed', data }]);
      throw new Error('something else went wrong');
    });
    await expect(undone).rejects.toThrow('something else');
    await runJobs(test);
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await isNotified(id)).toBeNull();
  });

  it('a company without an active webhook gets no event', async () => {
    await save({ isActive: false });
    const off = await emit();
    const without = await createCompany(test.owner);
    const none = await emit(without);
    await runJobs(test);
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect([await isNotified(off), await isNotified(none)]).toEqual([null, null]);
  });

  it('gets earlier events after the webhook is activated again', async () => {
    await emit();
    await save({ isActive: false });
    await runJobs(test);
    expect(receiver.received).toEqual([]);
    expect(await onlyDelivery()).toMatchObject({
      state: 'waiting',
      attempts: [{ error: 'The webhook was switched off', statusCode: null }],
    });
    await save();
    await letTimePass(test.owner);
    await runJobs(test);
    expect((await onlyDelivery()).state).toBe('delivered');
  });

  it('gets nothing once the webhook is removed', async () => {
    await emit();
    await test.call(staff, 'DELETE', path());
    await runJobs(test);
    expect(receiver.received).toEqual([]);
    expect(await onlyDelivery()).toMatchObject({ state: 'gave_up', attempts: [] });
  });

  it('is never a private address, even if the name was public when it was saved', async () => {
    let address = '93.184.215.14';
    const addresses = {
      allowPrivate: false,
      resolve: async () => [{ address, family: 4 }],
    };
    const strict = await createTestApp({ webhookAddresses: addresses });
    const person = await createStaff(strict.owner);
    const company = await createCompany(strict.owner);
    const url = `https://hooks.example.com:${receiver.port}/`;
    const body = { url, isActive: true };
    const saved = await strict.call(person, 'PUT', `/Company/${company}/webhook`, body);
    expect(saved.status).toBe(200);
    const { id, ...data } = await createPayment(strict.owner, company);
    await strict.database.within(platformScope, (db) =>
      emitEvents(db, [{ companyId: company, paymentId: id, type: 'payment.succeeded', data }]),
    );
    address = '127.0.0.1';
    await runJobs(strict, { addresses });
    const answer = await strict.call(person, 'GET', `/Company/${company}/webhook/deliveries`);
    expect(answer.body.data).toMatchObject([
      {
        state: 'waiting',
        attempts: [
          {
            statusCode: null,
            error:
              'Webhook address must be public, and hooks.example.com leads to 127.0.0.1, which is not',
          },
        ],
      },
    ]);
    const tried = await strict.call(person, 'POST', `/Company/${company}/webhook/test`);
    expect(tried.body.data.error).toContain('leads to 127.0.0.1');
    expect(receiver.received).toEqual([]);
  });

  it('is the checked address, even when the name resolves differently a moment later', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    // The system resolver does not know the name, so a second look-up would fail.
    await test.owner.rows('update company_webhooks set url = $2 where company_id = $1', [
      companyId,
      `http://pinned.invalid:${receiver.port}/pinned`,
    ]);
    await emit();
    await runJobs(test, { addresses: { allowPrivate: true, resolve } });
    expect(asked).toBe(1);
    expect(receiver.received).toMatchObject([
      { path: '/pinned', headers: { host: `pinned.invalid:${receiver.port}` } },
    ]);
  });
});

describe('send again', () => {
  it('delivers an event that had been given up', async () => {
    const paymentId = await emit();
    receiver.answers.push(answering(410));
    await runJobs(test);
    const { id } = await onlyDelivery();
    const answer = await sendAgain(id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id, state: 'waiting', attempts: [{ number: 1 }] });
    expect(answer.body.data.nextAttemptAt).not.toBeNull();
    await runJobs(test);
    expect(await onlyDelivery()).toMatchObject({
      state: 'delivered',
      attempts: [{ statusCode: 410 }, { number: 2, statusCode: 204 }],
    });
    expect(await isNotified(paymentId)).toBe(true);
  });

  it('delivers an event again, and at once when its retry was scheduled for later', async () => {
    await emit();
    receiver.answers.push(answering(500));
    await runJobs(test);
    const { id } = await onlyDelivery();
    await sendAgain(id);
    await runJobs(test);
    expect(receiver.received).toHaveLength(2);
    await sendAgain(id);
    await runJobs(test);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const entries = await test.owner.rows<{ details: unknown }>(
      "select details from audit_log where action = 'webhooks.sendAgain' and subject_id = $1",
      [companyId],
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]?.details).toEqual({ eventId: id, type: 'payment.succeeded' });
  });

  it('is not disturbed by a running attempt', async () => {
    await emit();
    const { id } = await onlyDelivery();
    await test.owner.rows('update graphile_worker._private_jobs set attempts = max_attempts - 1');
    receiver.answers.push((response) => {
      void sendAgain(id).then(() => response.writeHead(500).end());
    });
    await runJobs(test);
    // The other job delivered it, although the last attempt of the first one failed.
    expect(await onlyDelivery()).toMatchObject({ state: 'delivered' });
    expect(receiver.received).toHaveLength(2);
  });

  it('is refused without an active webhook', async () => {
    await emit();
    const { id } = await onlyDelivery();
    await save({ isActive: false });
    expect(await sendAgain(id)).toMatchObject({
      status: 409,
      body: { message: 'The webhook is switched off. Switch it on first.' },
    });
    await test.call(staff, 'DELETE', path());
    expect(await sendAgain(id)).toMatchObject({
      status: 409,
      body: { message: 'No webhook is set for this company' },
    });
  });

  it("does not find another company's event", async () => {
    await emit();
    const { id } = await onlyDelivery();
    const other = await createCompany(test.owner);
    const answer = await test.call(
      staff,
      'POST',
      `/Company/${other}/webhook/deliveries/${id}/send-again`,
    );
    expect(answer).toMatchObject({ status: 404, body: { message: 'Webhook delivery not found' } });
  });

  it('a delivery is readable on its own, but not under another company', async () => {
    await emit();
    await runJobs(test);
    const delivery = await onlyDelivery();
    expect(delivery.attempts).toHaveLength(1);
    const one = await test.call(staff, 'GET', path(`/deliveries/${delivery.id}`));
    expect(one.body.data).toEqual(delivery);
    const other = await createCompany(test.owner);
    const foreign = `/Company/${other}/webhook/deliveries/${delivery.id}`;
    expect(await test.call(staff, 'GET', foreign)).toMatchObject({
      status: 404,
      body: { message: 'Webhook delivery not found' },
    });
  });
});

describe('the bell', () => {
  const gaveUp = async () =>
    (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data.webhooksGaveUp.filter(
      (item: { companyId: string }) => item.companyId === companyId,
    );

  it('the bell shows deliveries that were given up until they arrive or the webhook is removed', async () => {
    await emit();
    await emit();
    receiver.answers.push(answering(410), answering(410));
    await runJobs(test);
    expect(await gaveUp()).toMatchObject([{ companyId, count: 2 }]);
    const [first] = await deliveries();
    await sendAgain(first?.id ?? '');
    await runJobs(test);
    expect(await gaveUp()).toMatchObject([{ count: 1 }]);
    await save({ isActive: false });
    expect(await gaveUp()).toEqual([]);
    await save();
    await test.owner.rows(
      "update webhook_deliveries set gave_up_at = now() - interval '8 days' where company_id = $1",
      [companyId],
    );
    expect(await gaveUp()).toEqual([]);
  });
});

describe('the list', () => {
  it('the list is paged, newest first, also by state', async () => {
    for (let i = 0; i < 5; i++) await emit();
    receiver.answers.push(answering(410), answering(410));
    await runJobs(test);
    const all = await deliveries();
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const more: string = after && `&after=${after}`;
      const { body } = await test.call(staff, 'GET', path(`/deliveries?limit=2${more}`));
      seen.push(...body.data.map(({ id }: WebhookDelivery) => id));
      after = (body.meta as { nextAfter: string | null }).nextAfter;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(await deliveries('?state=gave_up')).toHaveLength(2);
    expect(await deliveries('?state=delivered')).toHaveLength(3);
    expect(await deliveries('?state=waiting')).toEqual([]);
    expect((await test.call(staff, 'GET', path('/deliveries?state=lost'))).status).toBe(400);
  });
});

// Workers use real time; a busy machine makes them slow, not wrong.
describe('workers', { timeout: 60_000 }, () => {
  it('two workers deliver every event once', async () => {
    const workers = [startWorker(workerOptions(test)), startWorker(workerOptions(test))];
    for (let i = 0; i < 40; i++) await emit();
    await until(
      'the delivery',
      async () => (await deliveries('?state=delivered&limit=100')).length === 40,
    );
    expect(workers.map((worker) => worker.isRunning())).toEqual([true, true]);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(workers.map((worker) => worker.isRunning())).toEqual([false, false]);
    expect(receiver.received).toHaveLength(40);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40);
  });

  it('workers serve other companies while one does not answer', async () => {
    const silent: (() => void)[] = [];
    const hold = (response: { end(): void }) => void silent.push(() => response.end());
    receiver.answers.push(...Array.from({ length: 20 }, () => hold));
    const options = workerOptions(test, { timeoutMs: 60_000 });
    // The jobs exist before the workers start, so all are claimed at once.
    for (let i = 0; i < 30; i++) await emit();
    const worker = startWorker(options);
    await until('the delivery', async () => silent.length === 10);
    const other = await createCompany(test.owner);
    const busy = companyId;
    companyId = other;
    await save({ url: `${receiver.origin}/other` });
    receiver.answers.length = 0;
    await emit();
    await until('the delivery', async () => (await deliveries('?state=delivered')).length === 1);
    companyId = busy;
    expect(await deliveries('?state=delivered')).toEqual([]);
    for (const answer of silent) answer();
    await until(
      'the delivery',
      async () => (await deliveries('?state=delivered&limit=100')).length === 30,
    );
    await worker.stop();
  });

  it("a delivery beyond a company's share waits: it is not tried, and there is no warning", async () => {
    const silent: (() => void)[] = [];
    const hold = (response: { end(): void }) => void silent.push(() => response.end());
    receiver.answers.push(...Array.from({ length: 20 }, () => hold));
    const warnings: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
    for (let i = 0; i < 30; i++) await emit();
    const worker = startWorker({ ...workerOptions(test, { timeoutMs: 60_000 }), logger });
    await until('the delivery', async () => silent.length === 10);
    // The others, which were claimed at the same moment, are back in the queue as they were.
    const waiting = () =>
      test.owner.rows<{ attempts: number; is_due: boolean }>(
        `select attempts, run_at <= now() as is_due from graphile_worker.jobs
         where task_identifier = 'deliver-webhook' and locked_at is null`,
      );
    await until('the delivery', async () => (await waiting()).length === 20);
    expect(await waiting()).toEqual(
      Array.from({ length: 20 }, () => ({ attempts: 0, is_due: true })),
    );
    for (const answer of silent) answer();
    receiver.answers.length = 0;
    await until(
      'the delivery',
      async () => (await deliveries('?state=delivered&limit=100')).length === 30,
    );
    await worker.stop();
    expect((await deliveries('?limit=100')).map(({ attempts }) => attempts.length)).toEqual(
      Array.from({ length: 30 }, () => 1),
    );
    expect(warnings).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('workers take over jobs of a killed worker', async () => {
    await emit();
    // A job as a killed process leaves it: locked, without a worker.
    await test.owner.rows(
      `update graphile_worker._private_jobs
       set attempts = 1, locked_by = 'killed', locked_at = now() - interval '3 minutes'`,
    );
    await runJobs(test);
    expect(receiver.received).toEqual([]);
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    await runJobs(test);
    expect((await onlyDelivery()).state).toBe('delivered');
  });

  it('workers give up a delivery that was killed in its last attempt', async () => {
    await emit();
    await test.owner.rows(
      `update graphile_worker._private_jobs
       set attempts = max_attempts, locked_by = 'killed', locked_at = now() - interval '9 minutes'`,
    );
    await test.owner.rows(
      "update webhook_deliveries set next_attempt_at = now() - interval '9 minutes'",
    );
    await test.owner.rows(
      `insert into used_signatures (signature, seen_at)
       values ('\\x01', now() - interval '16 minutes'), ('\\x02', now() - interval '14 minutes')`,
    );
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    expect((await onlyDelivery()).state).toBe('gave_up');
    expect(await jobs()).toEqual([]);
    const left = await test.owner.rows('select signature from used_signatures');
    expect(left).toEqual([{ signature: Buffer.from([2]) }]);
  });

  it('workers stop during a delivery, which is retried', async () => {
    const paymentId = await emit();
    receiver.answers.push(() => {});
    const worker = startWorker(workerOptions(test));
    await until('the delivery', async () => receiver.received.length === 1);
    await worker.stop();
    expect(await onlyDelivery()).toMatchObject({
      state: 'waiting',
      attempts: [{ error: 'The server was stopped before an answer came' }],
    });
    await letTimePass(test.owner);
    await runJobs(test);
    expect(await isNotified(paymentId)).toBe(true);
  });
});
