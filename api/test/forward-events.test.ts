import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forwardEvents, type ForwardOptions } from '../../client/forward-events.ts';
import { verifyWebhook } from '../../client/sente-client.ts';
import { platformScope } from '../src/db/scope.ts';
import { createLogger } from '../src/http/logger.ts';
import { createLive } from '../src/live/live.ts';
import { emitEvents } from '../src/webhooks/outbox.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';
import { createCompany } from './factories.ts';
import { createCredential } from './signed.ts';
import { until } from './until.ts';
import { answering, createPayment, startReceiver, type Receiver } from './webhooks.ts';

/* The program that brings events to a server without a public address. */

const webhookSecret = 'whsec_dGVzdCBzZWNyZXQgb2YgMjQgYnl0ZXMh';
let test: TestApp;
let receiver: Receiver;
let companyId: string;
let options: ForwardOptions;
const folder = mkdtempSync(join(tmpdir(), 'sente-forward-'));
beforeAll(async () => {
  const shared = await createTestDatabase();
  const { url, database } = shared;
  const live = createLive({ url, database, logger: createLogger('silent') });
  test = await createTestApp({ live }, {}, shared);
  receiver = await startReceiver();
  companyId = await createCompany(test.owner);
  const { channelId, secretKey } = await createCredential(test.owner, companyId);
  options = {
    baseUrl: await test.app.listen({ host: '127.0.0.1', port: 0 }),
    channelId,
    secretKey,
    webhookSecret,
    target: `${receiver.origin}/local`,
    placeFile: join(folder, 'place'),
    pauseMs: 10,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const emit = async () => {
  const { id, ...data } = await createPayment(test.owner, companyId);
  await test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]),
  );
};
const start = (more: Partial<ForwardOptions> = {}) => {
  const stopping = new AbortController();
  const running = forwardEvents({ ...options, ...more, signal: stopping.signal });
  return {
    running,
    /** The call that waits is answered by one more event. */
    async stop() {
      stopping.abort();
      await emit();
      await running;
    },
  };
};
const place = () => readFileSync(options.placeFile, 'utf8');
const sequences = () => receiver.received.map(({ body }) => JSON.parse(body).sequence);

it('posts what comes, signed, in order and until it is taken, and goes on where it was', async () => {
  await emit();
  // What was before its first run is not news.
  const first = start();
  await until('its place', async () => {
    try {
      return place() === '1\n';
    } catch {
      return false;
    }
  });
  receiver.answers.push(answering(500), answering(503));
  await emit();
  await emit();
  await until('the events', async () => receiver.received.length === 4);
  expect(sequences()).toEqual([2, 2, 2, 3]);
  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
  expect(verifyWebhook({ secret: webhookSecret, headers, body })).toMatchObject({
    type: 'payment.succeeded',
    mode: 'live',
    sequence: 2,
    previousSequence: 1,
    data: { status: 'SUCCESS' },
  });
  await until('its place', async () => place() === '3\n');
  await first.stop();

  receiver.received.length = 0;
  await emit();
  const second = start();
  // The one that stopped the first, and the one that came meanwhile.
  await until('the events', async () => receiver.received.length === 2);
  expect(sequences()).toEqual([4, 5]);
  await until('its place', async () => place() === '5\n');
  await second.stop();
});

it('ends if its key is refused', async () => {
  const wrong = forwardEvents({ ...options, secretKey: 'wrong' });
  await expect(wrong).rejects.toMatchObject({ code: 'signature_invalid' });
  const unset = forwardEvents({ ...options, webhookSecret: '' });
  await expect(unset).rejects.toMatchObject({ code: 'not_configured' });
});
