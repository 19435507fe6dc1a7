import type { Examination } from '@sente/contract/examinations';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forwardEvents } from '../../client/forward-events.ts';
import { createSenteClient } from '../../client/sente-client.ts';
import { createShop } from '../../client/shop.ts';
import { createMember } from './actors.ts';
import { callSigned, type TestCredential } from './signed.ts';
import { bothWorlds, createTestKey } from './test-mode.ts';
import { until } from './until.ts';
import { startReceiver } from './webhooks.ts';

/* Our own programs, examined at their first run, by a company that has events already. */

const both = bothWorlds();
const folder = mkdtempSync(join(tmpdir(), 'sente-examined-'));
const stopping = new AbortController();
afterAll(() => {
  stopping.abort();
  rmSync(folder, { recursive: true, force: true });
});

const path = '/v1/Examinations';
const baseUrl = async () =>
  both.live.app.server.listening
    ? both.live.app.listeningOrigin
    : both.live.app.listen({ host: '127.0.0.1', port: 0 });

/** A payment that was made before. */
async function createKey(): Promise<TestCredential> {
  const key = await createTestKey(both.live, await createMember(both.live.owner));
  const sente = createSenteClient({ baseUrl: await baseUrl(), ...key });
  const order = { phoneNumber: '256770000001', amount: 1_000, reference: 'Earlier' };
  const { transactionId } = await sente.collect(order);
  await sente.waitFor(transactionId);
  await until('its event', async () => (await sente.events()).events.length > 0);
  return key;
}

async function examined(key: TestCredential, run: () => Promise<void>): Promise<Examination> {
  const body = { watchesOrders: false };
  const begun = await callSigned(both.live, key, { method: 'POST', path, body });
  const { id } = begun.body.data as unknown as Examination;
  void run().catch(() => {});
  const read = async () =>
    (await callSigned(both.live, key, { method: 'GET', path: `${path}/${id}` })).body
      .data as unknown as Examination;
  await until('the examination ends', async () => (await read()).state === 'finished');
  return read();
}

const faultsOf = ({ checks }: Examination) =>
  checks.filter(({ part, outcome }) => part === 'events' && outcome !== 'passed');

it('the forwarder passes the examination', async () => {
  const key = await createKey();
  const receiver = await startReceiver();
  const url = await baseUrl();
  const report = await examined(key, () =>
    forwardEvents({
      baseUrl: url,
      ...key,
      webhookSecret: 'whsec_dGVzdCBzZWNyZXQgb2YgMjQgYnl0ZXMh',
      target: `${receiver.origin}/local`,
      placeFile: join(folder, 'place'),
      signal: stopping.signal,
      pauseMs: 10,
    }),
  );
  expect(faultsOf(report)).toEqual([]);
  expect(receiver.received.length).toBeGreaterThanOrEqual(2);
}, 90_000);

it('the example shop passes it', async () => {
  const key = await createKey();
  const sente = createSenteClient({ baseUrl: await baseUrl(), ...key });
  const shop = createShop({ sente, file: join(folder, 'shop.json'), signal: stopping.signal });
  expect(faultsOf(await examined(key, shop.hear))).toEqual([]);
}, 90_000);
