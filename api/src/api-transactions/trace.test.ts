import type { PaymentTrace } from '@sente/contract/api-transactions';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../test/factories.ts';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId });
  accountId = await createAccount(test.owner, companyId, { balance: 1_000_000n });
});

const pathOf = (id: string, company = companyId) =>
  `/Transaction/${company}/transactions/${id}/trace`;

async function trace(id: string, actor = member): Promise<PaymentTrace> {
  const answer = await test.call(actor, 'GET', pathOf(id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const at = (time: string) => new Date(`2026-02-03T${time}Z`);

async function addStep(
  paymentId: string,
  step: { time: string; kind: string; title: string; isGood?: boolean; answer?: string | null },
): Promise<void> {
  await test.owner.rows(
    `insert into payment_steps
       (company_id, payment_id, at, kind, title, is_good, request, answer, duration_ms)
     values ($1, $2, $3, $4, $5, $6, 'POST /requesttopay', $7, 120)`,
    [
      companyId,
      paymentId,
      at(step.time),
      step.kind,
      step.title,
      step.isGood ?? null,
      step.answer === undefined ? '202' : step.answer,
    ],
  );
}

async function sellVoucher(status: string): Promise<string> {
  const [product, code] = [uuidV7(), uuidV7()];
  await test.owner.rows(
    `insert into internet_products (company_id, id, code, name, amount)
     values ($1, $2, $3, 'One day', 100000)`,
    [companyId, product, `DAY-${product.slice(-6)}`],
  );
  const transactionId = await createTransaction(test.owner, companyId, accountId, {
    amount: 100_000n,
  });
  const id = await createPayment(test.owner, companyId, {
    accountId,
    status,
    amount: 100_000n,
    fee: 500n,
    reference: 'ORDER-9',
    at: at('10:00:00'),
    sentAt: at('10:00:01'),
    ...(status === 'SUCCESS' && { transactionId }),
    ...(status === 'PROCESSING' && { nextStepAt: new Date(Date.now() + 60_000) }),
  });
  await test.owner.rows(
    `insert into product_codes (company_id, id, product_id, code, state, payment_id, used_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      companyId,
      code,
      product,
      `CODE-${id}`,
      status === 'SUCCESS' ? 'used' : 'reserved',
      id,
      status === 'SUCCESS' ? at('10:00:09') : null,
    ],
  );
  await test.owner.rows('update payments set product_id = $2, product_code_id = $3 where id = $1', [
    id,
    product,
    code,
  ]);
  return id;
}

async function addWebhook(paymentId: string, state: 'waiting' | 'delivered'): Promise<void> {
  const event = uuidV7();
  await test.owner.rows(
    `insert into webhook_events (company_id, id, payment_id, type, payload)
     values ($1, $2, $3, 'payment.succeeded', '{"amount":1000}')`,
    [companyId, event, paymentId],
  );
  await test.owner.rows(
    `insert into webhook_deliveries (company_id, id, event_id, webhook_id, state)
     values ($1, $2, $2, $1, $3)`,
    [companyId, event, state],
  );
  for (const [number, time, status, answer, error] of [
    [1, '10:00:10', null, null, 'connect ECONNREFUSED'],
    [2, '10:00:15', 503, 'Busy', null],
    [3, '10:00:30', 200, 'ok', null],
  ] as const) {
    if (status === 200 && state === 'waiting') continue;
    await test.owner.rows(
      `insert into webhook_attempts (company_id, delivery_id, number, at, url, request_headers,
         status_code, answer, error, duration_ms)
       values ($1, $2, $3, $4, 'https://shop.example.test/hook',
         '{"webhook-id": "evt-1", "webhook-signature": "v1,SECRET"}', $5, $6, $7, 30)`,
      [companyId, event, number, at(time), status, answer, error],
    );
  }
}

describe('the trace of a payment', () => {
  it('runs from the request to the last webhook, with ledger and voucher', async () => {
    const id = await sellVoucher('SUCCESS');
    await addStep(id, { time: '10:00:01', kind: 'sent', title: 'Sent to MTN', isGood: true });
    await addStep(id, { time: '10:00:06', kind: 'asked', title: 'Asked MTN', isGood: true });
    await addStep(id, { time: '10:00:09', kind: 'settled', title: 'Paid', isGood: true });
    await addWebhook(id, 'delivered');
    const found = await trace(id);
    expect(found).toMatchObject({
      apiTransaction: { record_id: id, transaction_id: toShortId(id), status: 'SUCCESS' },
      direction: 'collection',
      fee: 5,
      reference: 'ORDER-9',
      voucherCode: `•••${id.slice(-3)}`,
      voucherId: expect.any(String),
      productCode: expect.stringMatching(/^DAY-/),
      accountNumber: expect.stringMatching(/^\d+$/),
      summary:
        'Paid: MTN has confirmed it and the account was credited. The voucher was handed out.',
      nextStepAt: null,
      webhookState: 'delivered',
    });
    expect(found.steps.map(({ kind, title, isGood }) => [kind, title, isGood])).toEqual([
      ['requested', 'Asked for through the API', null],
      ['sent', 'Sent to MTN', true],
      ['asked', 'Asked MTN', true],
      ['settled', 'Paid', true],
      ['webhook', 'Webhook payment.succeeded not delivered, attempt 1', false],
      ['webhook', 'Webhook payment.succeeded refused with 503, attempt 2', false],
      ['webhook', 'Webhook payment.succeeded delivered, attempt 3', true],
    ]);
    expect(found.steps[1]?.exchange).toEqual({
      request: 'POST /requesttopay',
      answer: '202',
      durationMs: 120,
    });
    expect(found.steps[4]?.exchange?.answer).toBe('connect ECONNREFUSED');
    const { ledger } = found;
    expect(ledger).toMatchObject({ status: 'completed', held: 0 });
    expect(ledger?.legs.map(({ account, amount }) => [account, amount])).toEqual([
      ['Main account', 1_000],
      ['Bank of the provider', -1_000],
    ]);
  });

  it('shows staff the headers of a webhook, but never its signature', async () => {
    const id = await createPayment(test.owner, companyId, { accountId, status: 'SUCCESS' });
    await addWebhook(id, 'waiting');
    const [own, staffs] = [await trace(id), await trace(id, staff)];
    const requests = (found: PaymentTrace) =>
      found.steps.flatMap(({ kind, exchange }) => (kind === 'webhook' ? exchange?.request : []));
    expect(requests(own)[0]).toBe('POST https://shop.example.test/hook\n\n{\n  "amount": 1000\n}');
    expect(requests(staffs)[0]).toContain('webhook-id: evt-1');
    expect(JSON.stringify([own, staffs])).not.toContain('SECRET');
    expect(own.webhookState).toBe('waiting');
  });

  it('hides a voucher until its sale is SUCCESS', async () => {
    const id = await sellVoucher('PROCESSING');
    await addStep(id, { time: '10:00:01', kind: 'sent', title: 'Sent to MTN' });
    const found = await trace(id);
    expect(found).toMatchObject({ voucherCode: null, webhookState: null });
    expect(found.ledger).toMatchObject({ status: 'pending', held: 0, legs: [] });
    expect(found.productCode).toMatch(/^DAY-/);
    expect(found.summary).toMatch(/^MTN has it, and the payer has not answered yet\./);
    expect(Date.parse(found.nextStepAt ?? '')).toBeGreaterThan(Date.now());
  });

  it.each([
    ['did not answer', null, undefined],
    ['answered nothing that tells', '500', false],
  ])('says that the network %s, and never that the payment failed', async (_, answer, isGood) => {
    const id = await createPayment(test.owner, companyId, {
      accountId,
      sentAt: at('10:00:01'),
      nextStepAt: new Date(Date.now() + 60_000),
    });
    const step = { time: '10:00:01', kind: 'sent', title: 'Sent to MTN', answer };
    await addStep(id, isGood === undefined ? step : { ...step, isGood });
    expect((await trace(id)).summary).toMatch(/^MTN has not answered, .* never taken for failed/);
  });

  it('says at once that payouts are stopped, before the payout is held', async () => {
    const company = await createCompany(test.owner);
    const soon = { nextStepAt: new Date(Date.now() + 5_000) };
    const payout = await createPayment(test.owner, company, { direction: 'payout', ...soon });
    const collection = await createPayment(test.owner, company, soon);
    await test.owner.rows("select brake_trip_by_watcher($1, 'one-amount', 'A test', '[]')", [
      company,
    ]);
    const read = async (id: string) =>
      (await test.call(staff, 'GET', pathOf(id, company))).body.data;
    const held = await read(payout);
    expect(held.summary).toMatch(/^Held by the payout brake: it has not failed/);
    expect(held.nextStepAt).toBeNull();
    expect((await read(collection)).summary).toMatch(/^Accepted, and sent to MTN/);
  });

  it('says until when a network is paused', async () => {
    const company = await createCompany(test.owner);
    const id = await createPayment(test.owner, company, {
      network: 'AIRTEL',
      nextStepAt: new Date(),
    });
    await test.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('AIRTEL', 'collection', 'send', now() + interval '1 hour')`,
    );
    const answer = await test.call(staff, 'GET', pathOf(id, company));
    await test.owner.rows('delete from network_circuits');
    expect(answer.body.data.summary).toMatch(/^Not sent yet: Airtel does not answer/);
  });

  it('the trace of a waiting payout says who requested it and what is held', async () => {
    const id = await createPayment(test.owner, companyId, {
      accountId,
      awaitsApproval: true,
      amount: 5_000n,
      fee: 250n,
      requestedBy: member.userId,
    });
    const found = await trace(id);
    expect(found.summary).toMatch(/^This payout waits for approval by the provider\./);
    expect(found.steps).toMatchObject([{ title: 'Asked for in the portal by Test Person' }]);
    expect(found.ledger).toMatchObject({ status: 'pending', held: 52.5, legs: [] });
  });

  it('the trace of history without steps still has a beginning and an end', async () => {
    const id = await createPayment(test.owner, companyId, {
      accountId,
      origin: 'import',
      status: 'FAILED',
      reason: 'The payer refused',
    });
    const found = await trace(id);
    expect(found.steps.map(({ title }) => title)).toEqual([
      'Taken over from an earlier system',
      'Failed: The payer refused',
    ]);
    expect(found.summary).toBe('Failed: the payer refused.');
  });

  it('says that the network calls a failed one paid, to the company as well', async () => {
    const id = await createPayment(test.owner, companyId, {
      accountId,
      status: 'FAILED',
      reason: 'Expired',
    });
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind)
       values ($1, $2, $3, 'late_success')`,
      [uuidV7(), companyId, id],
    );
    for (const actor of [member, staff]) {
      const found = await trace(id, actor);
      expect(found.apiTransaction.check).toEqual({ kind: 'late_success', state: 'open' });
      expect(found.summary).toContain('Failed, being checked: MTN says that it was paid.');
    }
  });

  it('is hidden from others and under another company', async () => {
    const id = await createPayment(test.owner, companyId, { accountId });
    const stranger = await createMember(test.owner);
    const own = stranger.companyId ?? '';
    for (const [actor, path] of [
      [stranger, pathOf(id, own)],
      [staff, pathOf(id, own)],
      [member, pathOf(uuidV7())],
      [member, pathOf('17')],
    ] as const) {
      const answer = await test.call(actor, 'GET', path);
      expect([answer.status, answer.body.message]).toEqual([404, 'API transaction not found']);
    }
    expect((await test.call(stranger, 'GET', pathOf(id))).status).toBe(404);
  });
});
