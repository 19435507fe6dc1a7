import { beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createPayment, createTransaction } from './factories.ts';

/* Whatever a network did with a payment under review, it can be booked as it happened. */

let test: TestApp;
let first: TestActor;
let second: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  first = await createStaff(test.owner);
  second = await createStaff(test.owner);
});
beforeEach(async () => {
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 1_000_00n });
});

type PaymentFields = Parameters<typeof createPayment>[2];
interface ReviewFields {
  readonly kind: string;
  readonly networkAmount?: bigint;
  readonly foreign?: { readonly amount: bigint; readonly currency: string };
}

interface Case {
  readonly paymentId: string;
  readonly reviewId: string;
}

async function underReview(payment: PaymentFields, review: ReviewFields): Promise<Case> {
  // What is reviewed was sent.
  const sent = { accountId, sentAt: new Date() };
  const paymentId = await createPayment(test.owner, companyId, { ...sent, ...payment });
  const reviewId = uuidV7();
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind, network_amount, foreign_amount,
       foreign_currency)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      reviewId,
      companyId,
      paymentId,
      review.kind,
      review.networkAmount ?? null,
      review.foreign?.amount ?? null,
      review.foreign?.currency ?? null,
    ],
  );
  return { paymentId, reviewId };
}

async function read({ reviewId }: Case) {
  const { body } = await test.call(first, 'GET', '/PaymentReviews');
  return (body.data as { id: string; booking: object }[]).find(({ id }) => id === reviewId);
}

const propose = ({ reviewId }: Case, more: object) =>
  test.call(first, 'POST', `/PaymentReviews/${reviewId}/propose`, {
    decision: 'book',
    note: 'Seen in the portal of the network',
    ...more,
  });
const confirm = ({ reviewId }: Case, more: object) =>
  test.call(second, 'POST', `/PaymentReviews/${reviewId}/confirm`, { decision: 'book', ...more });

async function book(item: Case, stated: object = {}): Promise<void> {
  const proposed = await propose(item, stated);
  expect([proposed.status, proposed.body.message]).toEqual([200, null]);
  const confirmed = await confirm(item, stated);
  expect([confirmed.status, confirmed.body.message]).toEqual([200, null]);
}

const payment = ({ paymentId }: Case) =>
  test.owner.row(
    'select status, amount::int / 100 as amount, fee::int / 100 as fee, reason_code from payments where id = $1',
    [paymentId],
  );

/** In UGX. */
async function books() {
  const row = await test.owner.row<{ balance: number; debt: number; clearing: number }>(
    `select coalesce(sum(balance) filter (where kind = 'customer'), 0)::int / 100 as balance,
       coalesce(-sum(balance) filter (where kind = 'receivable'), 0)::int / 100 as debt,
       coalesce(sum(balance) filter (where kind = 'clearing'), 0)::int / 100 as clearing
     from accounts where company_id = $1`,
    [companyId],
  );
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  return row;
}

const feeOf = (direction: string, flat: bigint) =>
  test.owner.rows(
    `insert into fee_schedules (id, company_id, direction, band_ends, band_fees, effective_from)
     values ($1, $2, $3, '{null}', array[$4::bigint], '2026-01-01')`,
    [uuidV7(), companyId, direction, flat],
  );

const failedPayout = { direction: 'payout', status: 'FAILED', amount: 5_000_00n } as const;

it('a payout that was paid after its hold was released is owed, and later credits repay it', async () => {
  const late = await underReview(failedPayout, {
    kind: 'late_success',
    networkAmount: 5_000_00n,
  });
  expect((await read(late))?.booking).toMatchObject({ advanced: 4_000, owed: 4_000, repaid: 0 });
  await book(late);
  expect(await books()).toEqual({ balance: 0, debt: 4_000, clearing: 5_000 });
  await createTransaction(test.owner, companyId, accountId, { amount: 2_500_00n });
  expect(await books()).toMatchObject({ balance: 0, debt: 1_500 });
  const paid = await underReview(
    { status: 'FAILED', amount: 2_000_00n },
    { kind: 'late_success', networkAmount: 2_000_00n },
  );
  expect((await read(paid))?.booking).toMatchObject({ advanced: 0, repaid: 1_500, owed: 0 });
  await book(paid);
  expect(await books()).toEqual({ balance: 500, debt: 0, clearing: 3_000 });
});

it('more than was held leaves with an advance, and money held for others stays', async () => {
  await createTransaction(test.owner, companyId, accountId, {
    amount: -300_00n,
    isPending: true,
  });
  const more = await underReview(
    { direction: 'payout', status: 'PROCESSING', amount: 500_00n },
    { kind: 'amount_differs', networkAmount: 900_00n },
  );
  expect((await read(more))?.booking).toMatchObject({ held: 500, advanced: 200, owed: 200 });
  await book(more);
  expect(await payment(more)).toMatchObject({ status: 'SUCCESS', amount: 900 });
  expect(await books()).toEqual({ balance: 300, debt: 200, clearing: 900 });
});

it('a fee takes at most what was paid', async () => {
  await feeOf('collection', 50_00n);
  const little = await underReview(
    { status: 'PROCESSING', amount: 500_00n, fee: 50_00n },
    { kind: 'amount_differs', networkAmount: 20_00n },
  );
  expect((await read(little))?.booking).toMatchObject({ amount: 20, fee: 20 });
  await book(little);
  expect(await payment(little)).toEqual({
    status: 'SUCCESS',
    amount: 20,
    fee: 20,
    reason_code: 'AMOUNT_DIFFERS',
  });
  expect(await books()).toEqual({ balance: 1_000, debt: 0, clearing: -20 });
});

it('a late payout from an account that was switched off leaves it', async () => {
  await test.owner.rows('update accounts set is_active = false where id = $1', [accountId]);
  const late = await underReview(failedPayout, { kind: 'late_success', networkAmount: 5_000_00n });
  await book(late);
  expect(await books()).toEqual({ balance: 0, debt: 4_000, clearing: 5_000 });
  const account = await test.owner.row('select is_active from accounts where id = $1', [accountId]);
  expect(account).toEqual({ is_active: false });
});

it('a late payout of a company that was archived meanwhile is booked, and its accounts stay closed', async () => {
  await createTransaction(test.owner, companyId, accountId, { amount: -1_000_00n });
  const late = await underReview(failedPayout, { kind: 'late_success', networkAmount: 5_000_00n });
  await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
  await test.owner.rows('update accounts set is_active = false where company_id = $1', [companyId]);
  await book(late);
  expect(await books()).toEqual({ balance: 0, debt: 5_000, clearing: 5_000 });
  const active = await test.owner.rows(
    "select id from accounts where company_id = $1 and is_active and kind <> 'receivable'",
    [companyId],
  );
  expect(active).toEqual([]);
});

it('nothing paid at all can only be failed', async () => {
  const nothing = await underReview(
    { status: 'PROCESSING', amount: 500_00n },
    { kind: 'amount_differs', networkAmount: 0n },
  );
  await propose(nothing, {});
  const answer = await confirm(nothing, {});
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'The network reports that nothing was paid: it can only be failed',
  ]);
});

it('a payment in another currency is booked with the shillings that a person states', async () => {
  const foreign = await underReview(
    { status: 'PROCESSING', amount: 500_00n },
    { kind: 'currency_differs', foreign: { amount: 12_50n, currency: 'EUR' } },
  );
  expect(await read(foreign)).toMatchObject({
    foreignAmount: 12.5,
    foreignCurrency: 'EUR',
    networkAmount: null,
    statedAmount: 'required',
  });
  const silent = await propose(foreign, {});
  expect([silent.status, silent.body]).toMatchObject([
    400,
    { fields: { amount: 'State how much was paid in UGX' } },
  ]);
  for (const amount of [0, -5, 1.234, 'many']) {
    expect((await propose(foreign, { amount })).status).toBe(400);
  }
  expect((await propose(foreign, { decision: 'fail', amount: 480 })).status).toBe(400);
  await propose(foreign, { amount: 480 });
  expect(await read(foreign)).toMatchObject({
    booking: { amount: 480 },
    proposal: { amount: 480 },
  });
  for (const stale of [{}, { amount: 490 }]) {
    expect((await confirm(foreign, stale)).body.message).toBe(
      'The proposal was changed. Look again.',
    );
  }
  expect((await confirm(foreign, { amount: 480 })).status).toBe(200);
  expect(await payment(foreign)).toMatchObject({ status: 'SUCCESS', amount: 480 });
  expect(await books()).toEqual({ balance: 1_480, debt: 0, clearing: -480 });
});

it('a payment that was never answered may have moved another amount', async () => {
  const item = await underReview(
    { direction: 'payout', status: 'PROCESSING', amount: 500_00n },
    { kind: 'unanswered' },
  );
  await book(item, { amount: 450 });
  expect(await payment(item)).toMatchObject({ status: 'SUCCESS', amount: 450 });
  expect(await books()).toEqual({ balance: 550, debt: 0, clearing: 450 });
});

it('nobody states another amount than the network does', async () => {
  const late = await underReview(failedPayout, { kind: 'late_success', networkAmount: 5_000_00n });
  const answer = await propose(late, { amount: 4_000 });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { fields: { amount: 'The network says how much was paid: leave the amount out' } },
  ]);
});
