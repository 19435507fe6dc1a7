import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { uuidV7 } from '../../db/uuid.ts';
import { createSealer } from '../../security/secrets.ts';
import type { Connector, NetworkOrder, NetworkReport } from '../networks/connector.ts';
import { openConnectors } from '../networks/connectors.ts';
import { magicNumberOf, magicNumbers } from './magic-numbers.ts';
import { createSimulator, startSimulator, type RunningSimulator } from './simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
const running: RunningSimulator[] = [];
afterAll(async () => {
  await Promise.all(running.map((simulator) => simulator.stop()));
  rmSync(folder, { recursive: true });
});

async function start(options: Parameters<typeof startSimulator>[1]): Promise<RunningSimulator> {
  const simulator = await startSimulator({ host: 'localhost', port: 0 }, options);
  running.push(simulator);
  return simulator;
}

const connectorsOf = ({ keys }: RunningSimulator) =>
  openConnectors(
    { ...keys, isSimulated: true, callbackBase: () => 'http://localhost:1' },
    createSealer(Buffer.alloc(32, 7)),
  );

const orderFor = (phoneNumber: string): NetworkOrder => ({
  paymentId: uuidV7(),
  direction: 'collection',
  phoneNumber,
  amount: 100_000n,
  companyName: 'Demo One',
  reference: 'Order17',
  description: null,
});

it('keeps its state over a restart and continues', async () => {
  const options = { delayMs: 60_000, secret: 'x', stateFile: join(folder, 'state.jsonl') };
  const before = await start(options);
  const [mtn] = connectorsOf(before);
  const orders = [orderFor('256772123456'), orderFor(magicNumberOf('MTN', 'waits for a person'))];
  for (const order of orders) await mtn?.request(order);
  await before.stop();
  expect(statSync(options.stateFile).mode & 0o777).toBe(0o600);
  appendFileSync(options.stateFile, '{"half of a li');

  const after = await start({ ...options, delayMs: 0 });
  const [again] = connectorsOf(after);
  const [first, second] = orders;
  if (!again || !first || !second) throw new Error('No connector');
  expect((await again.request(second)).report).toEqual({ is: 'pending' });
  while ((await again.status(first)).report.is === 'pending') await sleep(5);
  expect((await again.status(first)).report.is).toBe('success');
  expect((await again.status(second)).report.is).toBe('pending');
  expect(after.orders().map(({ executions, requests }) => [executions, requests])).toEqual([
    [1, 1],
    [0, 2],
  ]);
});

it('knows orders of the last 30 days after a restart', async () => {
  const options = { delayMs: 0, secret: 'x', stateFile: join(folder, 'older.jsonl') };
  const before = await start(options);
  const order = orderFor('256772123456');
  const [mtn] = connectorsOf(before);
  await mtn?.request(order);
  while ((await mtn?.status(order))?.report.is === 'pending') await sleep(5);
  await before.stop();
  const days = (count: number) => Date.now() - count * 24 * 3_600_000;
  const age = (createdAt: number) => {
    const text = readFileSync(options.stateFile, 'utf8');
    writeFileSync(
      options.stateFile,
      text.replaceAll(/"createdAt":\d+/g, `"createdAt":${createdAt}`),
    );
  };
  for (const [daysAgo, is] of [
    [30, 'success'],
    [40, 'not-found'],
  ] as const) {
    age(days(daysAgo));
    const after = await start(options);
    const [again] = connectorsOf(after);
    expect((await again?.status(order))?.report.is).toBe(is);
    await after.stop();
  }
});

it('shows open prompts as phones do, and past decisions', async () => {
  const simulator = await start({ delayMs: 0 });
  const [mtn, airtel] = connectorsOf(simulator);
  await mtn?.request(orderFor(magicNumberOf('MTN', 'waits for a person')));
  await mtn?.request(orderFor(magicNumberOf('MTN', 'never known')));
  await airtel?.request({ ...orderFor('256701123456'), direction: 'payout' });
  while (
    simulator.orders().some(({ state, direction }) => direction === 'payout' && state === 'open')
  )
    await sleep(5);
  const phones = (await simulator.app.inject('/simulator/phones')).json();
  expect(phones.prompts).toMatchObject([
    { network: 'MTN', phoneNumber: '256770000099', amount: 1_000, decidesInMs: null },
  ]);
  expect(phones.finished).toMatchObject([
    { network: 'AIRTEL', state: 'paid', direction: 'payout' },
  ]);
  expect(phones.magicNumbers).toHaveLength(magicNumbers.length);
});

it('serves its page with a policy that allows only its own scripts', async () => {
  const { app } = createSimulator();
  for (const path of ['/', '/phone.css', '/phone.js']) {
    const { statusCode, headers, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(body).not.toMatch(/<script>| style="| on\w+="/);
  }
  await app.close();
});

it.each([
  ['PUT', '/simulator/phones/unknown', { isApproved: true }, 409],
  ['PUT', '/simulator/phones/unknown', { isApproved: 'yes' }, 400],
  ['PUT', '/simulator/settings', { delayMs: -1 }, 400],
  ['PUT', '/simulator/settings', { delayMs: 5, isOut: false }, 200],
  ['DELETE', '/simulator/tokens', undefined, 200],
  ['GET', '/simulator/orders', undefined, 200],
  ['POST', '/collection/token/', undefined, 401],
  ['POST', '/collection/v1_0/requesttopay', {}, 401],
  ['GET', '/disbursement/v1_0/transfer/x', undefined, 401],
  ['POST', '/auth/oauth2/token', { client_id: 'x' }, 401],
  ['POST', '/merchant/v1/payments/', {}, 401],
  ['GET', '/standard/v1/disbursements/x', undefined, 401],
  ['GET', '/standard/v1/users/701123456', undefined, 401],
  ['GET', '/standard/v1/users/balance', undefined, 401],
  ['GET', '/v1/rsa/encryption-keys', undefined, 401],
  ['GET', '/disbursement/v1_0/account/balance', undefined, 401],
  ['DELETE', '/simulator/encryption-keys', undefined, 200],
] as const)('%s %s with %j answers %d', async (method, url, payload, status) => {
  const { app } = createSimulator();
  const answer = await app.inject({ method, url, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(status);
  await app.close();
});

it('refuses what the networks refuse', async () => {
  const simulator = createSimulator({ secret: 'x' });
  const { mtn, airtel } = simulator.keysAt('');
  const basic = Buffer.from(`${mtn.collection.userId}:${mtn.collection.secret}`).toString('base64');
  const key = { 'ocp-apim-subscription-key': mtn.collection.subscriptionKey };
  const { access_token: token } = await simulator.app
    .inject({
      method: 'POST',
      url: '/collection/token/',
      headers: { ...key, authorization: `Basic ${basic}` },
    })
    .then((answer) => answer.json());
  const url = '/collection/v1_0/requesttopay';
  const headers = { ...key, authorization: `Bearer ${token}` };
  const elsewhere = await simulator.app.inject({ method: 'POST', url, headers, payload: {} });
  expect(elsewhere.json()).toMatchObject({ code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' });
  const wrong = await simulator.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'x-target-environment': 'mtnuganda', 'x-reference-id': uuidV7() },
    payload: {},
  });
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'BAD_REQUEST']);

  const signIn = { client_id: airtel.clientId, client_secret: airtel.clientSecret };
  const airtelToken = await simulator.app
    .inject({
      method: 'POST',
      url: '/auth/oauth2/token',
      payload: { ...signIn, grant_type: 'client_credentials' },
    })
    .then((answer) => answer.json().access_token);
  const country = {
    authorization: `Bearer ${airtelToken}`,
    'x-country': 'UG',
    'x-currency': 'UGX',
  };
  const payout = { reference: 'Order17', payee: { msisdn: '701123456' }, pin: 'wrong' };
  for (const [given, code] of [
    [{ ...country, 'x-country': 'KE' }, 'ROUTER006'],
    [{ ...country, 'x-currency': 'KES' }, 'ROUTER112'],
    [country, 'ROUTER116'],
  ] as const) {
    const answer = await simulator.app.inject({
      method: 'POST',
      url: '/standard/v1/disbursements/',
      headers: given,
      payload: { ...payout, transaction: { amount: 5, id: 'Order17' } },
    });
    expect(answer.json().status.result_code).toBe(code);
  }
  await simulator.app.close();
});

const numbers = { MTN: '256772123456', AIRTEL: '256701123456' };
const versions = [
  ['v1', 'v1', 'v1', 'v1', 'v1'],
  ['v2', 'v2', 'v2', 'v2', 'v2'],
  ['v2', 'v3', 'v1', 'v3', 'v2'],
] as const;

/** Pays and waits for the end. */
async function pay(connector: Connector, order: NetworkOrder): Promise<NetworkReport> {
  expect((await connector.request(order)).report).toEqual({ is: 'pending' });
  for (;;) {
    const { report } = await connector.status(order);
    if (report.is !== 'pending') return report;
    await sleep(5);
  }
}

async function startNetworks(): Promise<[RunningSimulator, Connector, Connector]> {
  const simulator = await start({ delayMs: 0 });
  const [mtn, airtel] = connectorsOf(simulator);
  if (!mtn || !airtel) throw new Error('No connector');
  return [simulator, mtn, airtel];
}

it.each(versions)(
  "serves Airtel's versions: %s, %s, %s, %s, %s",
  async (collection, payout, collectionStatus, payoutStatus, refund) => {
    const { keys } = await start({ delayMs: 0 });
    const chosen = { collection, payout, collectionStatus, payoutStatus, refund };
    const [airtel] = openConnectors(
      {
        mtn: null,
        airtel: { ...keys.airtel, versions: chosen },
        isSimulated: true,
        callbackBase: () => 'http://localhost:1',
      },
      createSealer(Buffer.alloc(32, 7)),
    );
    if (!airtel) throw new Error('No connector');
    for (const direction of ['collection', 'payout'] as const) {
      const order = { ...orderFor(numbers.AIRTEL), direction };
      expect(await pay(airtel, order)).toMatchObject({ is: 'success' });
    }
  },
);

it("verifies Airtel's signatures and PINs, also after its keys changed", async () => {
  const [simulator, , airtel] = await startNetworks();
  const { keys } = simulator;
  const sendWith = async (changes: object) => {
    const [changed] = openConnectors(
      {
        mtn: null,
        airtel: { ...keys.airtel, ...changes },
        isSimulated: true,
        callbackBase: () => 'http://localhost:1',
      },
      createSealer(Buffer.alloc(32, 7)),
    );
    return changed?.request({ ...orderFor(numbers.AIRTEL), direction: 'payout' });
  };
  const refused = { report: { is: 'failed', reasonCode: 'PROVIDER_REFUSED' } };
  const pin = keys.airtel.pin === '0000' ? '1111' : '0000';
  expect(await sendWith({ pin })).toMatchObject(refused);
  expect(await sendWith({ pin: 'not encrypted for it' })).toMatchObject(refused);
  expect(await sendWith({ signing: false })).toMatchObject(refused);
  expect(simulator.orders()).toEqual([]);
  expect(await pay(airtel, orderFor(numbers.AIRTEL))).toMatchObject({ is: 'success' });
  simulator.rotateKeys();
  expect(await pay(airtel, orderFor(numbers.AIRTEL))).toMatchObject({ is: 'success' });
});

it.each(['MTN', 'AIRTEL'] as const)(
  '%s tells the holder of a number, or that it cannot',
  async (network) => {
    const [simulator, ...connectors] = await startNetworks();
    const connector = connectors.find((one) => one.network === network);
    const holder = (number: string) => connector?.holder(number);
    const known = await holder(numbers[network]);
    expect(known).toEqual({
      is: 'registered',
      name: expect.stringMatching(/^\w+ \w+$/),
      isBarred: false,
    });
    expect(await holder(numbers[network])).toEqual(known);
    expect(await holder(magicNumberOf(network, 'no wallet'))).toEqual({ is: 'not-registered' });
    expect(await holder(magicNumberOf(network, 'never known'))).toMatchObject({ name: null });
    expect(await holder(magicNumberOf(network, 'server errors'))).toMatchObject({ is: 'unknown' });
    simulator.setOut(true);
    expect(await holder(numbers[network])).toMatchObject({ is: 'unknown' });
  },
);

it('floats follow payments and refunds, and can be refused', async () => {
  const [simulator, mtn, airtel] = await startNetworks();
  const million = 100_000_000n;
  for (const connector of [mtn, airtel]) {
    const number = numbers[connector.network];
    const payment = { ...orderFor(number), amount: 500_000n };
    const paid = await pay(connector, payment);
    await pay(connector, { ...orderFor(number), direction: 'payout', amount: 300_000n });
    const networkReference = paid.is === 'success' ? (paid.networkReference ?? '') : '';
    const refund = { refundId: uuidV7(), payment, networkReference };
    const isMtn = connector.network === 'MTN';
    expect((await connector.refund(refund)).report.is).toBe(isMtn ? 'pending' : 'success');
    expect((await connector.refundStatus(refund)).report.is).toBe(isMtn ? 'success' : 'unknown');
    // The same money goes back once.
    const again = await connector.refund({ ...refund, refundId: uuidV7() });
    expect(again.report.is).toBe('failed');
  }
  expect(await mtn.floats()).toEqual([
    { product: 'collection', amount: 500_000n },
    { product: 'disbursement', amount: 100n * million - 300_000n - 500_000n },
  ]);
  expect(await airtel.floats()).toEqual([{ product: 'wallet', amount: 100n * million - 300_000n }]);
  simulator.setTellsFloat(false);
  const told = [...(await mtn.floats()), ...(await airtel.floats())].map(({ amount }) => amount);
  expect(told).toEqual([null, null, null]);
});

it('pays out only what the float holds', async () => {
  const [, mtn, airtel] = await startNetworks();
  for (const connector of [mtn, airtel]) {
    const float = async () => (await connector.floats()).at(-1)?.amount ?? 0n;
    const payOut = (amount: bigint) =>
      pay(connector, { ...orderFor(numbers[connector.network]), direction: 'payout', amount });
    const before = await float();
    expect(await payOut(before + 100n)).toMatchObject({
      is: 'failed',
      reasonCode: 'NOT_ENOUGH_FUNDS',
    });
    expect(await float()).toBe(before);
    expect((await payOut(before)).is).toBe('success');
    expect(await float()).toBe(0n);
    expect((await payOut(100n)).is).toBe('failed');
  }
});
