import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import type {
  Connector,
  NetworkCallback,
  NetworkReport,
} from '../src/payments/networks/connector.ts';
import { createStaff } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createCompany, createPayment } from './factories.ts';
import { silentNetwork } from './networks.ts';

/* A network that answers what a test says, and time that passes by making payments older. */

const minute = 60_000;
const hour = 60 * minute;

const pending: NetworkReport = { is: 'pending' };
const notFound: NetworkReport = { is: 'not-found' };
const silent: NetworkReport = { is: 'unknown', why: 'No answer within 10 s' };

let test: TestApp;
let companyId: string;
let says: { sending: NetworkReport; asking: NetworkReport };
let calls: string[];
let whileAsked: (() => Promise<unknown>) | undefined;
let callback: NetworkCallback | null;

const call = (kind: 'sending' | 'asking') => {
  calls.push(kind);
  const exchange = { request: kind, answer: null, durationMs: 1, didAnswer: true };
  return Promise.resolve({ report: says[kind], exchange });
};
const network: Connector = {
  ...silentNetwork('MTN'),
  isSimulated: false,
  request: () => call('sending'),
  status: async () => {
    await whileAsked?.();
    return call('asking');
  },
  readCallback: () => callback,
};

beforeAll(async () => {
  test = await createTestApp(
    {},
    { connectors: [network], running: { concurrency: 4, pollMs: 10, leaseMs: minute } },
  );
  companyId = await createCompany(test.owner);
  test.engine.runner.start();
}, 60_000);
afterAll(() => test.engine.runner.stop());
beforeEach(() => {
  calls = [];
  whileAsked = undefined;
});

interface Stored {
  readonly status: string;
  readonly reason_code: string | null;
  readonly held: string;
  readonly review: string | null;
}

const read = async (id: string): Promise<Stored> =>
  (await test.owner.row<Stored>(
    `select p.status, p.reason_code, a.held, r.kind as review
     from payments p join accounts a on a.id = p.account_id
     left join payment_reviews r on r.payment_id = p.id and r.closed_at is null
     where p.id = $1`,
    [id],
  ))!;

/** Makes an open payment older, and due. */
const pass = (id: string, ms: number) =>
  test.owner.rows(
    `update open_payments
     set ready_at = ready_at - d, sent_at = sent_at - d, last_sent_at = last_sent_at - d,
       next_step_at = least(next_step_at - d, now())
     from (select $2 * interval '1 millisecond' as d) by
     where payment_id = $1 and next_step_at is not null`,
    [id, ms],
  );

const countSteps = async (id: string): Promise<number> =>
  (await test.owner.row<{ count: number }>(
    `select count(*)::int as count from payment_steps where payment_id = $1 and kind <> 'approval'`,
    [id],
  ))!.count;
const seenSteps = new Map<string, number>();

/** Lets time pass, and waits until the server has stored what followed. */
async function nextStep(id: string, ms: number): Promise<Stored> {
  const before = seenSteps.get(id) ?? 0;
  if (before > 0) await pass(id, ms);
  for (let tries = 0; tries < 500; tries++) {
    const count = await countSteps(id);
    seenSteps.set(id, count);
    if (count > before) return read(id);
    await wait(10);
  }
  throw new Error('The payment was not carried on');
}

const newPayout = () =>
  createPayment(test.owner, companyId, { direction: 'payout', nextStepAt: new Date() });

it('hands an accepted payment that is no longer found to people within a day of its sending', async () => {
  says = { sending: pending, asking: notFound };
  const id = await newPayout();
  await nextStep(id, 0);
  for (const later of [1, 10, 20, 60, 10 * 60].map((minutes) => minutes * minute)) {
    expect(await nextStep(id, later)).toMatchObject({ status: 'PROCESSING', held: '1000' });
  }
  const end = await nextStep(id, 13 * hour);
  expect(end).toMatchObject({ status: 'PROCESSING', review: 'unanswered', held: '1000' });
  expect(calls.filter((kind) => kind === 'sending')).toHaveLength(1);
});

it('keeps the money of a payout that was approved a day late until the network provably lacks it', async () => {
  says = { sending: silent, asking: notFound };
  const staff = await createStaff(test.owner);
  const id = await createPayment(test.owner, companyId, {
    awaitsApproval: true,
    at: new Date(Date.now() - 25 * hour),
  });
  const { transaction_id: transactionId } = (await test.owner.row<{ transaction_id: string }>(
    'select transaction_id from payments where id = $1',
    [id],
  ))!;
  const approved = await test.call(staff, 'PUT', `/Transaction/${transactionId}/approve`);
  expect(approved.status).toBe(200);
  // Sent, and twice more under the same id, because the network does not know it.
  for (const later of [0, 6_000, 6_000, minute, minute, minute, minute, 5 * minute]) {
    expect(await nextStep(id, later)).toMatchObject({ status: 'PENDING', held: '1000' });
  }
  expect(calls.filter((kind) => kind === 'sending')).toHaveLength(3);
  const end = await nextStep(id, 10 * minute);
  expect(end).toMatchObject({ status: 'FAILED', reason_code: 'NOT_SENT', held: '0' });
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
});

it('takes the refusal of a second sending as no proof against the first', async () => {
  says = { sending: silent, asking: notFound };
  const id = await newPayout();
  await nextStep(id, 0);
  says.sending = { is: 'failed', reasonCode: 'NETWORK_REFUSED', reason: 'Refused' };
  expect(await nextStep(id, 6_000)).toMatchObject({ status: 'PENDING', held: '1000' });
  says.asking = { is: 'success', amount: 1_000n, currency: 'UGX', networkReference: '77' };
  expect(await nextStep(id, 6_000)).toMatchObject({ status: 'SUCCESS', held: '0' });
});

it('does not send a payment again that ended while the network was asked', async () => {
  says = { sending: silent, asking: notFound };
  const id = await createPayment(test.owner, companyId, { nextStepAt: new Date() });
  await nextStep(id, 0);
  whileAsked = () =>
    test.owner.rows(
      `with ended as (delete from open_payments where payment_id = $1)
       update payments set status = 'FAILED', finished_at = now() where id = $1`,
      [id],
    );
  await nextStep(id, 6_000);
  expect(calls).toEqual(['sending', 'asking']);
  expect(await read(id)).toMatchObject({ status: 'FAILED' });
  expect(await test.owner.rows('select from open_payments where payment_id = $1', [id])).toEqual(
    [],
  );
});

it('gives a payment in another currency to people', async () => {
  says = {
    sending: pending,
    asking: { is: 'success', amount: 1_000n, currency: 'EUR', networkReference: '77' },
  };
  const id = await createPayment(test.owner, companyId, { nextStepAt: new Date() });
  await nextStep(id, 0);
  expect(await nextStep(id, 6_000)).toMatchObject({ review: 'currency_differs' });
  const facts = await test.owner.row(
    `select network_amount, foreign_amount::int, foreign_currency from payment_reviews
     where payment_id = $1`,
    [id],
  );
  expect(facts).toEqual({ network_amount: null, foreign_amount: 1_000, foreign_currency: 'EUR' });
});

it('asks about a collection every 5 to 15 seconds in its first five minutes', async () => {
  says = { sending: pending, asking: pending };
  const id = await createPayment(test.owner, companyId, { nextStepAt: new Date() });
  await nextStep(id, 0);
  const dueIn = async () =>
    (await test.owner.row<{ ms: number }>(
      `select extract(epoch from next_step_at - now())::float8 * 1000 as ms from open_payments
       where payment_id = $1`,
      [id],
    ))!.ms;
  for (const later of [5_000, 50_000, minute, minute, minute, 30_000]) {
    await nextStep(id, later);
    expect(await dueIn()).toBeLessThanOrEqual(15_000);
  }
});

const paid = (amount: bigint | null): NetworkReport => ({
  is: 'success',
  amount,
  currency: null,
  networkReference: 'M-1',
});
async function callBack(paymentId: string, report: NetworkReport): Promise<void> {
  callback = { paymentId, reference: paymentId, direction: null, report, isGenuine: true };
  const request = { path: '', headers: {}, body: {}, text: '' };
  expect(await test.engine.callbacks.receive('MTN', request)).toBe('accepted');
}

it('shows people what the network says while they decide', async () => {
  says = { sending: pending, asking: pending };
  const id = await newPayout();
  await nextStep(id, 0);
  expect(await nextStep(id, 25 * hour)).toMatchObject({ review: 'unanswered' });
  const staff = await createStaff(test.owner);
  const open = () =>
    test.owner.row<{ id: string }>(
      `select id, kind, network_amount, decision from payment_reviews
       where payment_id = $1 and closed_at is null`,
      [id],
    );
  const review = (await open())!.id;
  const proposal = { decision: 'book', note: 'Seen in the portal' };
  await test.call(staff, 'POST', `/PaymentReviews/${review}/propose`, proposal);
  expect(await open()).toMatchObject({ kind: 'unanswered', decision: 'book' });

  says = { sending: pending, asking: paid(900n) };
  await callBack(id, paid(null));
  expect(await open()).toEqual({
    id: review,
    kind: 'amount_differs',
    network_amount: '900',
    decision: null,
  });
});
