import type { PaymentTrace } from '@sente/contract/api-transactions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../../test/actors.ts';
import { reverseWithTwo } from '../../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../../test/factories.ts';
import { codeId, createProduct, openedCodes } from '../../../test/products.ts';
import { callSigned, createCredential, type TestCredential } from '../../../test/signed.ts';
import { allowAll } from '../../../test/webhooks.ts';
import { toShortId } from '../../db/short-id.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let companyId: string;
let accountId: string;
let credential: TestCredential;

beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  staff = await createStaff(test.owner);
});

beforeEach(async () => {
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId });
  accountId = await createAccount(test.owner, companyId, { balance: 1_000_000n });
  credential = await createCredential(test.owner, companyId);
});

async function listen(): Promise<void> {
  const webhook = { url: 'http://127.0.0.1:9/hook', isActive: true };
  const answer = await test.call(staff, 'PUT', `/Company/${companyId}/webhook`, webhook);
  expect(answer.status, answer.text).toBe(200);
}
const reverse = (transactionId: string) => reverseWithTwo(test, staff, transactionId);

/** Paid and posted in the ledger. */
async function paid(direction: 'collection' | 'payout', isNotified = true) {
  const transactionId = await createTransaction(test.owner, companyId, accountId, {
    amount: direction === 'collection' ? 100_000n : -100_000n,
  });
  const id = await createPayment(test.owner, companyId, {
    accountId,
    direction,
    status: 'SUCCESS',
    amount: 100_000n,
    transactionId,
    isNotified,
  });
  return { id, transactionId };
}

const payment = async (id: string) =>
  (
    await callSigned(test, credential, {
      method: 'GET',
      path: `/v1/Payments/${toShortId(id)}`,
    })
  ).body.data;
const trace = async (id: string): Promise<PaymentTrace> =>
  (await test.call(member, 'GET', `/Transaction/${companyId}/transactions/${id}/trace`)).body.data;
const events = (paymentId: string) =>
  test.owner.rows<{ type: string; payload: { data: { reversedAt: string } } }>(
    'select type, payload from webhook_events where payment_id = $1 order by id',
    [paymentId],
  );

describe('a payment whose transaction is reversed', () => {
  it.each([
    ['collection', 'UGX 1,000 left the account again', 'the money left the account again'],
    ['payout', 'UGX 1,000 is on the account again', 'the money is on the account again'],
  ] as const)('is shown as reversed: %s', async (direction, title, sentence) => {
    await listen();
    const { id, transactionId } = await paid(direction);
    expect(await payment(id)).toMatchObject({ status: 'SUCCESS', reversedAt: null });
    expect(await trace(id)).toMatchObject({ reversedAt: null });
    const reversalId = (await reverse(transactionId)).body.data.id;
    const reversal = (await test.call(staff, 'GET', `/Transaction/${reversalId}`)).body.data;

    const seen = await payment(id);
    expect(seen).toMatchObject({ status: 'SUCCESS', reversedAt: expect.any(String) });
    const { data } = (
      await callSigned(test, credential, { method: 'GET', path: '/v1/Payments?limit=5' })
    ).body;
    expect(data[0]).toEqual(seen);

    const story = await trace(id);
    expect(story.reversedAt).toBe(seen.reversedAt);
    expect(story.apiTransaction.reversed_by).toBe(reversal.id);
    expect(story.summary).toContain('The provider took the payment back on ');
    expect(story.summary).toContain(sentence);
    expect(story.steps.at(-1)).toEqual({
      at: seen.reversedAt,
      kind: 'reversed',
      lane: 'ledger',
      title: `Taken back by the provider: ${title}`,
      isGood: false,
      exchange: null,
    });

    expect(await events(id)).toMatchObject([{ type: 'payment.reversed', payload: { data: seen } }]);
    expect(story.apiTransaction.thirdparty_notified).toBe('0');
    expect(Date.parse(seen.reversedAt)).toBeGreaterThanOrEqual(Date.parse(reversal.date));
  });

  it('keeps its voucher, which was handed out', async () => {
    const { id, transactionId } = await paid('collection');
    const product = await createProduct(test.owner, companyId, { codes: ['SOLD-1', 'FREE-1'] });
    const sold = await codeId(test.owner, companyId, 'SOLD-1');
    await test.owner.rows(
      `update product_codes set state = 'used', used_at = now(), payment_id = $2 where id = $1`,
      [sold, id],
    );
    await test.owner.rows(
      'update payments set product_id = $2, product_code_id = $3 where id = $1',
      [id, product.id, sold],
    );
    expect((await reverse(transactionId)).status).toBe(200);
    expect(await payment(id)).toMatchObject({
      voucherCode: 'SOLD-1',
      reversedAt: expect.any(String),
    });
    expect(await openedCodes(test.owner, companyId)).toMatchObject([
      { code: 'SOLD-1', state: 'used' },
      { code: 'FREE-1', state: 'free' },
    ]);
  });

  it('is announced once, and not at all when the reversal is refused', async () => {
    await listen();
    const { id, transactionId } = await paid('collection');
    const answers = await Promise.all([1, 2, 3].map(() => reverse(transactionId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await events(id)).toHaveLength(1);

    const spent = await paid('collection');
    await test.owner.rows('update accounts set is_active = false where id = $1', [accountId]);
    expect((await reverse(spent.transactionId)).body.message).toBe('Account is inactive');
    expect(await events(spent.id)).toEqual([]);
    expect(await payment(spent.id)).toMatchObject({ reversedAt: null });
    expect((await trace(spent.id)).apiTransaction.thirdparty_notified).toBe('1');
  });

  it('creates no event for a company without a webhook or a key', async () => {
    await test.owner.rows('delete from company_credentials where company_id = $1', [companyId]);
    const { id, transactionId } = await paid('collection');
    expect((await reverse(transactionId)).status).toBe(200);
    expect(await events(id)).toEqual([]);
  });
});
