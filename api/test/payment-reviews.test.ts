import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf, type BehaviourName } from '../src/payments/simulator/magic-numbers.ts';
import { createStaff, type TestActor } from './actors.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { addCodes, createProduct, openedCodes } from './products.ts';

let test: MobileMoney;
let first: TestActor;
let second: TestActor;
let merchant: Merchant;

const start = 50_000_00n;

beforeAll(async () => {
  test = await startMobileMoney({ giveUpAfterMs: 500 });
  first = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, start);
});

interface Review {
  readonly id: string;
  readonly kind: string;
  readonly recordId: string;
}

async function reviewOf(paymentId: string): Promise<Review> {
  for (let tries = 0; tries < 300; tries++) {
    const { body } = await test.call(first, 'GET', '/PaymentReviews');
    const found = (body.data as Review[]).find(({ recordId }) => recordId === paymentId);
    if (found) return found;
    await wait(50);
  }
  throw new Error('Nobody is asked to decide');
}

const ask = async (
  direction: 'collections' | 'payouts',
  name: BehaviourName,
  more: object = {},
): Promise<{ paymentId: string; review: Review }> => {
  const paymentId = await request(test, merchant, direction, magicNumberOf('MTN', name), more);
  return { paymentId, review: await reviewOf(paymentId) };
};

const propose = (actor: TestActor, { id }: Review, decision: string) =>
  test.call(actor, 'POST', `/PaymentReviews/${id}/propose`, {
    decision,
    note: 'Seen in the books',
  });
const confirm = (actor: TestActor, { id }: Review, decision: string) =>
  test.call(actor, 'POST', `/PaymentReviews/${id}/confirm`, { decision });

const payment = async (id: string) => {
  const row = await test.owner.row<Record<string, unknown>>(
    'select status, amount, fee, reason_code, reason from payments where id = $1',
    [id],
  );
  const codes = await openedCodes(test.owner, merchant.companyId);
  const sold = codes.find(({ payment_id }) => payment_id === id);
  const result: Record<string, unknown> = { ...row, code: sold?.code ?? null, state: sold?.state };
  return result;
};
const transactionOf = async (id: string) =>
  (
    await test.owner.row<{ id: string }>(
      'select transaction_id as id from payments where id = $1',
      [id],
    )
  )?.id;
const eventsOf = (id: string) =>
  test.owner.rows<{ checked: boolean }>(
    `select (payload #>> '{data,beingChecked}')::boolean as checked from webhook_events
     where payment_id = $1 order by id`,
    [id],
  );
const money = () =>
  test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [merchant.accountId],
  );
const debt = async (): Promise<bigint> => {
  const row = await test.owner.row<{ debt: string }>(
    "select -balance as debt from accounts where company_id = $1 and kind = 'receivable'",
    [merchant.companyId],
  );
  return BigInt(row?.debt ?? 0);
};
const untilSettled = async () => {
  while ((await money())?.held !== '0') await wait(20);
};
const whole = async () => expect(await test.asOwner((db) => findViolations(db))).toEqual([]);

async function decide(review: Review, decision: 'book' | 'fail'): Promise<void> {
  expect((await propose(first, review, decision)).status).toBe(200);
  const before = await eventsOf(review.recordId);
  const answer = await confirm(second, review, decision);
  expect([answer.status, answer.body.message]).toEqual([200, null]);
  // What a decision tells ends the check: no later event would.
  const told = (await eventsOf(review.recordId)).slice(before.length);
  expect(told.filter(({ checked }) => checked)).toEqual([]);
}

describe('a success after a failure', () => {
  it('is booked only when two people agree', async () => {
    const { paymentId, review } = await ask('collections', 'late success');
    expect(review.kind).toBe('late_success');
    expect(await payment(paymentId)).toMatchObject({ status: 'FAILED' });
    expect(await money()).toEqual({ balance: String(start), held: '0' });
    const alone = await confirm(first, review, 'book');
    expect(alone.body.message).toBe('Nobody has proposed a decision yet');
    await propose(first, review, 'book');
    const own = await confirm(first, review, 'book');
    expect([own.status, own.body.message]).toEqual([
      409,
      'Somebody else has to confirm your proposal',
    ]);
    expect(await money()).toEqual({ balance: String(start), held: '0' });
    expect((await confirm(second, review, 'fail')).body.message).toBe(
      'The proposal was changed. Look again.',
    );
    const answers = await Promise.all([1, 2, 3].map(() => confirm(second, review, 'book')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS' });
    expect(await money()).toEqual({ balance: String(start + 1_000_00n), held: '0' });
    await whole();
  });

  it('says which account it credits, and what the company wrote', async () => {
    const texts = { reference: 'Invoice 77', description: 'Router on credit' };
    const { review } = await ask('collections', 'late success', texts);
    const account = await test.owner.row(
      `select name as "accountName", number as "accountNumber" from accounts where id = $1`,
      [merchant.accountId],
    );
    expect(review).toMatchObject({ ...account, ...texts });
  });

  it('can be left failed, and hands nothing out', async () => {
    const { paymentId, review } = await ask('collections', 'late success');
    await decide(review, 'fail');
    expect(await payment(paymentId)).toMatchObject({ status: 'FAILED' });
    expect(await money()).toEqual({ balance: String(start), held: '0' });
  });

  it('a late payout takes the released money again', async () => {
    const { paymentId, review } = await ask('payouts', 'late success');
    expect(await money()).toEqual({ balance: String(start), held: '0' });
    await decide(review, 'book');
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS' });
    expect(await money()).toEqual({ balance: String(start - 1_000_00n), held: '0' });
    await whole();
  });

  it('a late payout that the account cannot pay is booked, and the company owes the rest', async () => {
    const { paymentId, review } = await ask('payouts', 'late success', { amount: 50_000 });
    await request(test, merchant, 'payouts', magicNumberOf('MTN', 'approved'), { amount: 49_999 });
    await untilSettled();
    expect(await reviewOf(paymentId)).toMatchObject({
      booking: { amount: 50_000, advanced: 49_999, owed: 49_999 },
    });
    await decide(review, 'book');
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS' });
    expect(await money()).toEqual({ balance: '0', held: '0' });
    expect(await debt()).toBe(49_999_00n);
    await whole();
  });

  it('a late sale takes the next voucher', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A', 'B'] });
    const { paymentId, review } = await ask('collections', 'late success', { productCode: code });
    await decide(review, 'book');
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS', code: 'A', state: 'used' });
    await whole();
  });
});

describe('a late sale', () => {
  it('is booked without a voucher when none is left, and says so', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const { paymentId, review } = await ask('collections', 'late success', { productCode: code });
    await test.owner.rows('delete from product_codes where company_id = $1', [merchant.companyId]);
    await decide(review, 'book');
    expect(await payment(paymentId)).toMatchObject({
      status: 'SUCCESS',
      code: null,
      reason_code: 'NO_VOUCHER',
      reason: 'No voucher was left, so none was handed out',
    });
    expect(await money()).toEqual({ balance: String(start + 1_000_00n), held: '0' });
    await whole();
  });

  it('takes a voucher that was uploaded before the decision is confirmed', async () => {
    const { code, id } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const { paymentId, review } = await ask('collections', 'late success', { productCode: code });
    await test.owner.rows('delete from product_codes where company_id = $1', [merchant.companyId]);
    await propose(first, review, 'book');
    await addCodes(test.owner, merchant.companyId, id, ['B']);
    expect((await confirm(second, review, 'book')).status).toBe(200);
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS', code: 'B' });
  });
});

describe('an amount other than requested', () => {
  it('a payout of another amount debits that amount and releases the rest', async () => {
    const { paymentId, review } = await ask('payouts', 'wrong amount');
    expect(review).toMatchObject({ kind: 'amount_differs', networkAmount: 500, amount: 1_000 });
    await decide(review, 'book');
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS', amount: '50000' });
    expect(await money()).toEqual({ balance: String(start - 500_00n), held: '0' });
    await whole();
  });

  it('is booked as paid, without a voucher below its price', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const { paymentId, review } = await ask('collections', 'wrong amount', { productCode: code });
    expect(review).toMatchObject({ kind: 'amount_differs', networkAmount: 500, amount: 1_000 });
    const ordered = await transactionOf(paymentId);
    await decide(review, 'book');
    // The address of the transaction of the other amount leads to the payment, which says both amounts.
    const page = (await test.call(first, 'GET', `/Transaction/${ordered}`)).body.data;
    expect(page).toMatchObject({
      transactionId: await transactionOf(paymentId),
      check: { state: 'paid', amounts: { asked: 1_000, paid: 500 } },
    });
    expect(page.transactionId).not.toBe(ordered);
    expect(await payment(paymentId)).toMatchObject({
      status: 'SUCCESS',
      amount: '50000',
      code: null,
      reason_code: 'AMOUNT_DIFFERS',
      reason: 'UGX 500 was paid instead of UGX 1,000, so no voucher was handed out',
    });
    expect(await money()).toEqual({ balance: String(start + 500_00n), held: '0' });
    const free = await test.owner.row('select state from product_codes where company_id = $1', [
      merchant.companyId,
    ]);
    expect(free).toEqual({ state: 'free' });
    await whole();
  });

  it('can be failed, which releases the voucher', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const { paymentId, review } = await ask('collections', 'wrong amount', { productCode: code });
    await decide(review, 'fail');
    expect(await payment(paymentId)).toMatchObject({ status: 'FAILED', code: null });
    expect(await money()).toEqual({ balance: String(start), held: '0' });
    await whole();
  });
});

describe('the preview of booking', () => {
  const feeOf = (direction: string) =>
    test.owner.rows(
      `insert into fee_schedules (id, company_id, direction, percent_hundredths, effective_from)
       values (gen_random_uuid(), $1, $2, 200, '2026-01-01')`,
      [merchant.companyId, direction],
    );

  it('the preview of a payout includes the fee of the paid amount', async () => {
    await feeOf('payout');
    const { review } = await ask('payouts', 'wrong amount');
    expect(review).toMatchObject({
      booking: { amount: 500, fee: 10, held: 1_020, voucher: null },
    });
    await decide(review, 'book');
    expect(await money()).toEqual({ balance: String(start - 510_00n), held: '0' });
  });

  it('the preview of a sale says what happens to its voucher', async () => {
    await feeOf('collection');
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const more = { productCode: code };
    const little = await ask('collections', 'wrong amount', more);
    expect(little.review).toMatchObject({
      booking: { amount: 500, fee: 10, held: 0, voucher: 'too_little' },
    });
    await decide(little.review, 'fail');
    const silent = await ask('collections', 'never known', more);
    expect(silent.review).toMatchObject({
      statedAmount: 'optional',
      booking: { amount: 1_000, fee: 20, held: 0, voucher: 'kept' },
    });
    await decide(silent.review, 'fail');
    const late = await ask('collections', 'late success', more);
    expect(late.review).toMatchObject({ booking: { amount: 1_000, fee: 20, voucher: 'next' } });
    await test.owner.rows('delete from product_codes where company_id = $1', [merchant.companyId]);
    expect(await reviewOf(late.paymentId)).toMatchObject({ booking: { voucher: 'none_left' } });
  });
});

describe('a network without a final status', () => {
  it.each([
    ['book', start - 1_000_00n, 'SUCCESS'],
    ['fail', start, 'FAILED'],
  ] as const)('leaves a payout held until two people %s it', async (decision, balance, status) => {
    const { paymentId, review } = await ask('payouts', 'never known');
    expect(review.kind).toBe('unanswered');
    expect(await money()).toEqual({ balance: String(start), held: '100000' });
    await decide(review, decision);
    expect(await payment(paymentId)).toMatchObject({ status });
    expect(await money()).toEqual({ balance: String(balance), held: '0' });
    await whole();
  });
});

describe('money for an inactive account', () => {
  it('is credited nevertheless when two people book it, and the account stays inactive', async () => {
    const phone = magicNumberOf('MTN', 'waits for a person');
    const paymentId = await request(test, merchant, 'collections', phone);
    await test.owner.rows('update accounts set is_active = false where id = $1', [
      merchant.accountId,
    ]);
    await untilPrompted();
    for (const order of test.simulator.orders().filter(({ state }) => state === 'open')) {
      await fetch(`${test.simulator.url}/simulator/phones/${order.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"isApproved":true}',
      });
    }
    const review = await reviewOf(paymentId);
    expect(review.kind).toBe('account_inactive');
    expect(review).toMatchObject({ booking: { isAccountInactive: true } });
    await decide(review, 'book');
    expect(await money()).toEqual({ balance: String(start + 1_000_00n), held: '0' });
    const account = await test.owner.row('select is_active from accounts where id = $1', [
      merchant.accountId,
    ]);
    expect(account).toEqual({ is_active: false });
    await whole();
  });
});

describe('a payment that succeeded during its review', () => {
  it.each(['book', 'fail'] as const)('cannot be decided again: %s', async (decision) => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['A'] });
    const phone = magicNumberOf('MTN', 'approved');
    const paymentId = await request(test, merchant, 'collections', phone, { productCode: code });
    while ((await payment(paymentId))?.['status'] !== 'SUCCESS') await wait(20);
    // As if a server had opened a review at that moment.
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind)
       values (gen_random_uuid(), $1, $2, 'unanswered')`,
      [merchant.companyId, paymentId],
    );
    const review = await reviewOf(paymentId);
    await propose(first, review, decision);
    const refused = await confirm(second, review, decision);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This payment was paid in the meantime',
    ]);
    expect(await payment(paymentId)).toMatchObject({ status: 'SUCCESS', code: 'A', state: 'used' });
    expect(await money()).toEqual({ balance: String(start + 1_000_00n), held: '0' });
    await whole();
  });
});

async function untilPrompted(): Promise<void> {
  while (!test.simulator.orders().some((order) => order.behaviour === 'waits for a person')) {
    await wait(20);
  }
}

it("a proposal can be withdrawn, and the company's history records it all", async () => {
  const { review } = await ask('collections', 'late success');
  await propose(first, review, 'fail');
  const { body } = await test.call(first, 'POST', `/PaymentReviews/${review.id}/withdraw`);
  expect(body.data.proposal).toBeNull();
  const entries = await test.owner.rows<{ action: string }>(
    "select action from audit_log where company_id = $1 and subject_type = 'companies' order by id",
    [merchant.companyId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'paymentReviews.propose',
    'paymentReviews.withdraw',
  ]);
});
