import { beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import { createStaff } from './actors.ts';
import { createPayment } from './factories.ts';
import {
  hour,
  minute,
  notFound,
  paid,
  pending,
  silent,
  startScripted,
  type ScriptedNetwork,
} from './scripted-network.ts';

let test: ScriptedNetwork;
beforeAll(async () => {
  test = await startScripted();
}, 60_000);
beforeEach(() => {
  test.calls = [];
  test.whileAsked = undefined;
});

it('hands an accepted payment that is no longer found to people within a day of its sending', async () => {
  test.says = { sending: pending, asking: notFound };
  const id = await test.newPayout();
  await test.nextStep(id, 0);
  for (const later of [1, 10, 20, 60, 10 * 60].map((minutes) => minutes * minute)) {
    expect(await test.nextStep(id, later)).toMatchObject({ status: 'PROCESSING', held: '1000' });
  }
  const end = await test.nextStep(id, 13 * hour);
  expect(end).toMatchObject({ status: 'PROCESSING', review: 'unanswered', held: '1000' });
  expect(test.calls.filter((kind) => kind === 'sending')).toHaveLength(1);
});

it('keeps the money of a payout that was approved a day late until the network provably lacks it', async () => {
  test.says = { sending: silent, asking: notFound };
  const staff = await createStaff(test.owner);
  const id = await createPayment(test.owner, test.companyId, {
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
    expect(await test.nextStep(id, later)).toMatchObject({ status: 'PENDING', held: '1000' });
  }
  expect(test.calls.filter((kind) => kind === 'sending')).toHaveLength(3);
  const end = await test.nextStep(id, 10 * minute);
  expect(end).toMatchObject({ status: 'FAILED', reason_code: 'NOT_SENT', held: '0' });
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
});

it('takes the refusal of a second sending as no proof against the first', async () => {
  test.says = { sending: silent, asking: notFound };
  const id = await test.newPayout();
  await test.nextStep(id, 0);
  test.says.sending = { is: 'failed', reasonCode: 'NETWORK_REFUSED', reason: 'Refused' };
  expect(await test.nextStep(id, 6_000)).toMatchObject({ status: 'PENDING', held: '1000' });
  test.says.asking = { is: 'success', amount: 1_000n, currency: 'UGX', networkReference: '77' };
  expect(await test.nextStep(id, 6_000)).toMatchObject({ status: 'SUCCESS', held: '0' });
});

it('does not send a payment again that ended while the network was asked', async () => {
  test.says = { sending: silent, asking: notFound };
  const id = await test.newCollection();
  await test.nextStep(id, 0);
  test.whileAsked = () =>
    test.owner.rows(
      `with ended as (delete from open_payments where payment_id = $1)
       update payments set status = 'FAILED', finished_at = now() where id = $1`,
      [id],
    );
  await test.nextStep(id, 6_000);
  expect(test.calls).toEqual(['sending', 'asking']);
  expect(await test.read(id)).toMatchObject({ status: 'FAILED' });
  expect(await test.owner.rows('select from open_payments where payment_id = $1', [id])).toEqual(
    [],
  );
});

it('gives a payment in another currency to people', async () => {
  test.says = {
    sending: pending,
    asking: { is: 'success', amount: 1_000n, currency: 'EUR', networkReference: '77' },
  };
  const id = await test.newCollection();
  await test.nextStep(id, 0);
  expect(await test.nextStep(id, 6_000)).toMatchObject({ review: 'currency_differs' });
  const facts = await test.owner.row(
    `select network_amount, foreign_amount::int, foreign_currency from payment_reviews
     where payment_id = $1`,
    [id],
  );
  expect(facts).toEqual({ network_amount: null, foreign_amount: 1_000, foreign_currency: 'EUR' });
});

it('asks about a collection every 5 to 15 seconds in its first five minutes', async () => {
  test.says = { sending: pending, asking: pending };
  const id = await test.newCollection();
  await test.nextStep(id, 0);
  const dueIn = async () =>
    (await test.owner.row<{ ms: number }>(
      `select extract(epoch from next_step_at - now())::float8 * 1000 as ms from open_payments
       where payment_id = $1`,
      [id],
    ))!.ms;
  for (const later of [5_000, 50_000, minute, minute, minute, 30_000]) {
    await test.nextStep(id, later);
    expect(await dueIn()).toBeLessThanOrEqual(15_000);
  }
});

it('shows people what the network says while they decide', async () => {
  test.says = { sending: pending, asking: pending };
  const id = await test.newPayout();
  await test.nextStep(id, 0);
  expect(await test.nextStep(id, 25 * hour)).toMatchObject({ review: 'unanswered' });
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

  test.says = { sending: pending, asking: paid(900n) };
  expect(await test.callBack(id, paid(null))).toBe(200);
  expect(await open()).toEqual({
    id: review,
    kind: 'amount_differs',
    network_amount: '900',
    decision: null,
  });
});
