import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../../test/actors.ts';
import { createFailingWorld, notFound, type FailingWorld } from '../../../test/failing-world.ts';
import { createMerchant, type Merchant } from '../../../test/mobile-money.ts';
import { runJobsWith, workerOptions } from '../../../test/webhooks.ts';
import type { NetworkReport } from '../networks/connector.ts';

let world: FailingWorld;
let staff: TestActor;
let second: TestActor;
let merchant: Merchant;

beforeAll(async () => {
  world = await createFailingWorld();
  staff = await createStaff(world.owner);
  second = await createStaff(world.owner);
});
beforeEach(async () => {
  await world.owner.rows('delete from late_questions');
  merchant = await createMerchant(world.owner);
  world.says = notFound;
});

const paid = (amount = 1_000_00n): NetworkReport => ({
  is: 'success',
  amount,
  currency: 'UGX',
  networkReference: '4711',
});
const titlesOf = async (id: string): Promise<string[]> => {
  const path = `/Transaction/${merchant.companyId}/transactions/${id}/trace`;
  const { steps } = (await world.call(staff, 'GET', path)).body.data;
  return steps.map(({ title }: { title: string }) => title);
};
const reviewsOf = async (id: string): Promise<{ id: string; kind: string }[]> => {
  const { data } = (await world.call(staff, 'GET', '/PaymentReviews')).body;
  return data.filter(({ recordId }: { recordId: string }) => recordId === id);
};

describe('a payment that failed here, and that the network carried out later', () => {
  it('is found by the job, and two people decide once', async () => {
    const id = await world.failed(merchant);
    await world.ask();
    expect(world.asked).toEqual([]);
    await world.pass(1);
    const before = await titlesOf(id);
    await world.ask();
    expect([world.asked, await titlesOf(id)]).toEqual([[id], before]);
    world.says = paid();
    await world.pass(5);
    await world.owner.rows("select graphile_worker.add_job('ask-again')");
    await runJobsWith({ ...workerOptions(world), lateQuestions: world.engine.lateQuestions });
    const [review] = await reviewsOf(id);
    expect(review).toMatchObject({ kind: 'late_success', networkAmount: 1_000 });
    expect((await titlesOf(id)).slice(before.length)).toEqual([
      'Asked MTN: paid',
      'The network says it was paid after all: two people decide',
    ]);
    expect(await world.statusOf(id)).toMatchObject({ status: 'FAILED' });

    const path = `/PaymentReviews/${review?.id}`;
    await world.call(staff, 'POST', `${path}/propose`, { decision: 'fail', note: 'Not on ours' });
    const confirmed = await world.call(second, 'POST', `${path}/confirm`, { decision: 'fail' });
    expect(confirmed.status, confirmed.text).toBe(200);
    await world.pass(24 * 20);
    await world.ask();
    expect(world.asked).toHaveLength(2);
    expect(await reviewsOf(id)).toEqual([]);
  });

  it('is shown with the amount that was paid', async () => {
    const id = await world.failed(merchant);
    world.says = paid(900_00n);
    await world.pass(1);
    await world.ask();
    expect(await reviewsOf(id)).toMatchObject([{ kind: 'late_success', networkAmount: 900 }]);
  });

  it('is not asked about any more after a callback told it', async () => {
    const id = await world.failed(merchant);
    world.says = paid();
    const callback = { path: id, headers: {}, body: null, text: '' };
    expect(await world.engine.callbacks.receive('MTN', callback)).toBe('accepted');
    expect(await reviewsOf(id)).toMatchObject([{ kind: 'late_success' }]);
    expect(await world.questions()).toEqual([]);
  });
});

describe('a payment that stays failed', () => {
  it('is asked about seven times within 30 days, and its trace stays as it was', async () => {
    const id = await world.failed(merchant);
    const before = await titlesOf(id);
    world.says = { is: 'failed', reasonCode: 'PAYER_REFUSED', reason: 'The payer refused' };
    let age = 0;
    for (const [index, hours] of [1, 6, 24, 72, 168, 336, 672].entries()) {
      await world.pass(hours - age - 0.1);
      await world.ask();
      expect(world.asked).toHaveLength(index);
      await world.pass(0.1);
      await world.ask();
      await world.ask();
      expect(world.asked).toHaveLength(index + 1);
      age = hours;
    }
    expect(await world.questions()).toEqual([]);
    expect(await titlesOf(id)).toEqual(before);
    expect(await world.statusOf(id)).toMatchObject({ status: 'FAILED', reason_code: 'NOT_SENT' });
  });

  it('is asked about again later if the network gives no answer, but not after 30 days', async () => {
    await world.failed(merchant);
    world.says = { is: 'unknown', why: 'it is away' };
    await world.pass(1);
    await world.ask();
    await world.ask();
    expect(world.asked).toHaveLength(1);
    await world.pass(1);
    await world.ask();
    expect(world.asked).toHaveLength(2);
    world.says = notFound;
    await world.pass(1);
    await world.ask();
    await world.pass(1.9);
    await world.ask();
    expect(world.asked).toHaveLength(3);
    await world.pass(24 * 30);
    await world.ask();
    expect(world.asked).toHaveLength(3);
    expect(await world.questions()).toEqual([]);
  });

  it('tells in its trace that the network still has it, and once', async () => {
    const id = await world.failed(merchant);
    const before = await titlesOf(id);
    world.says = { is: 'pending' };
    for (const hours of [1, 5, 18]) {
      await world.pass(hours);
      await world.ask();
    }
    expect(world.asked).toHaveLength(3);
    const news = (await titlesOf(id)).slice(before.length);
    expect(news).toEqual(['Asked MTN: it waits for the person']);
  });
});
