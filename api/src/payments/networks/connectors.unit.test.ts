import { setTimeout as sleep } from 'node:timers/promises';
import { networkNames, paymentDirections } from '@sente/contract/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startListener, type CallbackListener } from '../../../test/callback-listener.ts';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { createSealer } from '../../security/secrets.ts';
import { magicNumberOf, type BehaviourName } from '../simulator/magic-numbers.ts';
import type { Order } from '../simulator/order.ts';
import { startSimulator, type RunningSimulator } from '../simulator/simulator.ts';
import type { Connector, NetworkOrder, NetworkReport } from './connector.ts';
import { openConnectors } from './connectors.ts';

const lateAfterMs = 150;
let simulator: RunningSimulator;
let listener: CallbackListener;
let connectors: Connector[];

beforeAll(async () => {
  listener = await startListener();
  simulator = await startSimulator(
    { host: 'localhost', port: 0 },
    { delayMs: 0, lateAfterMs, callbackBase: () => listener.url },
  );
  connectors = openConnectors(
    {
      ...simulator.keys,
      isSimulated: true,
      callbackBase: () => listener.url,
      timeoutMs: 1_200,
    },
    createSealer(Buffer.alloc(32, 7)),
  );
  listener.connectors = connectors;
});
afterAll(async () => {
  await simulator.stop();
  await listener.stop();
});
beforeEach(() => {
  simulator.setDelay(0);
  simulator.setOut(false);
  listener.received.length = 0;
});

const networks = networkNames.map((network) => [network] as const);
const cases = networkNames.flatMap((network) =>
  paymentDirections.map((direction) => [network, direction] as const),
);

function connectorOf(network: string): Connector {
  const found = connectors.find((connector) => connector.network === network);
  if (!found) throw new Error(`No connector for ${network}`);
  return found;
}

function newOrder(
  network: (typeof networkNames)[number],
  behaviour: BehaviourName,
  direction: NetworkOrder['direction'] = 'collection',
): NetworkOrder {
  return {
    paymentId: uuidV7(),
    direction,
    phoneNumber: magicNumberOf(network, behaviour),
    amount: 500_000n,
    companyName: 'Demo One',
    reference: 'ORDER-17 / é',
    description: null,
  };
}

function orderAt({ paymentId }: NetworkOrder): Order {
  const found = simulator.orders().find((o) => o.transactionId === toShortId(paymentId));
  if (!found) throw new Error('The network does not know it');
  return found;
}

/** Polls until the report is final, as the engine does. */
async function outcomeOf(connector: Connector, order: NetworkOrder): Promise<NetworkReport> {
  for (;;) {
    const { report } = await connector.status(order);
    if (report.is !== 'pending' && report.is !== 'unknown') return report;
    await sleep(5);
  }
}

async function callbacksOf(order: NetworkOrder, count: number) {
  const mine = () => listener.received.filter(({ paymentId }) => paymentId === order.paymentId);
  while (mine().length < count) await sleep(5);
  return mine();
}

const paid = (network: string, amount: bigint | null = network === 'MTN' ? 500_000n : null) => ({
  is: 'success',
  amount,
  currency: network === 'MTN' ? 'UGX' : null,
  networkReference: expect.stringMatching(/^(MP)?\d{11}$/),
});
/** Callbacks of Airtel do not contain it. */
const directionIn = (network: string, { direction }: NetworkOrder) =>
  network === 'MTN' ? direction : null;
/** A failure in a callback of Airtel may be intermediate. */
const failedInCallback = (network: string, reasonCode: string) =>
  network === 'MTN' ? failed(reasonCode) : expect.objectContaining({ is: 'unknown' });
const failed = (reasonCode: string) => ({
  is: 'failed',
  reasonCode,
  reason: expect.stringMatching(/\w/),
});

describe.each(cases)('%s %s', (network, direction) => {
  it('approved: pending, then success by status and by callback, money moved once', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'approved', direction);
    const asked = await connector.request(order);
    expect(asked.report).toEqual({ is: 'pending' });
    expect(asked.exchange).toMatchObject({ didAnswer: true, durationMs: expect.any(Number) });
    expect(await outcomeOf(connector, order)).toEqual(paid(network));
    const [callback] = await callbacksOf(order, 1);
    expect(callback).toMatchObject({
      paymentId: order.paymentId,
      direction: directionIn(network, order),
      isGenuine: true,
      report: paid(network),
    });
    expect(orderAt(order)).toMatchObject({ executions: 1, amount: 5_000, network, direction });
  });

  it('a repeated request is one payment', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'approved', direction);
    await connector.request(order);
    expect((await connector.request(order)).report).toEqual({ is: 'pending' });
    expect(await outcomeOf(connector, order)).toEqual(paid(network));
    expect(orderAt(order)).toMatchObject({ executions: 1, requests: 2 });
  });

  it('an order that never arrived is unknown', async () => {
    const order = newOrder(network, 'approved', direction);
    expect((await connectorOf(network).status(order)).report).toEqual({ is: 'not-found' });
  });

  it.each([
    ['no funds', 'NOT_ENOUGH_FUNDS'],
    ['expired', 'EXPIRED'],
    ['limit reached', 'LIMIT_REACHED'],
    ['no wallet', 'PAYER_NOT_FOUND'],
    ['refused', direction === 'payout' ? 'PAYEE_NOT_ALLOWED' : 'PAYER_REFUSED'],
  ] as const)('%s: failed with %s, nothing moved', async (behaviour, reasonCode) => {
    const connector = connectorOf(network);
    const order = newOrder(network, behaviour, direction);
    expect((await connector.request(order)).report).toEqual({ is: 'pending' });
    expect(await outcomeOf(connector, order)).toEqual(failed(reasonCode));
    const [callback] = await callbacksOf(order, 1);
    expect(callback).toMatchObject({
      isGenuine: true,
      report: failedInCallback(network, reasonCode),
    });
    expect(orderAt(order).executions).toBe(0);
  });

  it('insufficient funds: says whose, by status and by callback', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'no funds', direction);
    await connector.request(order);
    const reason =
      direction === 'payout'
        ? 'The provider does not have enough money at the network for this payout'
        : 'There is not enough money in the mobile-money wallet';
    expect(await outcomeOf(connector, order)).toMatchObject({ reason });
    const [callback] = await callbacksOf(order, 1);
    // Airtel's callbacks contain no reason.
    if (network === 'MTN') expect(callback).toMatchObject({ report: { reason } });
  });

  it('request refused: failed at once, and unknown to the network', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'request refused', direction);
    const asked = await connector.request(order);
    expect(asked.report).toEqual(failed('NETWORK_REFUSED'));
    expect(asked.exchange.didAnswer).toBe(true);
    expect((await connector.status(order)).report).toEqual({ is: 'not-found' });
  });

  it.each(['never answers', 'answer lost', 'unreadable answer'] as const)(
    '%s: unknown, never failed; the status later says that it was paid once',
    async (behaviour) => {
      const connector = connectorOf(network);
      const order = newOrder(network, behaviour, direction);
      const asked = await connector.request(order);
      expect(asked.report).toEqual({ is: 'unknown', why: expect.stringMatching(/\w/) });
      expect(await outcomeOf(connector, order)).toEqual(paid(network));
      expect((await connector.request(order)).report).toEqual({ is: 'pending' });
      expect(orderAt(order).executions).toBe(1);
    },
  );

  it('server errors: unknown three times, then normal', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'server errors', direction);
    const calls = [
      await connector.request(order),
      await connector.status(order),
      await connector.status(order),
    ];
    for (const { report, exchange } of calls) {
      expect(report).toEqual({ is: 'unknown', why: expect.stringContaining('503') });
      expect(exchange.didAnswer).toBe(false);
    }
    expect((await connector.status(order)).report).toEqual({ is: 'not-found' });
    expect((await connector.request(order)).report).toEqual({ is: 'pending' });
    expect(await outcomeOf(connector, order)).toEqual(paid(network));
    expect(orderAt(order).executions).toBe(1);
  });

  it('outage: unknown, and counted as no answer', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'approved', direction);
    simulator.setOut(true);
    const asked = await connector.request(order);
    expect(asked.report.is).toBe('unknown');
    expect(asked.exchange.didAnswer).toBe(false);
    simulator.setOut(false);
    expect((await connector.status(order)).report).toEqual({ is: 'not-found' });
  });
});

describe.each(networks)('%s', (network) => {
  it('status never known: no outcome, and never a failure', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'never known');
    await connector.request(order);
    await sleep(30);
    const { report, exchange } = await connector.status(order);
    expect(report.is).toBe(network === 'MTN' ? 'pending' : 'unknown');
    expect(exchange.didAnswer).toBe(true);
  });

  it('callback only: the status stays pending, the callback has the outcome', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'callback only');
    await connector.request(order);
    const [callback] = await callbacksOf(order, 1);
    expect(callback).toMatchObject({ isGenuine: true, report: paid(network) });
    expect((await connector.status(order)).report).toEqual({ is: 'pending' });
  });

  it('poll only: no callback is ever sent', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'poll only');
    await connector.request(order);
    expect(await outcomeOf(connector, order)).toEqual(paid(network));
    expect(orderAt(order).callbacks).toEqual([]);
  });

  it('duplicate callback: the same three times', async () => {
    const order = newOrder(network, 'duplicate callback');
    await connectorOf(network).request(order);
    for (const callback of await callbacksOf(order, 3)) {
      expect(callback).toMatchObject({
        paymentId: order.paymentId,
        isGenuine: true,
        report: paid(network),
      });
    }
    expect(orderAt(order).executions).toBe(1);
  });

  it('callback before the answer: it is there when the request is answered', async () => {
    const order = newOrder(network, 'callback before the answer');
    const asked = await connectorOf(network).request(order);
    expect(asked.report).toEqual({ is: 'pending' });
    expect(listener.received).toMatchObject([{ isGenuine: true, report: paid(network) }]);
  });

  it('wrong amount: reports what really moved', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'wrong amount');
    await connector.request(order);
    expect(await outcomeOf(connector, order)).toEqual(paid(network, 450_000n));
  });

  it('forged callback: not genuine, while the status is correct', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'forged callback');
    await connector.request(order);
    const callbacks = await callbacksOf(order, 2);
    expect(callbacks).toContainEqual({
      paymentId: order.paymentId,
      reference: expect.any(String),
      direction: directionIn(network, order),
      isGenuine: false,
      report: expect.objectContaining({ is: 'success' }),
    });
    expect(callbacks).toContainEqual({
      paymentId: order.paymentId,
      reference: expect.any(String),
      direction: directionIn(network, order),
      isGenuine: true,
      report: failedInCallback(network, 'PAYER_REFUSED'),
    });
    expect(await outcomeOf(connector, order)).toEqual(failed('PAYER_REFUSED'));
  });

  it('late success: failed at first, paid later, by status and callback', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'late success');
    await connector.request(order);
    expect(await outcomeOf(connector, order)).toEqual(failed('NETWORK_REFUSED'));
    const callbacks = await callbacksOf(order, 2);
    expect(callbacks.map(({ report }) => report.is)).toEqual([
      network === 'MTN' ? 'failed' : 'unknown',
      'success',
    ]);
    expect((await connector.status(order)).report).toEqual(paid(network));
    expect(orderAt(order).executions).toBe(1);
  });

  it('manual approval: open until somebody decides on the page', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'waits for a person');
    await connector.request(order);
    await sleep(30);
    expect((await connector.status(order)).report).toEqual({ is: 'pending' });
    await decide(orderAt(order).id, false);
    expect(await outcomeOf(connector, order)).toEqual(failed('PAYER_REFUSED'));
  });

  it('approves on its own after the delay, unless somebody refuses first', async () => {
    simulator.setDelay(60_000);
    const connector = connectorOf(network);
    const order = { ...newOrder(network, 'approved'), phoneNumber: numbers[network] };
    await connector.request(order);
    expect((await connector.status(order)).report).toEqual({ is: 'pending' });
    expect(await decide(orderAt(order).id, true)).toBe(200);
    expect(await outcomeOf(connector, order)).toEqual(paid(network));
    expect(await decide(orderAt(order).id, false)).toBe(409);
  });

  it('gets one new token for all concurrent calls when the old one is rejected', async () => {
    const connector = connectorOf(network);
    const orders = Array.from({ length: 8 }, () => newOrder(network, 'approved'));
    await connector.request(newOrder(network, 'approved'));
    const before = simulator.tokenCount();
    simulator.revokeTokens();
    const calls = await Promise.all(orders.map((order) => connector.request(order)));
    for (const { report } of calls) expect(report).toEqual({ is: 'pending' });
    expect(simulator.tokenCount() - before).toBe(1);
  });

  it('shows the request to people, but never a token or a key', async () => {
    const connector = connectorOf(network);
    const order = newOrder(network, 'approved');
    const { exchange } = await connector.request(order);
    expect(exchange.request).toMatch(/^POST \/\S+\n256\d+, UGX 5000$/);
    const texts = JSON.stringify([exchange, (await connector.status(order)).exchange]);
    const { mtn, airtel } = simulator.keys;
    const secrets = [
      ...Object.values(mtn.collection),
      airtel.clientId,
      airtel.clientSecret,
      airtel.callbackKey,
      'Bearer',
      'Basic',
    ];
    for (const secret of secrets) expect(texts).not.toContain(secret);
  });
});

const numbers = { MTN: '256772123456', AIRTEL: '256701123456' };

async function decide(id: string, isApproved: boolean): Promise<number> {
  const response = await fetch(`${simulator.url}/simulator/phones/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isApproved }),
  });
  return response.status;
}
