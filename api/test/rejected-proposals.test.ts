import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';

let test: TestApp;
let first: TestActor;
let second: TestActor;
let companyId: string;
let reviewId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
  companyId = await createCompany(test.owner);
  reviewId = await openReview();
});

describe('a proposal about how a payment ends', () => {
  it('is rejected with a reason alone, by somebody else than who proposed it', async () => {
    await propose(first, 'book');
    const silent = await act(second, 'reject', { decision: 'book' });
    expect([silent.status, silent.body.message]).toEqual([400, 'Reason is required']);
    const own = await reject(first, 'book');
    expect([own.status, own.body.message]).toEqual([409, 'This is your own proposal: withdraw it']);
    const withdrawn = await act(second, 'withdraw');
    expect([withdrawn.status, withdrawn.body.message]).toEqual([
      409,
      'Only who proposed it can withdraw it: reject it',
    ]);
    const other = await reject(second, 'fail');
    expect(other.body.message).toBe('The proposal was changed. Look again.');
    expect((await reject(second, 'book')).body.data).toMatchObject({ proposal: null });
    const again = await reject(second, 'book');
    expect(again.body.message).toBe('Nobody has proposed a decision yet');
  });

  it('keeps why it was rejected until there is a new one', async () => {
    await propose(first, 'book');
    await reject(second, 'book');
    const rejection = {
      decision: 'book',
      proposedBy: 'Test Person',
      by: 'Test Person',
      reason: 'It is another payment',
    };
    expect(await listed(first)).toMatchObject({ rejection: { ...rejection, isOwn: true } });
    expect(await listed(second)).toMatchObject({ rejection: { ...rejection, isOwn: false } });
    await propose(second, 'fail');
    expect(await listed(first)).toMatchObject({ rejection: null });
  });

  it('tells who proposed it, and the history, why it was rejected', async () => {
    await propose(first, 'book');
    await reject(second, 'book');
    const logged = await test.owner.row(
      "select details from audit_log where company_id = $1 and action = 'paymentReviews.reject'",
      [companyId],
    );
    expect(logged).toMatchObject({
      details: { decision: 'book', reason: 'It is another payment' },
    });
    const told = await test.owner.rows(
      `select data ->> 'reason' as reason from notification_events
       where user_id = $1 and kind = 'request-decided'`,
      [first.userId],
    );
    expect(told).toEqual([{ reason: 'It is another payment' }]);
  });

  it('rejected in Approvals keeps the reason as well', async () => {
    await propose(first, 'book');
    const { body } = await test.call(second, 'GET', `/Approvals/${reviewId}`);
    const { status } = await test.call(second, 'POST', `/Approvals/${reviewId}/reject`, {
      askedAt: body.data.askedAt,
      reason: 'Not on the statement',
    });
    expect(status).toBe(200);
    expect(await listed(first)).toMatchObject({ rejection: { reason: 'Not on the statement' } });
  });

  it('is not replaced by somebody else', async () => {
    await propose(first, 'book');
    const other = await propose(second, 'fail');
    expect([other.status, other.body.message]).toEqual([
      409,
      'Somebody has proposed a decision. Confirm or reject it first.',
    ]);
    expect((await propose(first, 'fail')).status).toBe(200);
  });
});

it('a payment that was decided says by whom and how', async () => {
  expect((await get(reviewId)).body.data).toMatchObject({ ended: null, proposal: null });
  await propose(first, 'fail');
  expect((await act(second, 'confirm', { decision: 'fail' })).status).toBe(200);
  expect((await get(reviewId)).body.data).toMatchObject({
    id: reviewId,
    ended: { decision: 'fail', by: 'Test Person' },
  });
  const none = await get(uuidV7());
  expect([none.status, none.body.message]).toEqual([
    404,
    'Nobody was asked to decide about this payment',
  ]);
});

it('the request in Approvals says what the network reported', async () => {
  await propose(first, 'book');
  const { body } = await test.call(second, 'GET', `/Approvals/${reviewId}`);
  expect(body.data.facts).toEqual([
    'It had failed here, and later MTN reported that UGX 18,500 was paid.',
  ]);
  // That of the amount that was asked for need not be what is booked.
  expect(body.data.fee).toBeNull();
});

it('a payment to decide is counted once: to propose, or to confirm', async () => {
  const helper = await createStaff(test.owner, 'Support');
  const counts = async (actor: TestActor) => {
    const { body } = await test.call(actor, 'GET', '/AdminDashboard/attention');
    return [body.data.reviewsForReader, body.data.approvalsForReader];
  };
  const [reviews, approvals] = await counts(second);
  expect((await counts(helper))[0]).toBe(0);
  await propose(first, 'book');
  expect(await counts(second)).toEqual([reviews - 1, approvals + 1]);
});

const act = (actor: TestActor, what: string, body?: object) =>
  test.call(actor, 'POST', `/PaymentReviews/${reviewId}/${what}`, body);
const propose = (actor: TestActor, decision: string) =>
  act(actor, 'propose', { decision, note: 'Seen on the statement' });
const reject = (actor: TestActor, decision: string) =>
  act(actor, 'reject', { decision, reason: 'It is another payment' });
const get = (id: string) => test.call(second, 'GET', `/PaymentReviews/${id}`);
const listed = async (actor: TestActor): Promise<object | undefined> => {
  const { body } = await test.call(actor, 'GET', '/PaymentReviews');
  return (body.data as { id: string }[]).find(({ id }) => id === reviewId);
};

async function openReview(): Promise<string> {
  const accountId = await createAccount(test.owner, companyId);
  const [paymentId, id] = [uuidV7(), uuidV7()];
  await test.owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, status)
     values ($1, $2, 'collection', 'api', $3, '256772123456', 'MTN', 1850000, 'FAILED')`,
    [companyId, paymentId, accountId],
  );
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind, network_amount)
     values ($1, $2, $3, 'late_success', 1850000)`,
    [id, companyId, paymentId],
  );
  return id;
}
