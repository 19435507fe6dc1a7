import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '@sente/contract/payments';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createAccount, createCompany } from '../../../test/factories.ts';
import { addCodes, codeId } from '../../../test/products.ts';
import {
  callSigned,
  createCredential,
  type SignedRequest,
  type TestCredential,
} from '../../../test/signed.ts';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';

let test: TestApp;
let own: TestCredential;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  const companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 1_000_000n });
  own = await createCredential(test.owner, companyId);
});

const get = (path: string, as = own) => callSigned(test, as, { method: 'GET', path });
const post = (path: string, body: object, more: Partial<SignedRequest> = {}, as = own) =>
  callSigned(test, as, { method: 'POST', path: `/v1/Payments/${path}`, body, ...more });
const order = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' };
const collect = (changes: object = {}, more: Partial<SignedRequest> = {}, as = own) =>
  post('collections', { ...order, ...changes }, more, as);

async function createPayment(fields: Record<string, unknown> = {}): Promise<string> {
  const { at = new Date(), ...rest } = fields as { at?: Date };
  const row: Record<string, unknown> = {
    company_id: own.companyId,
    id: uuidV7(at.getTime()),
    direction: 'collection',
    origin: 'api',
    account_id: accountId,
    phone_number: '256772123456',
    network: 'MTN',
    amount: 500_000n,
    status: 'PENDING',
    created_at: at,
    ...rest,
  };
  const names = Object.keys(row);
  await test.owner.rows(
    `insert into payments (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`,
    Object.values(row),
  );
  return toShortId(row['id'] as string);
}

async function createProduct(
  changes: { code?: string; amount?: bigint; isActive?: boolean; deletedAt?: Date } = {},
  codes: readonly string[] = [],
): Promise<string> {
  const id = uuidV7();
  await test.owner.rows(
    `insert into internet_products (company_id, id, code, name, amount, is_active, deleted_at)
     values ($1, $2, $3, 'One hour', $4, $5, $6)`,
    [
      own.companyId,
      id,
      changes.code ?? id,
      changes.amount ?? 100_000n,
      changes.isActive ?? true,
      changes.deletedAt ?? null,
    ],
  );
  if (codes.length > 0) await addCodes(test.owner, own.companyId, id, codes);
  return id;
}

describe('an order', () => {
  it('is accepted and can be read at once', async () => {
    const answer = await collect({ description: 'Airtime', network: 'MTN' });
    expect(answer.status).toBe(202);
    const { transactionId } = answer.body.data;
    expect(answer.body.data).toEqual({
      transactionId,
      status: 'PENDING',
      awaitsApproval: false,
      likelyNetwork: null,
    });
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    const { body } = await get(`/v1/Payments/${transactionId}`);
    expect(body.data).toMatchObject({
      transactionId,
      direction: 'collection',
      phoneNumber: '256772123456',
      network: 'MTN',
      amount: 5_000,
      fee: 0,
      reference: 'Order 1',
      description: 'Airtime',
      productCode: null,
      voucherCode: null,
      reasonCode: null,
    });
    expect((await get(`/v1/Payments/${transactionId.toLowerCase()}`)).status).toBe(200);
  });

  it('a payout order is held on the account', async () => {
    const answer = await post('payouts', { ...order, amount: 4_000 });
    expect(answer.status).toBe(202);
    const { body } = await get('/v1/Payments/balance');
    expect(body.data).toEqual([
      expect.objectContaining({ balance: 10_000, held: 4_000, available: 6_000 }),
    ]);
    expect((await post('payouts', { ...order, amount: 7_000 })).body).toMatchObject({
      code: 'insufficient_funds',
      success: false,
    });
  });

  it('an order repeated under the same key is the same order and is marked as a replay', async () => {
    const more = { idempotencyKey: 'order-1' };
    const first = await collect({}, more);
    const again = await collect({}, more);
    expect(again.status).toBe(202);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
    const other = await collect({ amount: 6_000 }, more);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('idempotency_key_reused');
    // Keys of different companies are independent.
    const companyId = await createCompany(test.owner);
    await createAccount(test.owner, companyId);
    const foreign = await createCredential(test.owner, companyId);
    const theirs = await collect({}, more, foreign);
    expect(theirs.status).toBe(202);
    expect(theirs.body.data.transactionId).not.toBe(first.body.data.transactionId);
  });

  it.each([
    [{ phoneNumber: '' }, 'phoneNumber', 'Phone number is required'],
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: -5 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: 0.5 }, 'amount', 'Mobile money takes whole shillings only'],
    [{ amount: 1_250.5 }, 'amount', 'Mobile money takes whole shillings only'],
    [{ amount: 20_000_001 }, 'amount', 'Must be at most UGX 20,000,000'],
    [{ amount: 1e21 }, 'amount', 'Must be at most UGX 20,000,000'],
    [{ amount: '5000' }, 'amount', 'Amount must be a number of UGX'],
    [{ reference: ' ' }, 'reference', 'Reference is required'],
    [{ network: 'ORANGE' }, 'network', 'Must be one of MTN, AIRTEL'],
  ])('an order with %j gets an error that names the field', async (changes, field, message) => {
    const answer = await collect(changes);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', fields: { [field]: message } });
  });

  it('cannot sell a product whose price has cents, and says why', async () => {
    await createProduct({ code: 'CENTS', amount: 99_950n }, ['AAA-999']);
    const answer = await collect({ productCode: 'CENTS', amount: 999.5 });
    expect(answer.body.fields).toEqual({ amount: 'Mobile money takes whole shillings only' });
  });

  it('unknown fields and another company are refused', async () => {
    for (const field of ['companyId', 'status', 'fee', 'origin', 'accountId', 'requestedBy']) {
      const answer = await collect({ [field]: own.companyId });
      expect(answer.body).toMatchObject({ code: 'validation_failed' });
    }
    expect((await collect({ productCode: 'x' }, { path: '/v1/Payments/payouts' })).status).toBe(
      400,
    );
    const notJson = await collect({}, { body: '{"phoneNumber"' });
    expect(notJson.body).toMatchObject({ message: 'The request body is not valid JSON' });
  });

  it("cannot use another company's account", async () => {
    const other = await createCompany(test.owner);
    const theirs = await createAccount(test.owner, other);
    const { number } = (await test.owner.row<{ number: string }>(
      'select number from accounts where id = $1',
      [theirs],
    )) ?? { number: '' };
    const answer = await collect({ accountNumber: number });
    expect(answer.body.fields).toHaveProperty('accountNumber');
    const unknown = await collect({ accountNumber: '999999' });
    expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('one payment', () => {
  it("another company's payment is answered like one that doesn't exist", async () => {
    const transactionId = await createPayment();
    const foreign = await createCredential(test.owner, await createCompany(test.owner));
    const answer = await get(`/v1/Payments/${transactionId}`, foreign);
    expect(answer.status).toBe(404);
    const unknown = await get(`/v1/Payments/${toShortId(uuidV7())}`, foreign);
    expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    for (const id of ['x', '8'.repeat(26), uuidV7()]) {
      expect((await get(`/v1/Payments/${id}`)).body).toMatchObject({
        code: 'not_found',
        message: 'Payment not found',
      });
    }
  });

  it('shows its voucher only once it is paid', async () => {
    await createProduct({ code: 'HOUR' }, ['AAA-111']);
    const sold = await collect({ amount: 1_000, productCode: 'HOUR' });
    const { transactionId } = sold.body.data;
    expect((await get(`/v1/Payments/${transactionId}`)).body.data).toMatchObject({
      productCode: 'HOUR',
      voucherCode: null,
    });
    expect((await get('/v1/Payments/products')).body.data).toMatchObject([{ stock: 0 }]);
    await test.owner.rows(
      `with ended as (delete from open_payments where company_id = $1)
       update payments set status = 'SUCCESS' where company_id = $1`,
      [own.companyId],
    );
    await test.owner.rows(
      "update product_codes set state = 'used', used_at = now() where company_id = $1",
      [own.companyId],
    );
    const { data } = (await get(`/v1/Payments/${transactionId}`)).body;
    expect(data).toMatchObject({ status: 'SUCCESS', voucherCode: 'AAA-111' });
  });

  it('says why it failed', async () => {
    const transactionId = await createPayment({
      status: 'FAILED',
      reason_code: 'PAYER_REFUSED',
      reason: 'The payer said no',
      fee: 10_000n,
      network_reference: 'N-1',
      finished_at: new Date('2026-01-02T03:04:05Z'),
    });
    expect((await get(`/v1/Payments/${transactionId}`)).body.data).toMatchObject({
      status: 'FAILED',
      reasonCode: 'PAYER_REFUSED',
      reason: 'The payer said no',
      fee: 0,
      networkReference: 'N-1',
      finishedAt: '2026-01-02T03:04:05.000Z',
    });
  });
});

describe('the list', () => {
  const ids = async (query: string) =>
    ((await get(`/v1/Payments${query}`)).body.data as Payment[]).map((item) => item.transactionId);

  it('is newest first and pages to the end', async () => {
    const made: string[] = [];
    for (let n = 0; n < 25; n++) {
      made.unshift(await createPayment({ at: new Date(1_780_000_000_000 + n) }));
    }
    const first = await get('/v1/Payments');
    expect(first.body.data).toHaveLength(20);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await get(`/v1/Payments?limit=10${after ? `&after=${after}` : ''}`);
      seen.push(...page.body.data.map((item: Payment) => item.transactionId));
      after = (page.body.meta as { nextAfter: string | null }).nextAfter;
    } while (after !== null);
    expect(seen).toEqual(made);
  });

  it('filters by every documented field', async () => {
    const at = (text: string) => ({ at: new Date(text) });
    // Days are in Kampala time, three hours ahead of UTC.
    const a = await createPayment({ ...at('2026-03-01T20:59:59Z'), reference: 'R 1' });
    const b = await createPayment({ ...at('2026-03-01T21:00:00Z'), network: 'AIRTEL' });
    const c = await createPayment({
      ...at('2026-03-03T12:00:00Z'),
      direction: 'payout',
      status: 'SUCCESS',
    });
    expect(await ids('')).toEqual([c, b, a]);
    expect(await ids('?status=SUCCESS')).toEqual([c]);
    expect(await ids('?direction=collection')).toEqual([b, a]);
    expect(await ids('?network=AIRTEL')).toEqual([b]);
    expect(await ids('?reference=R%201')).toEqual([a]);
    expect(await ids('?reference=r%201')).toEqual([]);
    expect(await ids('?startDate=2026-03-02')).toEqual([c, b]);
    expect(await ids('?endDate=2026-03-01')).toEqual([a]);
    expect(await ids('?startDate=2026-03-02&endDate=2026-03-02')).toEqual([b]);
    expect(await ids(`?endDate=2026-03-03&after=${c}`)).toEqual([b, a]);
    expect(await ids(`?endDate=2026-03-01&after=${c}`)).toEqual([a]);
    expect(await ids('?endDate=1900-01-01')).toEqual([]);
  });

  it.each([
    [
      '?startDate=2026-03-02&endDate=2026-03-01',
      'startDate',
      'Start date must not be after end date',
    ],
    ['?limit=0', 'limit', 'Must be a whole number from 1 to 100'],
    ['?limit=101', 'limit', 'Must be a whole number from 1 to 100'],
    ['?status=DONE', 'status', 'Must be one of PENDING, PROCESSING, SUCCESS, FAILED'],
    ['?direction=in', 'direction', 'Must be one of collection, payout'],
    ['?network=UTL', 'network', 'Must be one of MTN, AIRTEL'],
    [`?reference=${'x'.repeat(101)}`, 'reference', 'Must be at most 100 characters'],
    ['?after=x', 'after', 'Must be a transaction id'],
    ['?startDate=yesterday', 'startDate', 'Must be a date like 2026-01-31'],
  ])('refuses %s', async (query, field, message) => {
    const answer = await get(`/v1/Payments${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it("never shows another company's payments", async () => {
    await createPayment();
    const foreign = await createCredential(test.owner, await createCompany(test.owner));
    expect((await get('/v1/Payments', foreign)).body).toMatchObject({
      data: [],
      meta: { nextAfter: null },
    });
  });
});

describe('balance and products', () => {
  it("balance lists the company's accounts and marks the default one", async () => {
    await test.owner.rows('update accounts set is_active = false where id = $1', [accountId]);
    await createAccount(test.owner, own.companyId, { balance: 300n, held: 100n });
    await createAccount(test.owner, own.companyId);
    const { data } = (await get('/v1/Payments/balance')).body;
    expect(data).toEqual([
      expect.objectContaining({ balance: 10_000, isActive: false, isDefault: false }),
      expect.objectContaining({ balance: 3, held: 1, available: 2, isDefault: true }),
      expect.objectContaining({ balance: 0, isActive: true, isDefault: false }),
    ]);
    const foreign = await createCredential(test.owner, await createCompany(test.owner));
    expect((await get('/v1/Payments/balance', foreign)).body.data).toEqual([]);
  });

  it('products that can be sold are listed with their stock', async () => {
    await createProduct({ code: 'CENTS', amount: 99_950n }, ['5']);
    await createProduct({ code: 'B' }, ['1', '2']);
    await createProduct({ code: 'a' });
    await createProduct({ code: 'off', isActive: false }, ['3']);
    await createProduct({ code: 'gone', deletedAt: new Date() }, ['4']);
    await test.owner.rows(
      `update product_codes set state = 'used', payment_id = gen_random_uuid(), used_at = now()
       where id = $1`,
      [await codeId(test.owner, own.companyId, '2')],
    );
    expect((await get('/v1/Payments/products')).body.data).toEqual([
      { productCode: 'a', productName: 'One hour', amount: 1_000, stock: 0 },
      { productCode: 'B', productName: 'One hour', amount: 1_000, stock: 1 },
    ]);
    const foreign = await createCredential(test.owner, await createCompany(test.owner));
    expect((await get('/v1/Payments/products', foreign)).body.data).toEqual([]);
  });
});
