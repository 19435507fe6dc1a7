import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import {
  createCredential,
  messageHeaders,
  sendSigned,
  signedHeaders,
  type SignedRequest,
  type TestCredential,
} from '../../test/signed.ts';

let test: TestApp;
let credential: TestCredential;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  const companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId);
  credential = await createCredential(test.owner, companyId);
});

const reading: SignedRequest = { method: 'GET', path: '/v1/Payments?limit=5&reference=a%20b' };
const order = (changes: object = {}): SignedRequest => ({
  method: 'POST',
  path: '/v1/Payments/collections',
  body: { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1', ...changes },
});
const needed = ['@method', '@path', 'content-digest', 'idempotency-key'];

describe('a message signature', () => {
  it.each([
    ['what is needed', undefined],
    ['the whole address', ['@method', '@target-uri']],
    ['the request line', ['@method', '@request-target', '@authority']],
  ])('is accepted if it covers %s', async (_what, covered) => {
    const answer = await sendSigned(
      test,
      reading,
      messageHeaders(credential, reading, covered && { covered }),
    );
    expect(answer.body).toMatchObject({ success: true, data: [] });
  });

  it('orders a payment, and its repetition with a new nonce is the same order', async () => {
    const request = { ...order(), idempotencyKey: 'order-1' };
    const first = await sendSigned(test, request, messageHeaders(credential, request));
    expect(first.status).toBe(202);
    const again = await sendSigned(test, request, messageHeaders(credential, request));
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
  });

  it('reads again with the same signature', async () => {
    const headers = messageHeaders(credential, reading, { nonce: null });
    const answers = [1, 2].map(() => sendSigned(test, reading, headers));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('an order', () => {
  const send = async (request: SignedRequest, headers: Record<string, string>) =>
    (await sendSigned(test, request, headers)).body;

  it('is refused under another Idempotency-Key than the one that was signed', async () => {
    const headers = messageHeaders(credential, order());
    expect(await send(order(), { ...headers, 'idempotency-key': 'another' })).toMatchObject({
      code: 'signature_invalid',
      hint: expect.stringContaining('"idempotency-key": another'),
    });
  });

  it('is accepted once, and so is its nonce with another content', async () => {
    const headers = messageHeaders(credential, order(), { nonce: 'one' });
    expect(await send(order(), headers)).toMatchObject({ success: true });
    expect(await send(order(), headers)).toMatchObject({ code: 'signature_replayed' });
    const other = order({ amount: 6_000 });
    expect(await send(other, messageHeaders(credential, other, { nonce: 'one' }))).toMatchObject({
      code: 'signature_replayed',
    });
  });

  it.each([
    ['nonce', { nonce: null }, 'Signature-Input needs the parameter nonce'],
    ['digest', { covered: ['@method', '@path', 'idempotency-key'] }, 'cover "content-digest"'],
    ['key', { covered: ['@method', '@path', 'content-digest'] }, 'cover "idempotency-key"'],
  ])('is refused without a signed %s', async (_what, parts, message) => {
    expect(await send(order(), messageHeaders(credential, order(), parts))).toMatchObject({
      code: 'signature_invalid',
      message: expect.stringContaining(message),
    });
  });

  it('is refused if the digest is that of another body, which the message names', async () => {
    const headers = messageHeaders(credential, order(), { covered: needed });
    expect(await send(order({ amount: 5_001 }), headers)).toMatchObject({
      code: 'signature_invalid',
      message: expect.stringMatching(/^Content-Digest does not match the body, .*sha-256=:.+:$/),
    });
  });

  it('is refused with a right signature of the first form beside a wrong one of this form', async () => {
    const request = { ...order(), idempotencyKey: 'order-1' };
    const headers = {
      ...signedHeaders(credential, request),
      ...messageHeaders({ ...credential, secretKey: 'guess' }, request),
    };
    expect(await send(request, headers)).toMatchObject({ code: 'signature_invalid' });
  });
});
