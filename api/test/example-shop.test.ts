import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSenteClient } from '../../client/sente-client.ts';
import { createShop } from '../../client/shop.ts';
import { createMember } from './actors.ts';
import { bothWorlds, createTestKey } from './test-mode.ts';
import { until } from './until.ts';

/* The example shop, paid in test mode by the simulated networks. */

const both = bothWorlds();
const folder = mkdtempSync(join(tmpdir(), 'sente-shop-'));
const stopping = new AbortController();
afterAll(() => {
  stopping.abort();
  rmSync(folder, { recursive: true, force: true });
});

async function openShop() {
  const { channelId, secretKey } = await createTestKey(
    both.live,
    await createMember(both.live.owner),
  );
  const baseUrl = both.live.app.server.listening
    ? both.live.app.listeningOrigin
    : await both.live.app.listen({ host: '127.0.0.1', port: 0 });
  const sente = createSenteClient({ baseUrl, channelId, secretKey });
  const file = join(folder, `${channelId}.json`);
  const { server, hear } = createShop({ sente, file, signal: stopping.signal });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stopping.signal.addEventListener('abort', () => server.close());
  void hear();
  const { port } = server.address() as AddressInfo;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: await response.text() };
  };
  const order = async (number: string) => JSON.parse((await call('GET', `/orders/${number}`)).body);
  return { call, order, sente };
}

it('sells once however often the page sends the order, and hears that it was paid or not', async () => {
  const { call, order, sente } = await openShop();
  expect((await call('GET', '/')).type).toContain('text/html');
  const [bread] = JSON.parse((await call('GET', '/goods')).body);
  const [paid, refused] = [crypto.randomUUID(), crypto.randomUUID()];
  const wish = { goods: bread.id, phoneNumber: '0770000001', amount: 1 };
  for (let times = 0; times < 2; times++) {
    expect((await call('PUT', `/orders/${paid}`, wish)).status).toBe(200);
  }
  await call('PUT', `/orders/${refused}`, { ...wish, phoneNumber: '0770000002' });
  await until('both have ended', async () => {
    const states = [(await order(paid)).state, (await order(refused)).state];
    return !states.includes('waiting');
  });
  expect(await order(paid)).toMatchObject({ state: 'paid', amount: bread.amount, why: null });
  expect(await order(refused)).toMatchObject({ state: 'failed', why: expect.any(String) });
  const { payments } = await sente.list({ reference: paid });
  expect(payments).toMatchObject([{ status: 'SUCCESS', amount: bread.amount }]);
});

it('says why a number is refused, and sells only what it has', async () => {
  const { call, order } = await openShop();
  const number = crypto.randomUUID();
  await call('PUT', `/orders/${number}`, { goods: 'milk', phoneNumber: '12' });
  expect(await order(number)).toMatchObject({ state: 'failed', why: expect.any(String) });
  const other = `/orders/${crypto.randomUUID()}`;
  expect((await call('PUT', other, { goods: 'gold', phoneNumber: '0770000001' })).status).toBe(400);
  expect((await call('GET', other)).status).toBe(404);
});

it.each(['{"after": 3, "orders": {"a', '', 'null', '{}'])(
  'does not begin a new book over one that cannot be read: %s',
  (text) => {
    const file = join(folder, 'torn.json');
    writeFileSync(file, text);
    const sente = createSenteClient({ baseUrl: 'http://x', channelId: 'x', secretKey: 'x' });
    expect(() => createShop({ sente, file })).toThrow('is not a book of orders');
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
