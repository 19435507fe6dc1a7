import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import {
  callSigned,
  createCredential,
  nowSeconds,
  sendSigned,
  signedHeaders,
  type SignedRequest,
  type TestCredential,
} from '../../test/signed.ts';
import { createLogger } from '../http/logger.ts';
import { createSealer } from '../security/secrets.ts';

let test: TestApp;
let credential: TestCredential;
let logged = '';

beforeAll(async () => {
  const sink = new Writable({
    write: (chunk, _encoding, done) => ((logged += String(chunk)), done()),
  });
  test = await createTestApp({ logger: createLogger('info', sink) });
});
beforeEach(async () => {
  const companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId);
  credential = await createCredential(test.owner, companyId);
});

const balance: SignedRequest = { method: 'GET', path: '/v1/Payments/balance' };
const order = (changes: object = {}): SignedRequest => ({
  method: 'POST',
  path: '/v1/Payments/collections',
  body: { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1', ...changes },
});
const paymentCount = async (): Promise<number | undefined> =>
  (
    await test.owner.row<{ count: number }>(
      'select count(*)::int as count from payments where company_id = $1',
      [credential.companyId],
    )
  )?.count;

describe('a signed request', () => {
  it('is accepted for the company that signed it', async () => {
    const answer = await callSigned(test, credential, balance);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toHaveLength(1);
  });

  it('is accepted with any letter case in its signature, and with a query', async () => {
    const request: SignedRequest = { method: 'GET', path: '/v1/Payments?limit=5&reference=a%20b' };
    const headers = signedHeaders(credential, request);
    const upper = { ...headers, 'x-signature': (headers['x-signature'] ?? '').toUpperCase() };
    expect((await sendSigned(test, request, upper)).status).toBe(200);
  });

  it('records that the keys are in use, but not on each request', async () => {
    const lastUsed = () =>
      test.owner.row<{ at: Date | null }>(
        'select last_used_at as at from company_credentials where id = $1',
        [credential.id],
      );
    expect((await lastUsed())?.at).toBeNull();
    await callSigned(test, credential, balance);
    const first = (await lastUsed())?.at;
    expect(first).toBeInstanceOf(Date);
    await callSigned(test, credential, balance);
    expect((await lastUsed())?.at).toEqual(first);
    await test.owner.rows(
      "update company_credentials set last_used_at = now() - interval '2 minutes' where id = $1",
      [credential.id],
    );
    await callSigned(test, credential, balance);
    expect((await lastUsed())?.at?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
  });

  it('logs which keys were used and no secret', async () => {
    logged = '';
    await callSigned(test, credential, order());
    expect(logged).toContain(credential.channelId);
    expect(logged).not.toContain(credential.secretKey);
    expect(logged).not.toContain('0772123456');
  });
});

describe('an unsigned or wrongly signed request', () => {
  it.each(['x-channel-id', 'x-timestamp', 'x-signature'])('is refused without %s', async (name) => {
    const answer = await callSigned(test, credential, balance, { [name]: undefined });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'signature_missing', message: `Missing: ${name}` });
    expect(answer.headers['www-authenticate']).toBe('Signature');
  });

  it.each([
    ['x-channel-id', 'two words'],
    ['x-timestamp', 'today'],
    ['x-signature', 'abc'],
  ])('is refused with a malformed %s', async (name, value) => {
    const answer = await callSigned(test, credential, balance, { [name]: value });
    expect(answer.body).toMatchObject({ code: 'signature_invalid', data: null });
  });

  it('is not accepted with a session instead, nor with a session and a wrong signature', async () => {
    for (const actor of [await createStaff(test.owner), await createMember(test.owner)]) {
      const authorization = `Bearer ${actor.token}`;
      const alone = await sendSigned(test, balance, { authorization });
      expect(alone.body).toMatchObject({ code: 'signature_missing' });
      const beside = await callSigned(test, { ...credential, secretKey: 'guess' }, balance, {
        authorization,
      });
      expect(beside.body).toMatchObject({ code: 'signature_invalid' });
    }
  });

  it.each<[string, SignedRequest, Partial<SignedRequest>]>([
    ['body', order(), order({ amount: 5_001 })],
    ['body, by one space', order(), { body: `${JSON.stringify(order().body)} ` }],
    ['body, which is not even JSON', order(), { body: '{"phoneNumber":' }],
    ['path', order(), { path: '/v1/Payments/payouts' }],
    ['query', { method: 'GET', path: '/v1/Payments?limit=1' }, { path: '/v1/Payments?limit=2' }],
    ['query, by none', { method: 'GET', path: '/v1/Payments?limit=1' }, { path: '/v1/Payments' }],
    ['method', { ...order(), method: 'GET' }, { method: 'POST' }],
  ])('is refused when it was signed with another %s', async (_what, signed, sent) => {
    const headers = signedHeaders(credential, { ...signed, idempotencyKey: 'k' });
    const answer = await sendSigned(test, { ...signed, ...sent }, headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      code: 'signature_invalid',
      message: 'The signature does not match the request',
    });
    expect(await paymentCount()).toBe(0);
  });

  it('learns what the server checked', async () => {
    const answer = await callSigned(test, { ...credential, secretKey: 'guess' }, order(), {
      'x-timestamp': String(nowSeconds()),
    });
    const bodyHash = createHash('sha256').update(JSON.stringify(order().body)).digest('hex');
    expect(answer.body).toMatchObject({
      hint: expect.stringMatching(
        new RegExp(
          String.raw`\. The server checked:\n\d+\nPOST\n/api/v1/Payments/collections\n${bodyHash}$`,
        ),
      ),
    });
  });

  it('is refused when the timestamp differs from the signed one', async () => {
    const answer = await callSigned(test, credential, balance, {
      'x-timestamp': String(nowSeconds() - 5),
    });
    expect(answer.body.code).toBe('signature_invalid');
  });

  it.each([-310, 310, -86_400])('is refused when signed %i seconds from now', async (off) => {
    const answer = await callSigned(test, credential, {
      ...balance,
      timestamp: nowSeconds() + off,
    });
    expect(answer.body).toMatchObject({ code: 'signature_expired' });
    expect(answer.body.message).toMatch(
      /off: it says 20.*Z, and here it is 20.*Z. Correct your clock./,
    );
  });

  it.each([-290, 290])('is accepted when signed %i seconds from now', async (off) => {
    const timestamp = nowSeconds() + off;
    expect((await callSigned(test, credential, { ...balance, timestamp })).status).toBe(200);
  });

  it('gets the same answer for an unknown channel as for a wrong signature', async () => {
    const stranger = { channelId: 'snt_ch_unknown', secretKey: credential.secretKey };
    const guess = { channelId: credential.channelId, secretKey: 'guess' };
    const requests: SignedRequest[] = [
      balance,
      order(),
      { ...order(), body: 'not JSON' },
      { ...order(), idempotencyKey: null },
      { ...order(), body: { reference: 'x'.repeat(20_000) } },
      { method: 'GET', path: '/v1/Payments/00000000000000000000000000' },
    ];
    for (const request of requests) {
      const [unknown, wrong] = [
        await callSigned(test, stranger, request),
        await callSigned(test, guess, request),
      ];
      expect(unknown.status).toBe(wrong.status);
      const same = { requestId: '', hint: '' };
      expect({ ...unknown.body, ...same }).toEqual({ ...wrong.body, ...same });
      expect('hint' in unknown.body).toBe('hint' in wrong.body);
    }
  });

  it('does not make the server read more than the largest order', async () => {
    const answer = await callSigned(test, credential, order({ description: 'x'.repeat(20_000) }));
    expect(answer.body).toMatchObject({ code: 'too_large' });
  });

  it('is blocked eventually, while the company continues from the same address', async () => {
    const guarded = await createTestApp({}, {}, test);
    expect((await callSigned(guarded, credential, balance)).status).toBe(200);
    const guess = { channelId: 'snt_ch_unknown', secretKey: 'guess' };
    const codes = [];
    for (let n = 0; n < 61; n++) codes.push((await callSigned(guarded, guess, balance)).body.code);
    expect(new Set(codes.slice(0, 60))).toEqual(new Set(['signature_invalid']));
    expect(codes[60]).toBe('too_many_requests');
    expect((await callSigned(guarded, credential, balance)).status).toBe(200);
  });
});

describe('a signature', () => {
  it('a signature is accepted once', async () => {
    const request = order();
    const headers = signedHeaders(credential, request);
    expect((await sendSigned(test, request, headers)).status).toBe(202);
    for (const changed of [{}, { 'idempotency-key': 'another' }]) {
      const again = await sendSigned(test, request, { ...headers, ...changed });
      expect(again.status).toBe(401);
      expect(again.body).toMatchObject({ code: 'signature_replayed' });
    }
    expect(await paymentCount()).toBe(1);
  });

  it('a signature is accepted once among twenty concurrent orders to two servers', async () => {
    const other = await createTestApp({}, {}, test);
    const request = order();
    const headers = signedHeaders(credential, request);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendSigned(n % 2 ? test : other, request, headers)),
    );
    const codes = answers.map(({ status, body }) => (status === 202 ? 'taken' : body.code));
    const replayed = Array.from({ length: 19 }, () => 'signature_replayed');
    expect(codes.toSorted()).toEqual([...replayed, 'taken']);
    expect(await paymentCount()).toBe(1);
  });

  it('a signed reading can be repeated', async () => {
    const headers = signedHeaders(credential, balance);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendSigned(test, balance, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('concurrent signatures are each checked on their own', async () => {
    const companyId = await createCompany(test.owner);
    const second = await createCredential(test.owner, companyId);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const by = [credential, second, { ...credential, secretKey: 'guess' }][n % 3];
        return callSigned(test, by ?? credential, balance);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 60 }, (_, n) => [200, 200, 401][n % 3]),
    );
    for (const [n, { body }] of answers.entries()) {
      if (n % 3 === 0) expect(body.data).toHaveLength(1);
      if (n % 3 === 1) expect(body.data).toEqual([]);
    }
  });

  it('a used signature survives a database crash: its table is logged', async () => {
    const table = await test.owner.row(
      "select relpersistence from pg_class where oid = 'used_signatures'::regclass",
    );
    expect(table).toEqual({ relpersistence: 'p' });
  });
});

describe('keys', () => {
  const regenerate = async () =>
    (
      await test.call(await createStaff(test.owner), 'PUT', '/Company/credentials', {
        recordId: credential.id,
        companyId: credential.companyId,
      })
    ).body.data as TestCredential;

  it('regenerated keys work at once and the old ones stop working', async () => {
    expect((await callSigned(test, credential, balance)).status).toBe(200);
    const fresh = await regenerate();
    expect((await callSigned(test, credential, balance)).body.code).toBe('signature_invalid');
    expect((await callSigned(test, fresh, balance)).status).toBe(200);
  });

  it('deactivated keys are refused, and only their owner learns why', async () => {
    await test.call(await createStaff(test.owner), 'PATCH', '/Company/credentials/deactivate', {
      recordId: credential.id,
      companyId: credential.companyId,
    });
    const own = await callSigned(test, credential, order());
    expect(own.status).toBe(403);
    expect(own.body).toMatchObject({ code: 'credential_inactive' });
    const guess = await callSigned(test, { ...credential, secretKey: 'guess' }, order());
    expect(guess.body.code).toBe('signature_invalid');
    expect(await paymentCount()).toBe(0);
  });

  it('keys of an archived company are unknown', async () => {
    await test.owner.rows('update companies set archived_at = now() where id = $1', [
      credential.companyId,
    ]);
    expect((await callSigned(test, credential, balance)).body.code).toBe('signature_invalid');
  });

  it('keys that this server cannot open give 503, and the log says why', async () => {
    logged = '';
    const place = { id: credential.id, companyId: credential.companyId };
    const other = createSealer(Buffer.alloc(32, 9)).seal(credential.secretKey, place);
    await test.owner.rows(
      'update company_credentials set secret_sealed = $2, key_name = $3 where id = $1',
      [credential.id, other.sealed, other.keyName],
    );
    const answer = await callSigned(test, credential, balance);
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('unavailable');
    expect(logged).toContain('other key');
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    [null, 'idempotency_key_missing', 'The Idempotency-Key header is required'],
    ['', 'idempotency_key_missing', 'The Idempotency-Key header is required'],
    [
      'two words',
      'idempotency_key_invalid',
      'Idempotency-Key must be 1 to 200 visible ASCII characters',
    ],
    [
      'k'.repeat(201),
      'idempotency_key_invalid',
      'Idempotency-Key must be 1 to 200 visible ASCII characters',
    ],
  ])('the Idempotency-Key %j is not enough for an order', async (idempotencyKey, code, message) => {
    const request = { ...order(), idempotencyKey: null };
    const changed = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
    const answer = await callSigned(test, credential, request, changed);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code, message });
    expect(await paymentCount()).toBe(0);
  });

  it('an Idempotency-Key is not required to read', async () => {
    expect((await callSigned(test, credential, balance)).status).toBe(200);
  });
});
