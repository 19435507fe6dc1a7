import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { createSealer } from '../../security/secrets.ts';
import { simulatorKeys } from '../simulator/keys.ts';
import { signCallback } from './airtel-callbacks.ts';
import type { CallbackRequest, Connector, NetworkOrder } from './connector.ts';
import { openConnectors } from './connectors.ts';

/** A network that answers exactly what a test tells it to. */
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
let answer: Answer;
let tokenAnswer: Answer;
let asked: { path: string; headers: IncomingMessage['headers']; body: string }[];
let url: string;
const server = createServer((request, response) => void reply(request, response));

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const path = request.url ?? '';
  asked.push({ path, headers: request.headers, body: Buffer.concat(parts).toString() });
  const { status = 200, body, headers } = path.includes('token') ? tokenAnswer : answer;
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

const token = { access_token: 'the-token-of-the-network', expires_in: 3600 };
let mtn: Connector;
let airtel: Connector;

beforeAll(async () => {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = {};
  tokenAnswer = { body: token };
  asked = [];
  [mtn, airtel] = open(url);
});

/** This network gives no keys. */
const unsigned = {
  pin: 'ciphertext of the portal',
  versions: {
    collection: 'v1',
    payout: 'v1',
    collectionStatus: 'v1',
    payoutStatus: 'v1',
    refund: 'v1',
  },
  signing: false,
} as const;

function open(baseUrl: string): [Connector, Connector] {
  const options = {
    isSimulated: false,
    callbackBase: () => 'https://pay.example',
    timeoutMs: 2_000,
  };
  const sealer = createSealer(Buffer.alloc(32, 7));
  const { mtn, airtel } = simulatorKeys('x', baseUrl);
  return openConnectors({ mtn, airtel: { ...airtel, ...unsigned }, ...options }, sealer) as [
    Connector,
    Connector,
  ];
}

const order: NetworkOrder = {
  paymentId: uuidV7(),
  direction: 'collection',
  phoneNumber: '256772123456',
  amount: 500_050n,
  companyName: "Kato's WiFi",
  reference: 'Order 17/é',
  description: 'Tomatoes & onions',
};
const transactionId = toShortId(order.paymentId);
const unknown = { is: 'unknown', why: expect.stringMatching(/\w/) };

describe('an unusable network answer', () => {
  it.each([
    ['an error', { status: 500, body: { code: 'SERVER_ERROR' } }, false],
    ['a gateway that waited in vain', { status: 504, body: '<html>' }, false],
    ['too much to do', { status: 429 }, false],
    ['keys that are not taken', { status: 401 }, false],
    ['a closed door', { status: 403 }, false],
    ['a time-out of its own', { status: 408 }, false],
    ['another address', { status: 302, headers: { location: 'http://elsewhere/' } }, false],
    ['a page', { status: 200, body: '<html>Please wait</html>' }, true],
    ['a page that says not found', { status: 404, body: '<html>' }, true],
    ['JSON that is no object', { status: 200, body: [] }, true],
    ['words it never used before', { body: { status: 'MAYBE', data: { transaction: {} } } }, true],
  ])('%s is unknown, never failed', async (_what, given, didAnswer) => {
    answer = given;
    for (const connector of [mtn, airtel]) {
      for (const call of [connector.request(order), connector.status(order)]) {
        const { report, exchange } = await call;
        expect(report).toEqual(unknown);
        expect(exchange.didAnswer).toBe(didAnswer);
      }
    }
  });

  it('an unreachable network is unknown and recorded without an answer', async () => {
    for (const connector of open('http://localhost:1')) {
      const { report, exchange } = await connector.request(order);
      expect(report).toEqual(unknown);
      expect(exchange).toMatchObject({ answer: null, didAnswer: false });
    }
  });

  it('an endless answer is cut off', async () => {
    answer = { body: 'x'.repeat(100_000) };
    expect((await mtn.status(order)).report).toEqual(unknown);
  });

  it.each([{ status: 401 }, { status: 500 }, { body: {} }, { body: '<html>' }])(
    'a failed token request with %j is unknown, and the payment request is not sent',
    async (given) => {
      tokenAnswer = given;
      for (const connector of [mtn, airtel]) {
        const { report, exchange } = await connector.request(order);
        expect(report).toEqual(unknown);
        expect(exchange.didAnswer).toBe(false);
      }
      expect(asked.filter(({ path }) => !path.includes('token'))).toEqual([]);
    },
  );

  it('asks once for a new token when the token is rejected', async () => {
    answer = { status: 401 };
    await mtn.request(order);
    expect(asked.map(({ path }) => path)).toEqual([
      '/collection/token/',
      '/collection/v1_0/requesttopay',
      '/collection/token/',
      '/collection/v1_0/requesttopay',
    ]);
  });

  it('renews a token before it expires', async () => {
    tokenAnswer = { body: { ...token, expires_in: '0' } };
    answer = { status: 202 };
    await mtn.request(order);
    await mtn.request(order);
    expect(asked.filter(({ path }) => path.includes('token'))).toHaveLength(2);
  });

  it('shows no token to people, even when the network repeats it', async () => {
    answer = { status: 400, body: { echo: token.access_token } };
    const { exchange } = await mtn.request(order);
    expect(exchange.answer).toBe('HTTP 400\n{"echo":"***"}');
  });
});

describe('the request to the network', () => {
  it('has the format of MTN', async () => {
    answer = { status: 202 };
    await mtn.request(order);
    const { path, headers, body } = asked[1] ?? {};
    expect(path).toBe('/collection/v1_0/requesttopay');
    expect(headers).toMatchObject({
      authorization: `Bearer ${token.access_token}`,
      'x-target-environment': 'mtnuganda',
      'x-reference-id': `${order.paymentId.slice(0, 14)}4${order.paymentId.slice(15)}`,
      'x-callback-url': expect.stringMatching(
        new RegExp(`^https://pay\\.example/callbacks/mtn/${order.paymentId}\\.[\\w-]{43}$`),
      ),
    });
    expect(JSON.parse(body ?? '')).toEqual({
      amount: '5000.50',
      currency: 'UGX',
      externalId: transactionId,
      payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
      payerMessage: 'Kato s WiFi - Tomatoes onions',
      payeeNote: 'Order 17',
    });
  });

  it.each([
    [{ companyName: '漢字', description: '"\'', reference: null }, transactionId, transactionId],
    [{ description: null }, 'Kato s WiFi - Order 17', 'Order 17'],
    [{ description: null, reference: null }, `Kato s WiFi - ${transactionId}`, transactionId],
    [{ description: 'x'.repeat(300) }, `Kato s WiFi - ${'x'.repeat(146)}`, 'Order 17'],
  ])(
    'tells the person at MTN who asks and what for, never nothing: %j',
    async (fields, payer, payee) => {
      answer = { status: 202 };
      await mtn.request({ ...order, ...fields });
      expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({
        payerMessage: payer,
        payeeNote: payee,
      });
    },
  );

  it('has the format of Airtel, for collections and payouts', async () => {
    await airtel.request(order);
    await airtel.request({ ...order, direction: 'payout', amount: 500_000n, reference: 'é' });
    expect(asked.map(({ path }) => path)).toEqual([
      '/auth/oauth2/token',
      '/merchant/v1/payments/',
      '/standard/v1/disbursements/',
    ]);
    expect(asked[1]?.headers).toMatchObject({ 'x-country': 'UG', 'x-currency': 'UGX' });
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      reference: 'KatosWiFiOrder17',
      subscriber: { country: 'UG', currency: 'UGX', msisdn: '772123456' },
      transaction: { country: 'UG', currency: 'UGX', amount: 5000.5, id: transactionId },
    });
    expect(JSON.parse(asked[2]?.body ?? '')).toEqual({
      payee: { msisdn: '772123456' },
      reference: `KatosWiFi${transactionId}`,
      pin: unsigned.pin,
      transaction: { amount: 5000, id: transactionId },
    });
  });
});

describe('the answer of MTN', () => {
  const paid = { status: 'SUCCESSFUL', amount: '5000.5', currency: 'UGX' };

  it.each([
    [{ status: 'PENDING' }, { is: 'pending' }],
    [
      { ...paid, financialTransactionId: '77' },
      { is: 'success', amount: 500_050n, networkReference: '77' },
    ],
    [{ ...paid, amount: 'lots' }, unknown],
    [{ ...paid, amount: undefined }, unknown],
    [
      { ...paid, currency: 'EUR' },
      { is: 'success', amount: 500_050n, currency: 'EUR' },
    ],
    [{ ...paid, currency: undefined }, unknown],
    [{ status: 'FAILED', reason: 'PAYER_NOT_FOUND' }, { reasonCode: 'PAYER_NOT_FOUND' }],
    [{ status: 'FAILED', reason: { code: 'APPROVAL_REJECTED' } }, { reasonCode: 'PAYER_REFUSED' }],
    [{ status: 'FAILED' }, { is: 'failed', reasonCode: 'NETWORK_REFUSED' }],
    [{ status: 'FAILED', reason: 'NEVER_HEARD' }, { reasonCode: 'NETWORK_REFUSED' }],
  ])('%j', async (body, report) => {
    answer = { body };
    expect((await mtn.status(order)).report).toMatchObject(report);
  });

  it.each([
    ['PAYER_NOT_FOUND', 'PAYER_NOT_FOUND'],
    ['NOT_ALLOWED', 'NETWORK_REFUSED'],
    ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'PROVIDER_REFUSED'],
    ['INVALID_CALLBACK_URL_HOST', 'PROVIDER_REFUSED'],
    ['INVALID_CURRENCY', 'PROVIDER_REFUSED'],
    ['SENDER_ACCOUNT_NOT_ACTIVE', 'PROVIDER_REFUSED'],
  ])('a refusal with HTTP 500 is an answer: %s', async (code, reasonCode) => {
    answer = { status: 500, body: { code, message: 'Not possible' } };
    const sent = await mtn.request(order);
    expect(sent).toMatchObject({
      report: { is: 'failed', reasonCode },
      exchange: { didAnswer: true },
    });
    // Asked about a payment, the same code says nothing of it.
    const asked = await mtn.status(order);
    expect(asked).toMatchObject({ report: unknown, exchange: { didAnswer: true } });
  });

  it('an internal processing error leaves open what became of the order', async () => {
    answer = { status: 500, body: { code: 'INTERNAL_PROCESSING_ERROR' } };
    const sent = await mtn.request(order);
    expect(sent).toMatchObject({ report: unknown, exchange: { didAnswer: true } });
  });
});

describe('the answer of Airtel', () => {
  const say = (status: string, code: string, more: object = {}) => ({
    data: { transaction: { id: transactionId, status, ...more } },
    status: { code: '200', response_code: code, result_code: 'ESB000010', success: true },
  });
  const refuse = (resultCode: string) => ({ status: { code: '400', result_code: resultCode } });

  it.each([
    [say('TIP', 'DP00800001006'), { is: 'pending' }],
    [
      say('TS', 'DP00800001001', { airtel_money_id: 'MP1' }),
      { is: 'success', amount: null, networkReference: 'MP1' },
    ],
    [say('TS', 'DP00800001001', { amount: 4500 }), { is: 'success', amount: 450_000n }],
    [say('TA', 'DP00800001000'), unknown],
    [say('TR', 'DP00800001001'), unknown],
    [say('TE', ''), { is: 'failed', reasonCode: 'EXPIRED' }],
    [say('TF', 'DP00800001002'), { is: 'failed', reasonCode: 'WRONG_PIN' }],
    [say('TF', 'DP00800001005'), { is: 'failed', reasonCode: 'EXPIRED' }],
    [say('TF', 'DP00900001012'), { is: 'failed', reasonCode: 'PAYER_NOT_FOUND' }],
    [say('TF', ''), { is: 'failed', reasonCode: 'NETWORK_REFUSED' }],
    [refuse('ESB000045'), { is: 'not-found' }],
    [say('', 'DP00800001025'), { is: 'not-found' }],
  ])('a status answer: %j', async (body, report) => {
    answer = { body };
    expect((await airtel.status(order)).report).toMatchObject(report);
  });

  it.each([
    // Sent before the PIN is entered, so not a success yet.
    ['collection', 200, say('TS', 'DP00800001006'), { is: 'pending' }],
    ['collection', 200, say('SUCCESS', 'DP00800001001'), { is: 'pending' }],
    ['collection', 200, say('', ''), { is: 'pending' }],
    ['collection', 200, say('TA', 'DP00800001000'), unknown],
    ['collection', 200, say('', 'DP00800001000'), unknown],
    ['collection', 200, say('', 'DP00800001007'), { reasonCode: 'NOT_ENOUGH_FUNDS' }],
    ['collection', 200, say('TF', 'DP00800001010'), { reasonCode: 'PAYER_NOT_FOUND' }],
    ['collection', 400, refuse('ESB000033'), { reasonCode: 'PAYER_NOT_FOUND' }],
    ['collection', 400, refuse('ROUTER112'), { reasonCode: 'NETWORK_REFUSED' }],
    ['collection', 400, refuse('ROUTER117'), unknown],
    ['payout', 400, refuse('ROUTER115'), { reasonCode: 'PROVIDER_REFUSED' }],
    ['payout', 400, refuse('ROUTER116'), { reasonCode: 'PROVIDER_REFUSED' }],
    ['collection', 400, refuse('ESB000008'), unknown],
    ['collection', 400, refuse('ESB000041'), { is: 'pending' }],
    ['payout', 200, say('TS', 'DP00900001001', { airtel_money_id: 'D1' }), { is: 'success' }],
    ['payout', 200, say('TF', 'DP00900001003'), { reasonCode: 'LIMIT_REACHED' }],
    // Timed out at Airtel: the money may have moved all the same.
    ['payout', 200, say('TF', 'DP00900001024'), unknown],
    ['payout', 200, say('TF', 'DP00900001014'), unknown],
    ['payout', 200, say('TIP', 'DP00900001006'), { is: 'pending' }],
    ['payout', 200, say('TA', 'DP00900001000'), unknown],
    ['payout', 200, say('', 'DP00900001017'), { is: 'pending' }],
    ['payout', 200, { data: {}, status: { result_code: 'ESB000011' } }, unknown],
  ] as const)('a %s answer, HTTP %d: %j', async (direction, status, body, report) => {
    answer = { status, body };
    expect((await airtel.request({ ...order, direction })).report).toMatchObject(report);
  });
});

describe('callbacks', () => {
  const request = (body: unknown, path = ''): CallbackRequest => ({
    path,
    headers: {},
    body,
    text: JSON.stringify(body),
  });
  const { paymentId } = order;

  it('callbacks of MTN are verified by the secret in their address', async () => {
    answer = { status: 202 };
    await mtn.request(order);
    const address = String(asked[1]?.headers['x-callback-url']);
    const path = address.slice(address.lastIndexOf('/') + 1);
    const body = { status: 'FAILED', reason: 'EXPIRED', externalId: transactionId };
    const report = { is: 'failed', reasonCode: 'EXPIRED' };
    expect(mtn.readCallback(request(body, path))).toMatchObject({
      paymentId,
      direction: null,
      isGenuine: true,
      report,
    });
    for (const [party, direction] of [
      ['payer', 'collection'],
      ['payee', 'payout'],
    ] as const) {
      const told = mtn.readCallback(request({ ...body, [party]: {} }, path));
      expect(told).toMatchObject({ direction });
    }
    const forgeries = [
      request(body, `${paymentId}.guess`),
      request(body, `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`),
      request(body, path.replace(paymentId, uuidV7())),
      request({ ...body, externalId: toShortId(uuidV7()) }, path),
    ];
    for (const forged of forgeries) expect(mtn.readCallback(forged)?.isGenuine).toBe(false);
    for (const [given, at] of [
      [body, ''],
      [body, paymentId],
      ['text', path],
      [[body], path],
      [null, path],
    ] as const) {
      expect(mtn.readCallback(request(given, at))).toBeNull();
    }
  });

  it('callbacks of Airtel are verified by their hash', () => {
    const key = simulatorKeys('x', url).airtel.callbackKey;
    const sign = (content: object) => signCallback(JSON.stringify(content), key);
    const transaction = {
      id: transactionId,
      message: 'Paid UGX 5,000',
      status_code: 'TS',
      airtel_money_id: 'MP1',
    };
    const report = { is: 'success', amount: null, currency: null, networkReference: 'MP1' };
    for (const hash of [sign(transaction), sign({ transaction })]) {
      expect(airtel.readCallback(request({ transaction, hash }))).toEqual({
        paymentId,
        reference: transactionId,
        direction: null,
        isGenuine: true,
        report,
      });
    }
    for (const status_code of ['TF', 'TE']) {
      const failed = { ...transaction, status_code };
      const told = airtel.readCallback(request({ transaction: failed, hash: sign(failed) }));
      expect(told, status_code).toMatchObject({ paymentId, isGenuine: true, report: unknown });
    }
    const forgeries = [
      { transaction },
      { transaction, hash: '' },
      { transaction, hash: 17 },
      { transaction, hash: signCallback(JSON.stringify(transaction), 'another key') },
      {
        transaction: { ...transaction, airtel_money_id: 'MP2' },
        hash: sign(transaction),
      },
    ];
    for (const forged of forgeries) {
      expect(airtel.readCallback(request(forged))).toMatchObject({ paymentId, isGenuine: false });
    }
    for (const unreadable of [null, [], 'x', {}, { transaction: { id: '' } }]) {
      expect(airtel.readCallback(request(unreadable))).toBeNull();
    }
    const foreign = { ...transaction, id: 'of another system' };
    expect(
      airtel.readCallback(request({ transaction: foreign, hash: sign(foreign) })),
    ).toMatchObject({ paymentId: null, reference: 'of another system', isGenuine: true });
  });
});
