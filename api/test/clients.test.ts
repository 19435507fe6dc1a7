import { createHash, createHmac } from 'node:crypto';
import type { ApiBulk, ApiBulkLine, bulkPayoutCalls } from '@sente/contract/bulk-payouts-api';
import type { BodyInputOf, ReplyOf } from '@sente/contract/endpoint';
import type { EventType } from '@sente/contract/event-types';
import type { CompanyEvent } from '@sente/contract/events';
import type { ApiLink, paymentLinkCalls } from '@sente/contract/payment-links-api';
import type { Payment as ContractPayment, payments } from '@sente/contract/payments';
import type { SettlementEvent as ContractSettlement } from '@sente/contract/settlements';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  Accepted,
  Account,
  BulkLine,
  BulkOrder,
  BulkPayout,
  CollectionOrder,
  LinkOrder,
  NumberedEvent,
  Payment,
  PaymentLink,
  PayoutOrder,
  Product,
  RefundOrder,
  SettlementEvent,
  WebhookEvent,
} from '../../client/sente-client.ts';
import { platformScope } from '../src/db/scope.ts';
import { fromShortId } from '../src/db/short-id.ts';
import { emitEvents, type PaymentEventType } from '../src/webhooks/outbox.ts';
import { createTestApp, type TestApp } from './app.ts';
import { openBadWay, type BadWay } from './bad-way.ts';
import { isInstalled, languageNames, startDriver, type ClientDriver } from './client-drivers.ts';
import { createAccount, createCompany } from './factories.ts';
import { createCredential, type TestCredential } from './signed.ts';
import { createPayment } from './webhooks.ts';

let test: TestApp;
let baseUrl: string;
let credential: TestCredential;

beforeAll(async () => {
  test = await createTestApp();
  baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
});

const order = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' };

type Frozen<T> = T extends readonly (infer Each)[]
  ? readonly Frozen<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;
type Same<A, B> = [Frozen<A>, Frozen<B>] extends [Frozen<B>, Frozen<A>] ? true : false;
type Fits<Part, Whole> = Frozen<Part> extends Frozen<Whole> ? true : false;

/** The Node client's own types are those of the contract: where one differs, this does not compile. */
const types: {
  readonly replies: readonly [
    Same<Payment, ContractPayment>,
    Same<BulkPayout, ApiBulk>,
    Same<BulkLine, ApiBulkLine>,
    Same<PaymentLink, ApiLink>,
    Same<Account, ReplyOf<typeof payments.balance>[number]>,
    Same<Product, ReplyOf<typeof payments.products>[number]>,
    Same<Omit<Accepted, 'isReplay'>, ReplyOf<typeof payments.createPayout>>,
    Same<SettlementEvent['data'], ContractSettlement>,
    Same<Exclude<WebhookEvent['type'], 'webhook.test'>, EventType>,
    Same<Exclude<keyof NumberedEvent, 'data'>, Exclude<keyof CompanyEvent, 'data'>>,
  ];
  readonly orders: readonly [
    Fits<CollectionOrder, BodyInputOf<typeof payments.createCollection>>,
    Fits<PayoutOrder, BodyInputOf<typeof payments.createPayout>>,
    Fits<RefundOrder, Omit<BodyInputOf<typeof payments.createRefund>, 'transactionId'>>,
    Fits<BulkOrder, BodyInputOf<typeof bulkPayoutCalls.createBulkPayout>>,
    Fits<LinkOrder, BodyInputOf<typeof paymentLinkCalls.createLink>>,
  ];
} = {
  replies: [true, true, true, true, true, true, true, true, true, true],
  orders: [true, true, true, true, true],
};
void types;

/** The suite that every client passes. A language that is not installed is named as skipped. */
describe.each(languageNames)('the %s client', (language) => {
  describe.skipIf(!isInstalled(language))('against the real server', () => {
    let client: ClientDriver;
    let own: { baseUrl: string; channelId: string; secretKey: string };
    const ways: BadWay[] = [];
    const badWay = async (...fates: Parameters<typeof openBadWay>[1]): Promise<BadWay> => {
      const way = await openBadWay(baseUrl, fates);
      ways.push(way);
      return way;
    };

    beforeAll(async () => {
      const companyId = await createCompany(test.owner);
      await createAccount(test.owner, companyId, { balance: 1_000_000n });
      credential = await createCredential(test.owner, companyId);
      const { channelId, secretKey } = credential;
      own = { baseUrl, channelId, secretKey };
      client = startDriver(language);
    });
    afterEach(() => {
      for (const way of ways.splice(0)) way.close();
    });
    afterAll(() => client.stop());

    it('signs as the standard says', async () => {
      const headers = await client.call('signRequest', null, {
        channelId: 'snt_ch_1',
        secretKey: 'key',
        method: 'POST',
        path: '/api/x?y=1',
        body: '{"é":1}',
        idempotencyKey: 'k',
        created: 1_790_000_000,
        nonce: 'n',
      });
      const digest = `sha-256=:${createHash('sha256').update('{"é":1}').digest('base64')}:`;
      const input =
        '("@method" "@path" "@query" "content-digest" "idempotency-key");created=1790000000;keyid="snt_ch_1";nonce="n"';
      const base = `"@method": POST\n"@path": /api/x\n"@query": ?y=1\n"content-digest": ${digest}\n"idempotency-key": k\n"@signature-params": ${input}`;
      expect(headers).toEqual({
        'content-digest': digest,
        'idempotency-key': 'k',
        'signature-input': `sente=${input}`,
        signature: `sente=:${createHmac('sha256', 'key').update(base).digest('base64')}:`,
      });
    });

    it.each(['baseUrl', 'channelId', 'secretKey'])(
      'says at once that %s is missing',
      async (name) => {
        await expect(client.call('balance', { ...own, [name]: '' })).rejects.toMatchObject({
          code: 'not_configured',
        });
      },
    );

    it('collects, pays out and reads over real HTTP', async () => {
      const first = await client.call<Accepted>('collect', own, { ...order, metadata: {} });
      expect(first).toMatchObject({ status: 'PENDING', isReplay: false });
      expect(await client.call('get', own, first.transactionId)).toMatchObject({
        amount: 5_000,
        reference: 'Order 1',
      });
      const reference = 'Out & in/1 é+';
      const { transactionId } = await client.call<Accepted>('payOut', own, { ...order, reference });
      expect(await client.call('list', own, { reference, limit: 1 })).toMatchObject({
        payments: [{ transactionId, reference }],
        nextAfter: null,
      });
      const { nextAfter } = await client.call<{ nextAfter: string }>('list', own, { limit: 1 });
      expect(nextAfter).toBe(transactionId);
      expect(await client.call('balance', own)).toMatchObject([
        { balance: 10_000, held: 5_000 } satisfies Partial<Account>,
      ]);
      expect(await client.call('products', own)).toEqual([]);
    });

    it('orders a bulk payout once, and reads it and its lines', async () => {
      const lines = [1, 2, 3].map((i) => ({ phoneNumber: `077210000${i}`, amount: 100 + i }));
      const bulk = { name: 'Salaries é', lines };
      const first = await client.call<BulkPayout>('payOutMany', own, bulk, `bulk-${language}`);
      expect(first).toMatchObject({ state: 'checking', lineCount: 3, isReplay: false });
      const { bulkId } = first;
      expect(await client.call('payOutMany', own, bulk, `bulk-${language}`)).toMatchObject({
        bulkId,
        isReplay: true,
      });
      expect(await client.call('getBulkPayout', own, bulkId)).toMatchObject({ name: bulk.name });
      expect(await client.call('listBulkLines', own, bulkId, { limit: 2 })).toMatchObject({
        lines: [{ number: 1 }, { number: 2, amount: null, state: 'unchecked' }],
        nextAfter: 2,
      });
      await expect(client.call('retryBulkPayout', own, bulkId, {})).rejects.toMatchObject({
        code: 'refused',
        message: 'This bulk payout has not finished yet',
      });
    });

    it('refunds a payment, in part and then the rest', async () => {
      const { transactionId } = await client.call<Accepted>('collect', own, order);
      await expect(client.call('refund', own, transactionId)).rejects.toMatchObject({
        code: 'refused',
        message: 'It has not been paid yet',
      });
      await test.owner.rows(
        `with ended as (delete from open_payments where payment_id = $1)
         update payments set status = 'SUCCESS', finished_at = now() where id = $1`,
        [fromShortId(transactionId)],
      );
      const part = { amount: 1_000, reason: 'One chair was broken' };
      const first = await client.call<Accepted>('refund', own, transactionId, part, 'refund-1');
      expect(first).toMatchObject({ status: 'PENDING', isReplay: false });
      const again = await client.call<Accepted>('refund', own, transactionId, part, 'refund-1');
      expect(again).toMatchObject({ transactionId: first.transactionId, isReplay: true });
      const rest = await client.call<Accepted>('refund', own, transactionId);
      expect(await client.call('get', own, rest.transactionId)).toMatchObject({
        direction: 'payout',
        amount: 4_000,
        refundOf: transactionId,
      });
      expect(await client.call('get', own, transactionId)).toMatchObject({ refundedAmount: 5_000 });
    });

    it('makes a payment link, finds it and ends it', async () => {
      const reference = 'Invoice & 1';
      const link = { amount: 7_000, purpose: 'Deposit', reference };
      const made = await client.call<PaymentLink>('createLink', own, link, 'link-1');
      expect(made).toMatchObject({
        ...link,
        state: 'active',
        url: expect.stringMatching(/\/pay\//),
      });
      expect(await client.call('createLink', own, link, 'link-1')).toEqual(made);
      const { linkId } = made;
      expect(await client.call('getLink', own, linkId)).toEqual(made);
      await client.call('createLink', own, { ...link, reference: 'Other' });
      expect(await client.call('listLinks', own, { reference, state: 'active' })).toEqual({
        links: [made],
        nextAfter: null,
      });
      expect(await client.call('endLink', own, linkId)).toMatchObject({ linkId, state: 'ended' });
      expect(await client.call('listLinks', own, { reference, state: 'active' })).toEqual({
        links: [],
        nextAfter: null,
      });
    });

    it('lists events after a number, and waits for the next one', async () => {
      const { companyId } = credential;
      const emit = async (type: PaymentEventType) => {
        const { id, ...data } = await createPayment(test.owner, companyId);
        await test.database.within(platformScope, (db) =>
          emitEvents(db, [{ companyId, paymentId: id, type, data }]),
        );
      };
      interface Page {
        readonly events: readonly { sequence: number; type: string }[];
        readonly lastSequence: number;
      }
      const events = (query: object) => client.call<Page>('events', own, query);
      const { lastSequence: before } = await events({});
      await emit('payment.succeeded');
      await emit('payment.failed');
      const { events: both, lastSequence } = await events({ after: before });
      expect(both).toMatchObject([
        {
          sequence: before + 1,
          previousSequence: before || null,
          type: 'payment.succeeded',
          mode: 'live',
        },
        { sequence: lastSequence, type: 'payment.failed', mode: 'live' },
      ]);
      expect((await events({ after: before, limit: 1 })).events).toHaveLength(1);
      expect(await events({ after: lastSequence, wait: 1 })).toEqual({ events: [], lastSequence });
      const waiting = events({ after: lastSequence, wait: 20 });
      await emit('payment.succeeded');
      expect((await waiting).events).toMatchObject([{ sequence: lastSequence + 1 }]);
    });

    it('reports a refusal with its code', async () => {
      const nothing = { ...order, amount: 0 };
      await expect(client.call('payOut', own, nothing, 'mine')).rejects.toMatchObject({
        code: 'validation_failed',
        status: 400,
        fields: { amount: 'Amount must be greater than 0' },
        requestId: expect.any(String),
        hint: null,
        idempotencyKey: 'mine',
      });
      const stranger = { ...own, secretKey: 'guess' };
      await expect(client.call('balance', stranger)).rejects.toMatchObject({
        code: 'signature_invalid',
        hint: expect.stringContaining('"@method": GET'),
        idempotencyKey: null,
      });
      await expect(client.call('get', own, 'no/such id')).rejects.toMatchObject({ status: 404 });
    });

    it('waits until a payment is final and does not report a slow one as failed', async () => {
      const { transactionId } = await client.call<Accepted>('collect', own, order);
      await expect(client.call('waitFor', own, transactionId, 100)).rejects.toMatchObject({
        code: 'still_pending',
      });
      const waiting = client.call('waitFor', own, transactionId, 10_000);
      await test.owner.rows(
        `with ended as (delete from open_payments where company_id = $1 returning payment_id)
         update payments set status = 'FAILED', reason_code = 'PAYER_REFUSED', finished_at = now()
         where id in (select payment_id from ended)`,
        [credential.companyId],
      );
      expect(await waiting).toMatchObject({ status: 'FAILED', reasonCode: 'PAYER_REFUSED' });
    });

    it('retries under the same key with a new signature, and pays once', async () => {
      const way = await badWay('cut', 'pass and cut', [503, { 'retry-after': '0' }], 'pass');
      const reference = `Once ${language}`;
      const over = { ...own, baseUrl: way.url };
      const accepted = await client.call<Accepted>('collect', over, { ...order, reference });
      expect(accepted.isReplay).toBe(true);
      expect(way.seen).toHaveLength(4);
      expect(new Set(way.seen.map(({ key }) => key)).size).toBe(1);
      expect(new Set(way.seen.map(({ signature }) => signature)).size).toBe(4);
      expect(await client.call('list', own, { reference })).toMatchObject({
        payments: [{ transactionId: accepted.transactionId }],
      });
    });

    it('tells the generated key if it gives up, so that the order can be sent again', async () => {
      const way = await badWay('pass and cut', 'pass');
      const over = { ...own, baseUrl: way.url, retryForMs: 0 };
      const reference = `Given up ${language}`;
      const given = { ...order, reference };
      const failure = await client.call('collect', over, given).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'no_answer',
        status: 0,
        idempotencyKey: way.seen[0]?.key,
      });
      const again = await client.call('collect', over, given, way.seen[0]?.key);
      expect(again).toMatchObject({ isReplay: true });
    });

    it('waits as long as it is told to, unless that is longer than it retries', async () => {
      const briefly = await badWay([429, { 'retry-after': '1' }], 'pass');
      const reference = `Waited ${language}`;
      await client.call('collect', { ...own, baseUrl: briefly.url }, { ...order, reference });
      expect(briefly.seen).toHaveLength(2);
      const busy = await badWay([429, { 'retry-after': '90' }]);
      await expect(client.call('balance', { ...own, baseUrl: busy.url })).rejects.toMatchObject({
        status: 429,
      });
      expect(busy.seen).toHaveLength(1);
    });

    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const body = JSON.stringify({ type: 'payment.succeeded', data: { reference: 'Kawoya é' } });
    const headersAt = (at: Date, of = body) => ({
      'webhook-id': 'e-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1a,x ${new Webhook(secret).sign('e-1', at, of)}`,
    });

    it('accepts a webhook that is signed according to the standard', async () => {
      const headers = headersAt(new Date());
      expect(await client.call('verifyWebhook', null, { secret, headers, body })).toMatchObject({
        type: 'payment.succeeded',
        data: { reference: 'Kawoya é' },
      });
    });

    it.each(['', 'whsec_', 'whsec_c2hvcnQ='])(
      'does not accept a webhook without a secret of its own (%o)',
      async (none) => {
        const at = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(none.replace('whsec_', ''), 'base64');
        const signature = createHmac('sha256', key).update(`e-1.${at}.${body}`).digest('base64');
        const headers = {
          'webhook-id': 'e-1',
          'webhook-timestamp': at,
          'webhook-signature': `v1,${signature}`,
        };
        const request = { secret: none, headers, body };
        await expect(client.call('verifyWebhook', null, request)).rejects.toMatchObject({
          code: 'not_configured',
        });
      },
    );

    it.each([
      ['another body', () => headersAt(new Date(), '{}')],
      ['an old time', () => headersAt(new Date(Date.now() - 400_000))],
      ['a time to come', () => headersAt(new Date(Date.now() + 400_000))],
      ['no headers', () => ({})],
      ['another version', () => ({ ...headersAt(new Date()), 'webhook-signature': 'v2,abc' })],
      ['no time', () => ({ ...headersAt(new Date()), 'webhook-timestamp': 'now' })],
    ])('does not accept a webhook with %s', async (_what, headersOf) => {
      const request = { secret, headers: headersOf(), body };
      await expect(client.call('verifyWebhook', null, request)).rejects.toMatchObject({
        code: 'webhook_invalid',
      });
    });
  });
});
