import { expect } from 'vitest';
import { fromShortId } from '../src/db/short-id.ts';
import type { Connector, NetworkReport } from '../src/payments/networks/connector.ts';
import { createTestApp, type TestApp } from './app.ts';
import type { Merchant } from './mobile-money.ts';
import { silentNetwork } from './networks.ts';
import { callSigned } from './signed.ts';

/** A network that answers no order and says what it is told to, and payments that failed because of it. */
export interface FailingWorld extends TestApp {
  readonly network: Connector;
  /** As the engine of this app. */
  readonly engineOptions: NonNullable<Parameters<typeof createTestApp>[1]>;
  /** What the network says when it is asked. */
  says: NetworkReport;
  /** About which payments it was asked since the last failure. */
  asked: string[];
  order(by: Merchant): Promise<string>;
  /** The network did not confirm it and does not know it, so it fails here. */
  failed(by: Merchant): Promise<string>;
  ask(): Promise<void>;
  pass(hours: number): Promise<unknown>;
  statusOf(id: string): Promise<object | undefined>;
  questions(): Promise<object[]>;
}

export const notFound: NetworkReport = { is: 'not-found' };

/** The first answer "not found" is enough, and nothing is sent twice. */
const polling = {
  schedule: [{ untilMs: 60_000, everyMs: 0 }],
  giveUpAfterMs: 60_000,
  sendWithinMs: { collection: 60_000, payout: 60_000 },
  maxSendings: 1,
  unknownAfter: { times: 1, ms: 0 },
};

export async function createFailingWorld(): Promise<FailingWorld> {
  const network: Connector = {
    ...silentNetwork('MTN'),
    status: async ({ paymentId }) => {
      world.asked.push(paymentId);
      const exchange = { request: 'GET', answer: world.says.is, durationMs: 1, didAnswer: true };
      return { report: world.says, exchange };
    },
    readCallback: ({ path: paymentId }) => ({
      paymentId,
      reference: paymentId,
      direction: 'collection',
      report: world.says,
      isGenuine: true,
    }),
  };
  const engineOptions = { polling, breaker: { minCalls: 1_000_000, freshForMs: 0 } };
  const test = await createTestApp({}, { connectors: [network], ...engineOptions });
  const { owner, engine } = test;
  const world: FailingWorld = {
    ...test,
    says: notFound,
    asked: [],
    network,
    engineOptions,
    order: async (by) => {
      const answer = await callSigned(test, by, {
        method: 'POST',
        path: '/v1/Payments/collections',
        body: { phoneNumber: '0772000001', amount: 1_000, reference: 'Order' },
      });
      expect(answer.status, answer.text).toBe(202);
      return fromShortId(answer.body.data.transactionId) ?? '';
    },
    failed: async (by) => {
      const id = await world.order(by);
      while (await engine.runner.drain());
      expect(await world.statusOf(id)).toEqual({ status: 'FAILED', reason_code: 'NOT_SENT' });
      world.asked = [];
      return id;
    },
    ask: () => engine.lateQuestions.ask(),
    pass: (hours) =>
      owner.rows(
        `update late_questions set failed_at = failed_at - d, next_at = next_at - d
         from (select $1 * interval '1 hour' as d) by`,
        [hours],
      ),
    statusOf: (id) => owner.row('select status, reason_code from payments where id = $1', [id]),
    questions: () => owner.rows('select payment_id from late_questions'),
  };
  return world;
}
