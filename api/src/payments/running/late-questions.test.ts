import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createMerchant, type Merchant } from '../../../test/mobile-money.ts';
import { silentNetwork } from '../../../test/networks.ts';
import { callSigned } from '../../../test/signed.ts';
import { workerOptions } from '../../../test/webhooks.ts';
import { fromShortId } from '../../db/short-id.ts';
import { runDueJobs } from '../../jobs/worker.ts';
import type { Connector, NetworkReport } from '../networks/connector.ts';
import { createEngine } from '../engine.ts';
import { createLogger } from '../../http/logger.ts';

/** What the network says when it is asked, and about which payments it was asked. */
let says: NetworkReport;
let asked: string[] = [];
const silent = silentNetwork('MTN');
const network: Connector = {
  ...silent,
  status: async ({ paymentId }) => {
    asked.push(paymentId);
    const exchange = { request: 'GET', answer: says.is, durationMs: 1, didAnswer: true };
    return { report: says, exchange };
  },
  readCallback: ({ path: paymentId }) => ({
    paymentId,
    reference: paymentId,
    direction: 'collection',
    report: says,
    isGenuine: true,
  }),
};
const notFound: NetworkReport = { is: 'not-found' };
const paid = (amount = 1_000_00n): NetworkReport => ({
  is: 'success',
  amount,
  currency: 'UGX',
  networkReference: '4711',
});
/** The first answer "not found" is enough, and nothing is sent twice. */
const polling = {
  schedule: [{ untilMs: 60_000, everyMs: 0 }],
  giveUpAfterMs: 60_000,
  sendWithinMs: { collection: 0, payout: 0 },
  maxSendings: 1,
  unknownAfter: { times: 1, ms: 0 },
};
const options = { polling, breaker: { minCalls: 1_000_000, freshForMs: 0 } };

let test: TestApp;
let staff: TestActor;
let second: TestActor;
let merchant: Merchant;

beforeAll(async () => {
  test = await createTestApp({}, { connectors: [network], ...options });
  staff = await createStaff(test.owner);
  second = await createStaff(test.owner);
});
beforeEach(async () => {
  await test.owner.rows('delete from late_questions');
  merchant = await createMerchant(test.owner);
  says = notFound;
});

async function order(by: Merchant = merchant): Promise<string> {
  const answer = await callSigned(test, by, {
    method: 'POST',
    path: '/v1/Payments/collections',
    body: { phoneNumber: '0772000001', amount: 1_000, reference: 'Order' },
  });
  expect(answer.status, answer.text).toBe(202);
  return fromShortId(answer.body.data.transactionId) ?? '';
}

/** The network did not confirm it and does not know it, so it fails here. */
async function failed(by?: Merchant): Promise<string> {
  const id = await order(by);
  while (await test.engine.runner.drain());
  expect(await statusOf(id)).toEqual({ status: 'FAILED', reason_code: 'NOT_SENT' });
  asked = [];
  return id;
}

const ask = () => test.engine.lateQuestions.ask();
const pass = (hours: number) =>
  test.owner.rows(
    `update late_questions set failed_at = failed_at - d, next_at = next_at - d
     from (select $1 * interval '1 hour' as d) by`,
    [hours],
  );
const statusOf = (id: string) =>
  test.owner.row('select status, reason_code from payments where id = $1', [id]);
const titlesOf = async (id: string): Promise<string[]> => {
  const path = `/Transaction/${merchant.companyId}/transactions/${id}/trace`;
  const { steps } = (await test.call(staff, 'GET', path)).body.data;
  return steps.map(({ title }: { title: string }) => title);
};
const reviewsOf = async (id: string): Promise<{ id: string; kind: string }[]> => {
  const { data } = (await test.call(staff, 'GET', '/PaymentReviews')).body;
  return data.filter(({ recordId }: { recordId: string }) => recordId === id);
};
const questions = () => test.owner.rows('select payment_id from late_questions');

describe('a payment that failed here, and that the network carried out later', () => {
  it('is found by the job, and two people decide once', async () => {
    const id = await failed();
    await ask();
    expect(asked).toEqual([]);
    await pass(1);
    const before = await titlesOf(id);
    await ask();
    expect([asked, await titlesOf(id)]).toEqual([[id], before]);
    says = paid();
    await pass(5);
    await test.owner.rows("select graphile_worker.add_job('ask-again')");
    await runDueJobs({ ...workerOptions(test), lateQuestions: test.engine.lateQuestions });
    const [review] = await reviewsOf(id);
    expect(review).toMatchObject({ kind: 'late_success', networkAmount: 1_000 });
    expect((await titlesOf(id)).slice(before.length)).toEqual([
      'Asked MTN: paid',
      'The network says it was paid after all: two people decide',
    ]);
    expect(await statusOf(id)).toMatchObject({ status: 'FAILED' });

    const path = `/PaymentReviews/${review?.id}`;
    await test.call(staff, 'POST', `${path}/propose`, { decision: 'fail', note: 'Not on ours' });
    const confirmed = await test.call(second, 'POST', `${path}/confirm`, { decision: 'fail' });
    expect(confirmed.status, confirmed.text).toBe(200);
    await pass(24 * 20);
    await ask();
    expect(asked).toHaveLength(2);
    expect(await reviewsOf(id)).toEqual([]);
  });

  it('is shown with the amount that was paid', async () => {
    const id = await failed();
    says = paid(900_00n);
    await pass(1);
    await ask();
    expect(await reviewsOf(id)).toMatchObject([{ kind: 'late_success', networkAmount: 900 }]);
  });

  it('is not asked about any more after a callback told it', async () => {
    const id = await failed();
    says = paid();
    const callback = { path: id, headers: {}, body: null, text: '' };
    expect(await test.engine.callbacks.receive('MTN', callback)).toBe('accepted');
    expect(await reviewsOf(id)).toMatchObject([{ kind: 'late_success' }]);
    expect(await questions()).toEqual([]);
  });
});

describe('a payment that stays failed', () => {
  it('is asked about seven times within 30 days, and its trace stays as it was', async () => {
    const id = await failed();
    const before = await titlesOf(id);
    says = { is: 'failed', reasonCode: 'PAYER_REFUSED', reason: 'The payer refused' };
    let age = 0;
    for (const [index, hours] of [1, 6, 24, 72, 168, 336, 672].entries()) {
      await pass(hours - age - 0.1);
      await ask();
      expect(asked).toHaveLength(index);
      await pass(0.1);
      await ask();
      await ask();
      expect(asked).toHaveLength(index + 1);
      age = hours;
    }
    expect(await questions()).toEqual([]);
    expect(await titlesOf(id)).toEqual(before);
    expect(await statusOf(id)).toMatchObject({ status: 'FAILED', reason_code: 'NOT_SENT' });
  });

  it('is asked about again later if the network gives no answer, but not after 30 days', async () => {
    await failed();
    says = { is: 'unknown', why: 'it is away' };
    await pass(1);
    await ask();
    await ask();
    expect(asked).toHaveLength(1);
    await pass(1);
    await ask();
    expect(asked).toHaveLength(2);
    says = notFound;
    await pass(1);
    await ask();
    await pass(1.9);
    await ask();
    expect(asked).toHaveLength(3);
    await pass(24 * 30);
    await ask();
    expect(asked).toHaveLength(3);
    expect(await questions()).toEqual([]);
  });

  it('tells in its trace that the network still has it, and once', async () => {
    const id = await failed();
    const before = await titlesOf(id);
    says = { is: 'pending' };
    for (const hours of [1, 5, 18]) {
      await pass(hours);
      await ask();
    }
    expect(asked).toHaveLength(3);
    const news = (await titlesOf(id)).slice(before.length);
    expect(news).toEqual(['Asked MTN: it waits for the person']);
  });
});

describe('the questions of a turn', () => {
  it('are asked once by two servers at the same time', async () => {
    const ids = [];
    for (let i = 0; i < 12; i++) ids.push(await failed());
    await pass(1);
    const parts = { database: test.database, connectors: [network] };
    const others = [1, 2].map(() =>
      createEngine({ ...parts, logger: createLogger('silent') }, options),
    );
    await Promise.all([ask(), ...others.map(({ lateQuestions }) => lateQuestions.ask())]);
    expect(asked.toSorted()).toEqual(ids.toSorted());
  });

  it('are bounded, and a company with many does not keep others waiting', async () => {
    const many = await failed();
    const few = await failed(await createMerchant(test.owner));
    await test.owner.rows(
      `with copies as (
         insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
           status, finished_at)
         select company_id, gen_random_uuid(), direction, 'import', account_id, phone_number, network,
           amount, status, finished_at
         from payments, generate_series(1, 500) where id = $1
         returning id, company_id, network
       )
       insert into late_questions (payment_id, company_id, network, failed_at, next_at)
       select id, company_id, network, now(), now() - interval '1 day' from copies`,
      [many],
    );
    await pass(1);
    await ask();
    expect(asked).toHaveLength(200);
    expect(asked).toContain(few);
  });

  it('are not asked while the network is paused', async () => {
    await failed();
    await pass(1);
    await test.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('MTN', 'collection', 'ask', now() + interval '1 hour')`,
    );
    await ask();
    await test.owner.rows('delete from network_circuits');
    expect(asked).toEqual([]);
    await pass(1);
    await ask();
    expect(asked).toHaveLength(1);
  });

  it('leave out what was never sent', async () => {
    const id = await order();
    await test.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('MTN', 'collection', 'send', now() + interval '1 hour')`,
    );
    while (await test.engine.runner.drain());
    await test.owner.rows('delete from network_circuits');
    expect(await statusOf(id)).toEqual({ status: 'FAILED', reason_code: 'NOT_SENT' });
    expect(await questions()).toEqual([]);
  });
});
