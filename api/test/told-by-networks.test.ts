import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createStaff, type TestActor } from './actors.ts';
import { createCompany, createPayment } from './factories.ts';
import {
  failed,
  hour,
  minute,
  notFound,
  paid,
  pending,
  silent,
  startScripted,
  unreadable,
  type ScriptedNetwork,
} from './scripted-network.ts';

/* What a network says at a moment when nobody expects it. */

let test: ScriptedNetwork;
let first: TestActor;
let second: TestActor;
beforeAll(async () => {
  test = await startScripted({
    spacing: { stepMs: 1, longestMs: 1 },
    breaker: { freshForMs: 0 },
  });
  first = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);
beforeEach(() => {
  test.calls = [];
  test.whileAsked = undefined;
});

const reviewOf = (id: string) =>
  test.owner.row<{ id: string; kind: string; network_amount: string | null }>(
    'select id, kind, network_amount from payment_reviews where payment_id = $1 and closed_at is null',
    [id],
  );
const propose = async (id: string, decision: object) =>
  test.call(first, 'POST', `/PaymentReviews/${(await reviewOf(id))?.id}/propose`, {
    note: 'Seen in the portal of the network',
    ...decision,
  });
async function decide(id: string, decision: object): Promise<void> {
  const review = (await reviewOf(id))?.id;
  expect((await propose(id, decision)).status).toBe(200);
  const confirmed = await test.call(second, 'POST', `/PaymentReviews/${review}/confirm`, decision);
  expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)]);
}
const whole = async () => expect(await test.asOwner((db) => findViolations(db))).toEqual([]);

async function newPaid(
  direction: 'collection' | 'payout',
  companyId = test.companyId,
): Promise<string> {
  test.says = { sending: pending, asking: paid(1_000n) };
  const nextStepAt = new Date();
  const id = await createPayment(test.owner, companyId, { direction, nextStepAt });
  await test.nextStep(id, 0);
  expect(await test.nextStep(id, 6_000)).toMatchObject({ status: 'SUCCESS', review: null });
  return id;
}

describe('a callback about an open payment', () => {
  it.each([
    ['that it is pending, as the network then says itself', pending, pending],
    ['that it is pending, while the network does not answer', pending, silent],
    ['something unclear, while the network does not answer', silent, silent],
  ])('says %s: it never ends as not sent', async (_what, told, asked) => {
    test.says = { sending: silent, asking: asked };
    const id = await test.newPayout();
    await test.nextStep(id, 0);
    expect(await test.callBack(id, told)).toBe(200);
    expect(await test.read(id)).toMatchObject({ status: 'PROCESSING', held: '1000' });
    test.says.asking = notFound;
    for (const later of [1, 5, 10, 20, 60, 120].map((minutes) => minutes * minute)) {
      expect(await test.nextStep(id, later)).toMatchObject({ status: 'PROCESSING', held: '1000' });
    }
    expect(test.calls.filter((kind) => kind === 'sending')).toHaveLength(1);
  });

  it('asks the network once at a time, however often it comes', async () => {
    test.says = { sending: pending, asking: pending };
    const id = await test.newPayout();
    await test.nextStep(id, 0);
    test.calls = [];
    let underWay = 0;
    let most = 0;
    let asked = 0;
    test.whileAsked = async () => {
      asked += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 200));
      underWay -= 1;
    };
    const answers = await Promise.all(Array.from({ length: 30 }, () => test.callBack(id, pending)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(most).toBe(1);
    // One that was under way, and those that begin after the others were heard.
    expect(asked).toBeLessThan(6);
  });
});

describe('an order that waited while servers or their database were away', () => {
  it.each([
    ['collection', 11 * minute],
    ['payout', 25 * hour],
  ] as const)('as a %s is not sent any more', async (direction, waitedMs) => {
    test.says = { sending: pending, asking: pending };
    const at = new Date(Date.now() - waitedMs);
    const id = await (direction === 'payout' ? test.newPayout({ at }) : test.newCollection({ at }));
    const end = await test.nextStep(id, 0);
    expect(end).toMatchObject({ status: 'FAILED', reason_code: 'NOT_SENT', held: '0' });
    expect(test.calls).toEqual([]);
  });

  it.each([
    ['collection', 9 * minute],
    ['payout', 23 * hour],
  ] as const)('as a %s is sent while it is worth it', async (direction, waitedMs) => {
    test.says = { sending: pending, asking: pending };
    const at = new Date(Date.now() - waitedMs);
    const id = await (direction === 'payout' ? test.newPayout({ at }) : test.newCollection({ at }));
    expect(await test.nextStep(id, 0)).toMatchObject({ status: 'PROCESSING' });
  });
});

describe('a payment that was paid, and of which the network says something else later', () => {
  it.each([
    ['that it failed', failed, null],
    ['another amount', paid(900n), '900'],
    ['another currency', paid(1_000n, 'EUR'), null],
  ])('says %s: people are asked, and nothing moves before', async (_what, report, amount) => {
    const id = await newPaid('collection');
    const before = await test.read(id);
    test.says.asking = report;
    expect(await test.callBack(id, report)).toBe(200);
    expect(await reviewOf(id)).toMatchObject({ kind: 'contradicted', network_amount: amount });
    expect(await test.read(id)).toMatchObject({ status: 'SUCCESS', balance: before.balance });
  });

  it('is reversed by two people, and the company owes what it has spent', async () => {
    const companyId = await createCompany(test.owner);
    const id = await newPaid('collection', companyId);
    test.says.asking = failed;
    await test.callBack(id, failed);
    const { accountId } = (await test.owner.row<{ accountId: string }>(
      `select account_id as "accountId" from payments where id = $1`,
      [id],
    ))!;
    // What it had from the beginning and what it was paid, but 400.
    test.says = { sending: pending, asking: paid(1_600n) };
    const spent = await createPayment(test.owner, companyId, {
      direction: 'payout',
      accountId,
      amount: 1_600n,
      nextStepAt: new Date(),
    });
    await test.nextStep(spent, 0);
    expect(await test.nextStep(spent, 6_000)).toMatchObject({ status: 'SUCCESS', balance: '400' });
    await test.owner.rows(
      `insert into company_webhooks (id, company_id, url, secret_sealed, key_name)
       values ($1, $1, 'https://shop.test/hook', '\\x00', 'test')`,
      [companyId],
    );
    await decide(id, { decision: 'fail' });
    expect(await test.read(id)).toMatchObject({ status: 'SUCCESS', balance: '0', review: null });
    // The decision ends the check: no later event would tell that.
    const events = await test.owner.rows(
      `select type, payload #> '{data,beingChecked}' as checked from webhook_events where payment_id = $1`,
      [id],
    );
    expect(events).toEqual([{ type: 'payment.reversed', checked: false }]);
    const debt = await test.owner.row(
      "select balance from accounts where company_id = $1 and kind = 'receivable'",
      [companyId],
    );
    expect(debt).toEqual({ balance: '-600' });
    // Said again, it is no news.
    await test.callBack(id, failed);
    expect(await reviewOf(id)).toBeUndefined();
    await whole();
  });

  it('is left as booked by two people, who are not asked again about the same words', async () => {
    const id = await newPaid('payout');
    test.says.asking = failed;
    await test.callBack(id, failed);
    await decide(id, { decision: 'book' });
    expect(await test.read(id)).toMatchObject({ status: 'SUCCESS', review: null });
    await test.callBack(id, failed);
    expect(await reviewOf(id)).toBeUndefined();
    test.says.asking = paid(800n);
    await test.callBack(id, paid(800n));
    expect(await reviewOf(id)).toMatchObject({ kind: 'contradicted', network_amount: '800' });
    await whole();
  });

  it('is not asked about when the network only repeats itself', async () => {
    const id = await newPaid('collection');
    test.calls = [];
    for (const report of [paid(1_000n), paid(null), pending]) await test.callBack(id, report);
    expect(test.calls).toEqual([]);
    expect(await reviewOf(id)).toBeUndefined();
  });
});

describe('a network that says "paid", but not how much', () => {
  it.each(['by a callback', 'when it is asked late'])(
    'of a payment that had failed, %s: people state the amount',
    async (way) => {
      test.says = { sending: pending, asking: failed };
      const id = await test.newCollection();
      await test.nextStep(id, 0);
      expect(await test.nextStep(id, 6_000)).toMatchObject({ status: 'FAILED' });
      test.says.asking = unreadable;
      if (way === 'by a callback') await test.callBack(id, silent);
      else {
        await test.owner.rows(
          `update late_questions set failed_at = failed_at - interval '2 hours', next_at = now()
           where payment_id = $1`,
          [id],
        );
        await test.engine.lateQuestions.ask();
      }
      expect(await reviewOf(id)).toMatchObject({ kind: 'amount_unknown', network_amount: null });
      expect((await propose(id, { decision: 'book' })).status).toBe(400);
      await decide(id, { decision: 'book', amount: 7 });
      const row = await test.owner.row('select status, amount from payments where id = $1', [id]);
      expect(row).toEqual({ status: 'SUCCESS', amount: '700' });
      await whole();
    },
  );

  it('of an open payment: people are asked at once, unless a callback names the amount', async () => {
    test.says = { sending: pending, asking: unreadable };
    const id = await test.newCollection();
    await test.nextStep(id, 0);
    expect(await test.nextStep(id, 6_000)).toMatchObject({ review: 'amount_unknown' });
    expect(await test.callBack(id, paid(1_000n))).toBe(200);
    expect(await test.read(id)).toMatchObject({ status: 'SUCCESS', review: null });
  });
});

it('a company under a brake gives back the call that others wait for', async () => {
  const braked = await createCompany(test.owner);
  test.says = { sending: silent, asking: notFound };
  const id = await createPayment(test.owner, braked, {
    direction: 'payout',
    nextStepAt: new Date(),
  });
  await test.nextStep(id, 0);
  await test.owner.rows('delete from network_circuits');
  await test.owner.rows(
    `insert into network_circuits (network, operation, kind, opened_until)
     values ('MTN', 'payout', 'send', now() - interval '1 second')`,
  );
  const person = await createStaff(test.owner, 'Finance');
  const path = `/Company/${braked}/payout-brake`;
  const body = { reason: 'The amounts look wrong' };
  expect((await test.call(person, 'POST', path, body)).status).toBe(200);
  test.calls = [];
  await test.nextStep(id, 6_000);
  // Once, or again on a slow machine.
  expect([...new Set(test.calls)]).toEqual(['asking']);
  const circuits = await test.owner.rows(
    'select opened_until <= now() as "isFree" from network_circuits',
  );
  expect(circuits).toEqual([{ isFree: true }]);
  await test.owner.rows('delete from network_circuits');
});

it('no proven message about an unknown payment is lost, however many came before', async () => {
  await test.owner.rows(
    `insert into network_notices (id, network, reference, said, is_proven, content)
     select gen_random_uuid(), 'MTN', 'reference ' || n, 'paid', true, '{}'
     from generate_series(1, 1000) n`,
  );
  const id = uuidV7();
  expect(await test.callBack(id, paid(5_000n))).toBe(200);
  const kept = await test.owner.rows('select amount from network_notices where reference = $1', [
    id,
  ]);
  expect(kept).toEqual([{ amount: '5000' }]);
});
