import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payment as ContractPayment } from '@sente/contract/payments';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createSenteClient,
  SenteError,
  signRequest,
  verifyWebhook,
  type Payment,
  type SenteClient,
} from '../../client/sente-client.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';
import { createCredential, type TestCredential } from './signed.ts';

let test: TestApp;
let baseUrl: string;
let credential: TestCredential;
let sente: SenteClient;

beforeAll(async () => {
  test = await createTestApp();
  baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId, { balance: 1_000_000n });
  credential = await createCredential(test.owner, companyId);
  sente = createSenteClient({ baseUrl, ...credential });
});

const order = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' };

/** The client's own types must equal those of the contract. */
const sameTypes = (there: ContractPayment): Payment => there satisfies Payment;
const andBack = (here: Payment): ContractPayment => here;
void sameTypes;
void andBack;

describe('the client', () => {
  it('signs as the standard says', () => {
    const headers = signRequest(
      { channelId: 'snt_ch_1', secretKey: 'key' },
      { method: 'POST', path: '/api/x?y=1', body: '{"é":1}', idempotencyKey: 'k' },
      { created: 1_790_000_000, nonce: 'n' },
    );
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

  it.each(['baseUrl', 'channelId', 'secretKey'])('says at once that %s is missing', (name) => {
    expect(() => createSenteClient({ baseUrl, ...credential, [name]: '' })).toThrow(
      `${name} is missing`,
    );
  });

  it('collects, pays out and reads over real HTTP', async () => {
    const { transactionId, status, isReplay } = await sente.collect(order);
    expect([status, isReplay]).toEqual(['PENDING', false]);
    expect(await sente.get(transactionId)).toMatchObject({ amount: 5_000, reference: 'Order 1' });
    const { transactionId: out } = await sente.payOut({ ...order, reference: 'Out & in/1' });
    const { payments, nextAfter } = await sente.list({ reference: 'Out & in/1', limit: 1 });
    expect([payments.map((payment) => payment.transactionId), nextAfter]).toEqual([[out], null]);
    expect(await sente.balance()).toMatchObject([{ balance: 10_000, held: 5_000 }]);
    expect(await sente.products()).toEqual([]);
    expect((await sente.list()).payments).toHaveLength(2);
  });

  it('sends the same request as fast as it likes', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sente.balance()));
    expect(answers).toHaveLength(20);
  });

  it('reports a refusal with its code', async () => {
    const failure = await sente.collect({ ...order, amount: 0 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SenteError);
    expect(failure).toMatchObject({
      code: 'validation_failed',
      status: 400,
      fields: { amount: 'Amount must be greater than 0' },
      requestId: expect.any(String),
    });
    const stranger = createSenteClient({ baseUrl, ...credential, secretKey: 'guess' });
    await expect(stranger.balance()).rejects.toMatchObject({ code: 'signature_invalid' });
  });

  it('waits until a payment is final and does not report a slow one as failed', async () => {
    const { transactionId } = await sente.collect(order);
    await expect(
      sente.waitFor(transactionId, { timeoutMs: 100, everyMs: 50 }),
    ).rejects.toMatchObject({ code: 'still_pending' });
    const waiting = sente.waitFor(transactionId, { everyMs: 50 });
    await test.owner.rows(
      `with ended as (delete from open_payments where company_id = $1 returning payment_id)
       update payments set status = 'FAILED', reason_code = 'PAYER_REFUSED', finished_at = now()
       where id in (select payment_id from ended)`,
      [credential.companyId],
    );
    expect(await waiting).toMatchObject({ status: 'FAILED', reasonCode: 'PAYER_REFUSED' });
  });
});

describe('an unreliable connection', () => {
  let servers: Server[] = [];
  afterEach(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers = [];
  });

  /** Answers each request with the next of these; 'pass' forwards it to the real server. */
  async function badWay(
    ...answers: ('pass' | 'cut' | 'pass and cut' | [number, Record<string, string>])[]
  ) {
    const seen: { signature: string; key: string }[] = [];
    const answerNext = async (request: IncomingMessage, response: ServerResponse) => {
      const { signature = '', 'idempotency-key': key = '' } = request.headers;
      seen.push({ signature: String(signature), key: String(key) });
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const answer = answers.shift() ?? 'pass';
      if (Array.isArray(answer)) {
        response.writeHead(answer[0], answer[1]).end('{"success":false,"code":"unavailable"}');
        return;
      }
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ['host', 'connection', 'content-length']) headers.delete(name);
      const real = await fetch(baseUrl + request.url, {
        method: request.method ?? 'GET',
        headers,
        ...(body && { body }),
      });
      if (answer === 'pass and cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(real.status, Object.fromEntries(real.headers)).end(await real.text());
    };
    const server = createServer((request, response) => void answerNext(request, response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, seen };
  }

  it('is retried under the same key with a new signature, and pays once', async () => {
    const way = await badWay('cut', 'pass and cut', [503, { 'retry-after': '0' }], 'pass');
    const client = createSenteClient({ ...credential, baseUrl: way.url });
    const reference = `Once ${Date.now()}`;
    const accepted = await client.collect({ ...order, reference });
    expect(accepted.isReplay).toBe(true);
    expect(way.seen).toHaveLength(4);
    expect(new Set(way.seen.map(({ key }) => key)).size).toBe(1);
    expect(new Set(way.seen.map(({ signature }) => signature)).size).toBe(4);
    const { payments } = await sente.list({ reference });
    expect(payments.map(({ transactionId }) => transactionId)).toEqual([accepted.transactionId]);
  });

  it('an error carries the generated key, so that the order can be sent again', async () => {
    const way = await badWay('pass and cut', 'pass');
    const client = createSenteClient({ ...credential, baseUrl: way.url, retryForMs: 0 });
    const reference = `Given up ${Date.now()}`;
    const failure: unknown = await client.collect({ ...order, reference }).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(SenteError);
    const { code, idempotencyKey } = failure as SenteError;
    expect(code).toBe('no_answer');
    expect(idempotencyKey).toBe(way.seen[0]?.key);
    const accepted = await client.collect(
      { ...order, reference },
      { idempotencyKey: idempotencyKey ?? '' },
    );
    expect(accepted.isReplay).toBe(true);
    expect((await sente.list({ reference })).payments).toHaveLength(1);
    const refused: unknown = await client
      .payOut({ ...order, amount: 0 }, { idempotencyKey: 'mine' })
      .catch((e: unknown) => e);
    expect(refused).toMatchObject({ code: 'validation_failed', idempotencyKey: 'mine' });
    await expect(client.get('none')).rejects.toMatchObject({ idempotencyKey: null });
  });

  it('the client gives up after the configured time, or if it is told to wait for longer', async () => {
    const broken = await badWay('cut', 'cut', 'cut', 'cut', 'cut');
    const client = createSenteClient({ ...credential, baseUrl: broken.url, retryForMs: 1_000 });
    await expect(client.balance()).rejects.toMatchObject({ code: 'no_answer', status: 0 });
    expect(broken.seen.length).toBeGreaterThan(1);
    const briefly = await badWay([429, { 'retry-after': '1' }], 'pass');
    const waiting = createSenteClient({ ...credential, baseUrl: briefly.url });
    await waiting.collect({ ...order, reference: `Waited ${Date.now()}` });
    expect(briefly.seen).toHaveLength(2);
    const busy = await badWay([429, { 'retry-after': '90' }]);
    const patient = createSenteClient({ ...credential, baseUrl: busy.url });
    await expect(patient.balance()).rejects.toMatchObject({ status: 429 });
    expect(busy.seen).toHaveLength(1);
  });
});

describe('a webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const body = JSON.stringify({ type: 'payment.succeeded', data: { reference: 'Kawoya é' } });
  const headersAt = (at: Date, of = body) => ({
    'webhook-id': 'e-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,x ${new Webhook(secret).sign('e-1', at, of)}`,
  });

  it('is accepted when signed according to the standard', () => {
    expect(verifyWebhook({ secret, headers: headersAt(new Date()), body })).toMatchObject({
      type: 'payment.succeeded',
    });
  });

  it.each([
    ['another body', headersAt(new Date(), '{}')],
    ['an old time', headersAt(new Date(Date.now() - 400_000))],
    ['a time to come', headersAt(new Date(Date.now() + 400_000))],
    ['no headers', {}],
    ['another version', { ...headersAt(new Date()), 'webhook-signature': 'v2,abc' }],
    ['no time', { ...headersAt(new Date()), 'webhook-timestamp': 'now' }],
  ])('is not accepted with %s', (_what, headers) => {
    expect(() => verifyWebhook({ secret, headers, body })).toThrow(SenteError);
  });
});
