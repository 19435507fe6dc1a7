import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createRoleWith } from '../../test/factories.ts';
import { createPayer } from '../../test/payers.ts';
import { createProduct } from '../../test/products.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { NewsData } from '../notifications/notify.ts';
import { protectionWords } from '../notifications/protection.ts';

let test: TestApp;
let staff: TestActor;
let stranger: TestActor;
let member: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  stranger = await createMember(test.owner);
});
beforeEach(async () => {
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
});

const create = (fields: object = {}, actor = member) =>
  test.call(actor, 'POST', '/PaymentLinks', { accountId, purpose: 'Garden chairs', ...fields });
const list = async (query = '', actor = member) =>
  (await test.call(actor, 'GET', `/PaymentLinks${query}`)).body.data;
const audited = () =>
  test.owner.rows<{ action: string; details: object }>(
    `select action, details from audit_log where company_id = $1 and action like 'paymentLinks%' order by id`,
    [companyId],
  );

describe('a payment link', () => {
  it('of one amount is shown as it was made, with an address that nobody guesses', async () => {
    const { status, body, text } = await create({ amount: 45_000, reference: ' Order 12 ' });
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({
      kind: 'fixed',
      state: 'active',
      url: expect.stringMatching(/^https:\/\/portal\.example\.test\/pay\/[0-9a-hjkmnp-tv-z]{26}$/),
      amount: 45_000,
      leastAmount: null,
      purpose: 'Garden chairs',
      reference: 'Order 12',
      isOnce: false,
      isStanding: false,
      paidCount: 0,
      createdBy: 'Test Person',
    });
    expect(await list()).toEqual([body.data]);
    const { id } = body.data;
    expect((await test.call(staff, 'GET', `/PaymentLinks/${id}`)).body.data).toMatchObject({ id });
    expect(await audited()).toMatchObject([
      { action: 'paymentLinks.create', details: { link: id, purpose: 'Garden chairs' } },
    ]);
  });

  it('is stopped by staff with a reason, once, and its company reads why', async () => {
    const { id } = (await create({ amount: 45_000 })).body.data;
    const stop = (actor: TestActor) =>
      test.call(actor, 'POST', `/PaymentLinks/${id}/stop`, { reason: 'Sells what it has not' });
    expect((await stop(member)).status).toBe(403);
    expect((await stop(staff)).status).toBe(200);
    expect(await list()).toMatchObject([
      { id, state: 'ended', stopReason: 'Sells what it has not' },
    ]);
    expect((await stop(staff)).status).toBe(409);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'paymentLinks.stop',
      details: { link: id, reason: 'Sells what it has not' },
    });
    const told = await test.owner.rows<{ data: NewsData }>(
      'select kind, data from notification_events where company_id = $1',
      [companyId],
    );
    expect(told).toMatchObject([{ kind: 'protection', data: { outcome: 'link-stopped' } }]);
    expect(protectionWords(told[0]?.data ?? {}).text).toBe(
      'The provider\'s staff stopped the payment link "Garden chairs": Sells what it has not. Nobody can pay by it any more. If you do not know why, ask the provider.',
    );
  });

  it('of a chosen amount has limits', async () => {
    expect((await create({ leastAmount: 500 })).body.data).toMatchObject({
      kind: 'chosen',
      amount: null,
      leastAmount: 500,
      mostAmount: 20_000_000,
    });
  });

  it('of a product has its name, its price and its stock', async () => {
    const fields = { code: 'DAY-1', name: 'Day pass', amount: 1_500_00n, codes: 2 };
    const { id: productId } = await createProduct(test.owner, companyId, fields);
    const { data } = (await create({ productId, purpose: null })).body;
    expect(data).toMatchObject({ kind: 'product', purpose: 'Day pass', amount: 1_500 });
    expect(data.product).toEqual({
      id: productId,
      productCode: 'DAY-1',
      productName: 'Day pass',
      stock: 2,
    });
  });

  it.each([
    ['no purpose', { amount: 500, purpose: ' ' }, 'purpose'],
    ['an amount and limits', { amount: 500, leastAmount: 100 }, 'amount'],
    ['limits the wrong way round', { leastAmount: 900, mostAmount: 100 }, 'mostAmount'],
    ['cents', { amount: 500.5 }, 'amount'],
    ['an address without TLS', { amount: 500, returnUrl: 'http://shop.test/' }, 'returnUrl'],
    ['http on this machine', { amount: 500, returnUrl: 'http://localhost:4000/' }, 'returnUrl'],
    ['a script', { amount: 500, returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
    ['a time that has passed', { amount: 500, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an unknown product', { productId: uuidV7() }, 'productId'],
  ])('with %s is refused', async (_name, fields, field) => {
    const { status, body } = await create(fields);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toContain(field);
    expect(await list()).toEqual([]);
  });

  it('of a product whose price mobile money cannot move is refused', async () => {
    const { id } = await createProduct(test.owner, companyId, { amount: 1_500_50n });
    expect((await create({ productId: id, purpose: null })).body.fields).toEqual({
      productId: 'Its price is UGX 1,500.50, and mobile money takes whole shillings only',
    });
  });

  it('of another company does not exist', async () => {
    const { id } = (await create({ amount: 500 })).body.data;
    for (const [method, path] of [
      ['GET', `/PaymentLinks/${id}`],
      ['GET', `/PaymentLinks/${id}/checkouts`],
      ['POST', `/PaymentLinks/${id}/end`],
    ] as const) {
      expect((await test.call(stranger, method, path)).status).toBe(404);
    }
    expect(await list('', stranger)).toEqual([]);
    expect((await create({ amount: 500 }, stranger)).status).toBe(404);
  });

  it('of a product needs the right to see products', async () => {
    const { id: productId } = await createProduct(test.owner, companyId);
    const role = await createRoleWith(test.owner, 'canManageAccounts');
    const cashier = await createMember(test.owner, { companyId, role });
    expect((await create({ productId, purpose: null }, cashier)).status).toBe(403);
    expect((await create({ amount: 500 }, cashier)).status).toBe(200);
  });

  it('ends once, and is found by state and text', async () => {
    const { id } = (await create({ amount: 500 })).body.data;
    await create({ amount: 700, purpose: 'Rent', reference: 'Room 7' });
    const end = () => test.call(member, 'POST', `/PaymentLinks/${id}/end`);
    const { endedAt } = (await end()).body.data;
    expect((await end()).body.data).toMatchObject({ state: 'ended', endedAt });
    expect(await list('?state=ended')).toMatchObject([{ id }]);
    expect(await list('?search=room+7')).toMatchObject([{ purpose: 'Rent' }]);
    expect((await audited()).map(({ action }) => action)).toEqual([
      'paymentLinks.create',
      'paymentLinks.create',
      'paymentLinks.end',
    ]);
  });
});

it('the standing link of an account is made once, also by many at once, and again after its end', async () => {
  const ask = () => test.call(member, 'POST', '/PaymentLinks/standing', { accountId });
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  const ids = new Set(answers.map(({ body }) => body.data.id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  expect(answers[0]?.body.data).toMatchObject({
    isStanding: true,
    kind: 'chosen',
    purpose: 'Payment',
  });
  await test.call(member, 'POST', `/PaymentLinks/${id}/end`);
  expect((await ask()).body.data.id).not.toBe(id);
  const other = await createAccount(test.owner, stranger.companyId ?? '');
  const foreign = { accountId: other };
  expect((await test.call(member, 'POST', '/PaymentLinks/standing', foreign)).status).toBe(404);
});

describe("a company's own systems", () => {
  let keys: TestCredential;
  beforeEach(async () => {
    keys = await createCredential(test.owner, companyId);
  });
  const call = (method: 'GET' | 'POST', path: string, body?: object, idempotencyKey = uuidV7()) =>
    callSigned(test, keys, {
      method,
      path: `/v1/Payments/links${path}`,
      ...(method === 'POST' && { body: body ?? {}, idempotencyKey }),
    });
  const wish = { amount: 700, purpose: 'Order 7', reference: 'A-7', isOnce: true };

  it('make a link once for one key', async () => {
    const key = uuidV7();
    const made = await call('POST', '', wish, key);
    expect(made.status, made.text).toBe(200);
    expect(made.body.data).toMatchObject({
      ...wish,
      kind: 'fixed',
      state: 'active',
      endedAt: null,
    });
    const again = await call('POST', '', wish, key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual(made.body.data);
    expect((await call('POST', '', { ...wish, amount: 800 }, key)).status).toBe(409);
    expect(await list()).toMatchObject([{ createdBy: null, reference: 'A-7' }]);
  });

  it('read, list and end their links, and no others', async () => {
    const { linkId } = (await call('POST', '', wish)).body.data;
    const second = (await call('POST', '', { purpose: 'Tips' })).body.data;
    expect((await call('GET', `/${linkId}`)).body.data).toMatchObject({ linkId });
    const page = await call('GET', '?limit=1');
    expect(page.body.data).toMatchObject([{ linkId: second.linkId, kind: 'chosen' }]);
    expect(page.body.meta).toEqual({ nextAfter: second.linkId });
    expect((await call('GET', `?after=${second.linkId}`)).body.data).toMatchObject([{ linkId }]);
    expect((await call('GET', '?reference=A-7')).body.data).toHaveLength(1);
    expect((await call('POST', `/${linkId}/end`)).body.data.state).toBe('ended');
    expect((await call('GET', '?state=ended')).body.data).toHaveLength(1);
    keys = await createCredential(test.owner, stranger.companyId ?? '');
    expect((await call('GET', `/${linkId}`)).status).toBe(404);
    expect((await call('POST', `/${second.linkId}/end`)).status).toBe(404);
  });

  it('find the link in the payment', async () => {
    const { linkId, url } = (await call('POST', '', wish)).body.data;
    await createPayer(test, '197.239.7.1').pay(new URL(url).pathname);
    const { body } = await callSigned(test, keys, { method: 'GET', path: '/v1/Payments' });
    expect(body.data).toMatchObject([
      {
        reference: 'A-7',
        description: 'Order 7',
        link: { linkId, checkoutId: expect.any(String), reference: 'A-7' },
      },
    ]);
  });
});
