import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../src/http/logger.ts';
import { createEngine, type PaymentsEngine } from '../src/payments/engine.ts';
import type { Connector } from '../src/payments/networks/connector.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createMerchant } from './mobile-money.ts';
import { silentConnectors } from './networks.ts';
import { callSigned } from './signed.ts';
import { until } from './until.ts';

let test: TestApp;
/** The payment of each call. */
const calls: string[] = [];
let answers: (() => void)[] = [];
const answer = (): void => {
  for (const one of answers) one();
  answers = [];
};

/** A network that takes its time. */
const slow: Connector[] = silentConnectors.map((connector) => ({
  ...connector,
  request: async (order) => {
    calls.push(order.paymentId);
    await new Promise<void>((resolve) => {
      answers.push(resolve);
    });
    return connector.request(order);
  },
  status: (order) => {
    calls.push(order.paymentId);
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

/** Returns the id of its payment. */
async function order(): Promise<string> {
  const merchant = await createMerchant(test.owner);
  const accepted = await callSigned(test, merchant, {
    method: 'POST',
    path: '/v1/Payments/collections',
    body: { phoneNumber: '0772000001', amount: 1_000, reference: 'Order' },
  });
  expect(accepted.status).toBe(202);
  const row = await test.owner.row<{ id: string }>('select max(id::text) as id from payments');
  return row?.id ?? '';
}

const untilCalled = (id: string) => until('the network is called', async () => calls.includes(id));

const dueAt = (id: string) =>
  timeOf('select next_step_at as at from open_payments where payment_id = $1', [id]);
const databaseTime = () => timeOf('select clock_timestamp() as at');

async function timeOf(sql: string, values: readonly unknown[] = []): Promise<number> {
  const row = await test.owner.row<{ at: Date }>(sql, values);
  return row?.at.getTime() ?? 0;
}

it('a payment whose server is killed is due again within 15 seconds', async () => {
  const engine = startEngine();
  const id = await order();
  await untilCalled(id);
  expect((await dueAt(id)) - (await databaseTime())).toBeLessThan(15_000);
  answer();
  await engine.runner.stop();
});

it('a payment whose call takes long stays with its server', async () => {
  // A machine that stands still for two thirds of it would lose the payment to the other server.
  const options = { leaseMs: 3_000, pollMs: 20 };
  const [first, second] = [startEngine(options), startEngine(options)];
  const id = await order();
  await untilCalled(id);
  const firstLease = await dueAt(id);
  await until('the first lease is over and was renewed', async () => {
    // Long enough for the other server to have taken it.
    return (await databaseTime()) > firstLease + 500 && (await dueAt(id)) > firstLease;
  });
  expect(calls.filter((called) => called === id)).toHaveLength(1);
  answer();
  await Promise.all([first.runner.stop(), second.runner.stop()]);
});
