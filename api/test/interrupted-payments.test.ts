import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../src/http/logger.ts';
import { createEngine, type PaymentsEngine } from '../src/payments/engine.ts';
import type { Connector } from '../src/payments/networks/connector.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createMerchant } from './mobile-money.ts';
import { silentConnectors } from './networks.ts';
import { callSigned } from './signed.ts';

let test: TestApp;
let calls = 0;
let answer = (): void => {};

/** A network that takes its time. */
const slow: Connector[] = silentConnectors.map((connector) => ({
  ...connector,
  request: async (order) => {
    calls++;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return connector.request(order);
  },
  status: (order) => {
    calls++;
    return connector.status(order);
  },
}));
const engines: PaymentsEngine[] = [];
const startEngine = (running?: { leaseMs: number; pollMs: number }): PaymentsEngine => {
  const engine = createEngine(
    { database: test.database, connectors: slow, logger: createLogger('silent') },
    running ? { running } : {},
  );
  engines.push(engine);
  engine.runner.start();
  return engine;
};

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  answer();
  await Promise.all(engines.map(({ runner }) => runner.stop()));
});

async function order(): Promise<void> {
  const merchant = await createMerchant(test.owner);
  calls = 0;
  const accepted = await callSigned(test, merchant, {
    method: 'POST',
    path: '/v1/Payments/collections',
    body: { phoneNumber: '0772000001', amount: 1_000, reference: 'Order' },
  });
  expect(accepted.status).toBe(202);
}

async function untilCalled(): Promise<void> {
  while (calls === 0) await wait(10);
}

it('a payment whose server is killed is due again within 15 seconds', async () => {
  const engine = startEngine();
  await order();
  await untilCalled();
  const row = await test.owner.row<{ seconds: number }>(
    'select max(extract(epoch from next_step_at - now()))::float8 as seconds from open_payments',
  );
  expect(row?.seconds).toBeLessThan(15);
  answer();
  await engine.runner.stop();
});

it('a payment whose call takes long stays with its server', async () => {
  const options = { leaseMs: 600, pollMs: 20 };
  const [first, second] = [startEngine(options), startEngine(options)];
  await order();
  await untilCalled();
  // Several leases.
  await wait(2_500);
  expect(calls).toBe(1);
  answer();
  await Promise.all([first.runner.stop(), second.runner.stop()]);
});
