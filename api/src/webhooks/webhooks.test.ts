import type { Webhook as WebhookSettings } from '@sente/contract/webhooks';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { allowAll, answering, startReceiver, type Receiver } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createSealer } from '../security/secrets.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';

let test: TestApp;
let staff: TestActor;
let receiver: Receiver;
let companyId: string;

beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  staff = await createStaff(test.owner);
  receiver = await startReceiver();
});

beforeEach(async () => {
  companyId = await createCompany(test.owner);
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

const path = (rest = '') => `/Company/${companyId}/webhook${rest}`;
const get = () => test.call(staff, 'GET', path());
const save = (body: object) => test.call(staff, 'PUT', path(), body);
const saved = async (): Promise<WebhookSettings> =>
  (await save({ url: `${receiver.origin}/hook`, isActive: true })).body.data;
it('the secret is for staff who manage keys', async () => {
  const { url } = await saved();
  const support = await createStaff(test.owner, 'Support');
  const answer = await test.call(support, 'GET', path());
  expect(answer.body.data).toMatchObject({ url, secret: null });
  expect(answer.body.message).toBe('Only staff who manage API credentials can see the secret.');
  expect((await get()).body.data.secret).toMatch(/^whsec_/);
});

const history = () =>
  test.owner.rows<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log
     where subject_type = 'companies' and subject_id = $1 order by id`,
    [companyId],
  );

describe('set, change and remove', () => {
  it('a company starts without a webhook; its secret is kept when the address changes', async () => {
    expect((await get()).body.data).toBeNull();
    const first = await save({ url: ' http://127.0.0.1:1/a ', isActive: true });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ url: 'http://127.0.0.1:1/a', isActive: true });
    expect(first.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const second = await save({ url: 'http://127.0.0.1:1/b', isActive: false });
    expect(second.body.data).toMatchObject({
      url: 'http://127.0.0.1:1/b',
      isActive: false,
      secret: first.body.data.secret,
    });
    const read = await get();
    expect(read.body.data).toEqual(second.body.data);
    expect(read.headers['cache-control']).toBe('no-store');
  });

  it('stores the secret sealed and records who saw it, never the secret', async () => {
    const { secret } = await saved();
    await get();
    const row = await test.owner.row<{ whole: string }>(
      `select encode(secret_sealed, 'escape') || company_webhooks::text as whole
       from company_webhooks where company_id = $1`,
      [companyId],
    );
    expect(row?.whole).not.toContain(secret);
    const entries = await history();
    expect(entries.map(({ action }) => action)).toEqual(['webhooks.save', 'webhooks.get']);
    expect(entries[0]?.details).toMatchObject({ changed: ['url', 'isActive'] });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('ten concurrent requests create one webhook', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => saved()));
    const stored = (await get()).body.data.secret;
    expect(new Set(answers.map(({ secret }) => secret))).toEqual(new Set([stored]));
  });

  it('replaces the secret for good', async () => {
    const before = await saved();
    const { body } = await test.call(staff, 'POST', path('/secret'));
    expect(body.data.secret).toMatch(/^whsec_/);
    expect(body.data.secret).not.toBe(before.secret);
    expect((await get()).body.data.secret).toBe(body.data.secret);
    await test.call(staff, 'POST', path('/test'));
    const [sent] = receiver.received;
    const headers = sent?.headers as Record<string, string>;
    expect(() => new Webhook(before.secret ?? '').verify(sent?.body ?? '', headers)).toThrow(
      'No matching signature found',
    );
    expect(new Webhook(body.data.secret).verify(sent?.body ?? '', headers)).toBeTruthy();
  });

  it('a removed webhook is gone, and a new one has another secret', async () => {
    const before = await saved();
    const answer = await test.call(staff, 'DELETE', path());
    expect(answer).toMatchObject({ status: 200, body: { data: null } });
    expect((await get()).body.data).toBeNull();
    expect((await saved()).secret).not.toBe(before.secret);
    expect((await history()).map(({ action }) => action)).toContain('webhooks.remove');
  });

  it.each([
    ['POST', '/secret'],
    ['POST', '/test'],
    ['DELETE', ''],
  ] as const)('answers that there is no webhook: %s %s', async (method, rest) => {
    const answer = await test.call(staff, method, path(rest));
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('No webhook is set for this company');
  });

  it('answers 404 for an unknown or archived company', async () => {
    await saved();
    await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
    const calls = (of: string) => {
      const url = `/Company/${of}/webhook`;
      return [
        test.call(staff, 'GET', url),
        test.call(staff, 'PUT', url, { url: `${receiver.origin}/other`, isActive: true }),
        test.call(staff, 'POST', `${url}/secret`),
        test.call(staff, 'DELETE', url),
        test.call(staff, 'POST', `${url}/test`),
        test.call(staff, 'GET', `${url}/deliveries`),
      ];
    };
    for (const call of [...calls(companyId), ...calls(unknownId)]) {
      expect(await call).toMatchObject({ status: 404, body: { message: 'Company not found' } });
    }
    const row = await test.owner.row('select url from company_webhooks where company_id = $1', [
      companyId,
    ]);
    expect(row).toEqual({ url: `${receiver.origin}/hook` });
    expect(receiver.received).toEqual([]);
  });

  it('the company itself has no access', async () => {
    await saved();
    const member = await createMember(test.owner, { companyId });
    expect((await test.call(member, 'GET', path())).status).toBe(403);
    expect((await test.call(member, 'GET', path('/deliveries'))).status).toBe(403);
  });

  it('reports a secret sealed with another key and lets it be replaced', async () => {
    await saved();
    const other = createSealer(Buffer.alloc(32, 9));
    const { sealed, keyName } = other.seal('whsec_x', { id: uuidV7(), companyId });
    await test.owner.rows(
      'update company_webhooks set secret_sealed = $2, key_name = $3 where company_id = $1',
      [companyId, sealed, keyName],
    );
    const { body } = await get();
    expect(body.data.secret).toBeNull();
    expect(body.message).toContain('encrypted with another key');
    const tried = await test.call(staff, 'POST', path('/test'));
    expect(tried.body.data.error).toBe(
      'The webhook secret cannot be opened with the key of this server',
    );
    expect((await test.call(staff, 'POST', path('/secret'))).body.data.secret).toMatch(/^whsec_/);
  });
});

describe('the address', () => {
  it.each(['', 'ftp://example.com', 'example.com/hook', 'https://', 'https://a b.com', 17])(
    'the address must be valid: %j',
    async (url) => {
      const answer = await save({ url, isActive: true });
      expect(answer.status).toBe(400);
      expect(answer.body.fields['url']).toBe('Webhook address must be a valid https address');
    },
  );

  it('the address must not be private, whatever its form', async () => {
    const strict = await createTestApp({
      webhookAddresses: {
        allowPrivate: false,
        resolve: async (host) =>
          host === 'inside.example.com'
            ? [
                { address: '93.184.215.14', family: 4 },
                { address: '10.0.0.5', family: 4 },
              ]
            : [{ address: '93.184.215.14', family: 4 }],
      },
    });
    const person = await createStaff(strict.owner);
    const company = await createCompany(strict.owner);
    const put = (url: string) =>
      strict.call(person, 'PUT', `/Company/${company}/webhook`, { url, isActive: true });
    const texts: Record<string, string> = {
      'http://example.com/hook': 'Webhook address must be a valid https address',
      'https://2130706433/': 'Webhook address must be public, and 127.0.0.1 is not',
      'https://[::1]/': 'Webhook address must be public, and ::1 is not',
      'https://user:secret@example.com/':
        'Webhook address must not contain a user name or password',
      'https://inside.example.com/':
        'Webhook address must be public, and inside.example.com leads to 10.0.0.5, which is not',
    };
    for (const [url, message] of Object.entries(texts)) {
      const answer = await put(url);
      expect(answer, url).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message, fields: { url: message } },
      });
    }
    expect((await put('https://example.com/hook')).status).toBe(200);
  });
});

describe('test', () => {
  it('sends a signed event at once and returns the answer', async () => {
    const { secret } = await saved();
    receiver.answers.push(answering(200, 'thank you\0', { 'content-type': 'text/plain' }));
    const { body } = await test.call(staff, 'POST', path('/test'));
    expect(body.data).toMatchObject({
      number: 1,
      url: `${receiver.origin}/hook`,
      statusCode: 200,
      answer: 'thank you\u{fffd}',
      error: null,
    });
    const [sent] = receiver.received;
    expect(sent?.path).toBe('/hook');
    const headers = sent?.headers as Record<string, string>;
    expect(new Webhook(secret ?? '').verify(sent?.body ?? '', headers)).toMatchObject({
      type: 'webhook.test',
      data: { companyId },
    });
    expect(body.data.requestHeaders).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Sente-Webhooks/1',
      'webhook-id': headers['webhook-id'],
      'webhook-timestamp': headers['webhook-timestamp'],
    });
    expect((await history()).at(-1)).toMatchObject({ action: 'webhooks.test' });
  });

  it('says why there was no answer', async () => {
    await save({ url: 'http://127.0.0.1:1/', isActive: true });
    const { body } = await test.call(staff, 'POST', path('/test'));
    expect(body.data).toMatchObject({
      statusCode: null,
      answer: null,
      error: 'The connection was refused',
    });
    receiver.answers.push((response) => void response.socket?.destroy());
    await saved();
    expect((await test.call(staff, 'POST', path('/test'))).body.data.error).toBe(
      'The connection was closed without an answer',
    );
  });

  it('keeps the first 2 kB of an endless answer', async () => {
    await saved();
    receiver.answers.push((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const { body } = await test.call(staff, 'POST', path('/test'));
    expect(body.data.statusCode).toBe(200);
    expect(body.data.answer).toBe('x'.repeat(2_048));
  });
});
