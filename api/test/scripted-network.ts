import { setTimeout as wait } from 'node:timers/promises';
import type {
  Connector,
  NetworkCallback,
  NetworkReport,
} from '../src/payments/networks/connector.ts';
import { afterFile } from './after-file.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createCompany, createPayment } from './factories.ts';
import { silentNetwork } from './networks.ts';

/** A network that answers what a test says, and time that passes by making payments older. */
export interface ScriptedNetwork extends TestApp {
  readonly companyId: string;
  says: { sending: NetworkReport; asking: NetworkReport };
  /** What it was asked, in this order. */
  calls: ('sending' | 'asking')[];
  /** While a status call is under way. */
  whileAsked: (() => Promise<unknown>) | undefined;
  read(id: string): Promise<Stored>;
  /** Makes an open payment older, and due. */
  pass(id: string, ms: number): Promise<void>;
  /** Lets time pass, and waits until the server has stored what followed. */
  nextStep(id: string, ms: number): Promise<Stored>;
  newPayout(fields?: Partial<Parameters<typeof createPayment>[2]>): Promise<string>;
  newCollection(fields?: Partial<Parameters<typeof createPayment>[2]>): Promise<string>;
  /** A genuine callback; the status of its answer. */
  callBack(paymentId: string, report: NetworkReport): Promise<number>;
}

export interface Stored {
  readonly status: string;
  readonly reason_code: string | null;
  readonly balance: string;
  readonly held: string;
  readonly review: string | null;
}

export const pending: NetworkReport = { is: 'pending' };
export const notFound: NetworkReport = { is: 'not-found' };
export const silent: NetworkReport = { is: 'unknown', why: 'No answer within 10 s' };
export const failed: NetworkReport = { is: 'failed', reasonCode: 'REVERSED', reason: 'Reversed' };
export const unreadable: NetworkReport = { is: 'unknown', why: 'no amount', saysPaid: true };
export const paid = (amount: bigint | null, currency: string | null = null): NetworkReport => ({
  is: 'success',
  amount,
  currency,
  networkReference: 'M-1',
});

export const minute = 60_000;
export const hour = 60 * minute;

/** Its server works on what is due from the start. */
export async function startScripted(
  engine: Parameters<typeof createTestApp>[1] = {},
): Promise<ScriptedNetwork> {
  let callback: NetworkCallback | null = null;
  const seenSteps = new Map<string, number>();
  const call = (kind: 'sending' | 'asking') => {
    world.calls.push(kind);
    const exchange = { request: kind, answer: null, durationMs: 1, didAnswer: true };
    return Promise.resolve({ report: world.says[kind], exchange });
  };
  const network: Connector = {
    ...silentNetwork('MTN'),
    isSimulated: false,
    request: () => call('sending'),
    status: async () => {
      await world.whileAsked?.();
      return call('asking');
    },
    readCallback: () => callback,
  };
  const running = { concurrency: 4, pollMs: 10, leaseMs: minute };
  const test = await createTestApp({}, { connectors: [network], running, ...engine });
  const companyId = await createCompany(test.owner);
  const countSteps = async (id: string): Promise<number> => {
    const row = await test.owner.row<{ count: number }>(
      `select count(*)::int as count from payment_steps
       where payment_id = $1 and kind <> 'approval'`,
      [id],
    );
    return row?.count ?? 0;
  };
  const world: ScriptedNetwork = {
    ...test,
    companyId,
    says: { sending: silent, asking: silent },
    calls: [],
    whileAsked: undefined,
    read: async (id) =>
      (await test.owner.row<Stored>(
        `select p.status, p.reason_code, a.balance, a.held, r.kind as review
         from payments p join accounts a on a.id = p.account_id
         left join payment_reviews r on r.payment_id = p.id and r.closed_at is null
         where p.id = $1`,
        [id],
      ))!,
    pass: async (id, ms) => {
      await test.owner.rows(
        `update open_payments
         set ready_at = ready_at - d, sent_at = sent_at - d, last_sent_at = last_sent_at - d,
           next_step_at = least(next_step_at - d, now())
         from (select $2 * interval '1 millisecond' as d) by
         where payment_id = $1 and next_step_at is not null`,
        [id, ms],
      );
    },
    nextStep: async (id, ms) => {
      const before = seenSteps.get(id) ?? 0;
      if (before > 0) await world.pass(id, ms);
      for (let tries = 0; tries < 500; tries++) {
        const count = await countSteps(id);
        seenSteps.set(id, count);
        if (count > before) return world.read(id);
        await wait(10);
      }
      throw new Error('The payment was not carried on');
    },
    newPayout: (fields) =>
      createPayment(test.owner, companyId, {
        direction: 'payout',
        nextStepAt: new Date(),
        ...fields,
      }),
    newCollection: (fields) =>
      createPayment(test.owner, companyId, { nextStepAt: new Date(), ...fields }),
    callBack: async (paymentId, report) => {
      callback = { paymentId, reference: paymentId, direction: null, report, isGenuine: true };
      const answer = await test.app.inject({
        method: 'POST',
        url: '/callbacks/mtn',
        payload: '{}',
      });
      seenSteps.set(paymentId, await countSteps(paymentId));
      return answer.statusCode;
    },
  };
  test.engine.runner.start();
  afterFile(() => test.engine.runner.stop());
  return world;
}
