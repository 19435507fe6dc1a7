import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Writable } from 'node:stream';
import { contract } from '@sente/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openDatabase } from '../db/database.ts';
import type { Readiness } from './health.ts';
import { createLogger } from './logger.ts';

const readiness: Readiness = { stopping: false };
const logLines: string[] = [];
const logStream = new Writable({
  write(chunk, _encoding, done) {
    logLines.push(String(chunk));
    done();
  },
});
const webDir = mkdtempSync(join(tmpdir(), 'sente-web-'));

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(
    join(webDir, 'index.html'),
    '<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="sente-api-base" content="/api"><script>theme()</script></head>portal</html>',
  );
  mkdirSync(join(webDir, '.vite'));
  const routeFiles = [
    { path: '/companies/:id', files: ['/assets/details-1.js'] },
    { path: '/companies/create', files: ['/assets/frame-1.js', '/assets/create-1.js'] },
    { path: '*', files: ['/assets/elsewhere-1.js'] },
  ];
  writeFileSync(join(webDir, '.vite/route-files.json'), JSON.stringify(routeFiles));
  mkdirSync(join(webDir, 'pages'));
  writeFileSync(join(webDir, 'pages/index.html'), '<html>landing</html>');
  writeFileSync(join(webDir, 'pages/index.html.br'), brotliCompressSync('<html>landing</html>'));
  writeFileSync(join(webDir, 'pages/wallet.html'), '<html>wallet</html>');
  writeFileSync(join(webDir, 'assets/app-1a2b.js'), 'console.log(1)');
  writeFileSync(join(webDir, 'assets/app-1a2b.js.br'), brotliCompressSync('console.log(1)'));
  test = await createTestApp({ readiness, webDir, logger: createLogger('info', logStream) });
  staff = await createStaff(test.owner);
});
afterAll(() => rmSync(webDir, { recursive: true, force: true }));

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });

describe('answers', () => {
  const list = (encodings: string) =>
    get('/api/openapi.json', {
      authorization: `Bearer ${staff.token}`,
      'accept-encoding': encodings,
    });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
  ])(
    'a long answer is compressed for a client that accepts %s',
    async (accepted, encoding, decode) => {
      const plain = await list('');
      const compressed = await list(accepted);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers['vary']).toBe('accept-encoding');
      expect(compressed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(compressed.rawPayload.length),
        vary: 'accept-encoding',
      });
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect(JSON.parse(decode(compressed.rawPayload).toString())).toEqual(plain.json());
    },
  );

  it('a short answer is not compressed', async () => {
    const answer = await get('/api/Nothing', { 'accept-encoding': 'br' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('pages', () => {
  const html = { accept: 'text/html' };

  it.each([
    '/login',
    '/companies/create?x=1',
    '/client',
    '/no/such/page',
    '/wallet/x',
    '/pages/wallet.html',
  ])('serves the portal at %s', async (url) => {
    const page = await get(url, html);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-store');
    const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1];
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    const hash = createHash('sha256').update('theme()').digest('base64');
    expect(page.headers['content-security-policy']).toContain(
      `script-src 'self' 'sha256-${hash}';`,
    );
  });

  it.each([{ accept: '*/*' }, {}])(
    'answers the page to whoever accepts anything: %o',
    async (headers) => {
      const page = await get('/companies', headers);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      for (const url of ['/api/Nothing', '/assets/gone.js', '/gone.png']) {
        expect((await get(url, headers)).headers['content-type'], url).toContain('json');
      }
    },
  );

  it('gives every page its own nonce', async () => {
    expect((await get('/login', html)).body).not.toBe((await get('/login', html)).body);
  });

  it.each([
    ['/companies/create?x=1', ['/assets/frame-1.js', '/assets/create-1.js']],
    ['/companies/7c1b', ['/assets/details-1.js']],
    ['/Companies/7c1b/', ['/assets/details-1.js']],
    ['/companies', []],
    ['/no/such/page', []],
  ])('preloads the files that the page at %s needs', async (url, files) => {
    const { body } = await get(url, html);
    const named = body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g);
    expect([...named].map(([, file]) => file)).toEqual(files);
  });

  it.each([
    ['/', '<html>landing</html>'],
    ['/?from=poster', '<html>landing</html>'],
    ['/wallet', '<html>wallet</html>'],
  ])('serves %s as built, under a strict policy', async (url, body) => {
    const page = await get(url, html);
    expect(page.statusCode).toBe(200);
    expect(page.body).toBe(body);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/nonce|unsafe/);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    const again = await get(url, { ...html, 'if-none-match': String(page.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('sends a public page compressed', async () => {
    const page = await get('/', { ...html, 'accept-encoding': 'br' });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(page.rawPayload).toString()).toBe('<html>landing</html>');
  });

  it('sends the compressed file with an immutable cache header', async () => {
    const file = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['/assets/gone-9f.js', '/api/Nothing', '/index.html.br', '/../api/package.json'])(
    'does not answer %s with a page',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
    },
  );
});

describe('answers', () => {
  it('answers carry the security headers and a request id', async () => {
    const { headers } = await get('/api/Company');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    ['broken JSON', '{"name": ', 'application/json', 400, 'validation_failed'],
    ['a key twice', '{"name":"a","name":"b"}', 'application/json', 400, 'validation_failed'],
    ['another content type', '<a/>', 'text/xml', 415, 'unsupported_content'],
    [
      'a huge body',
      JSON.stringify({ name: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
      'too_large',
    ],
    ['a list for an object', '[1,2]', 'application/json', 400, 'validation_failed'],
  ])('%s is refused', async (_what, payload, type, status, code) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/Company',
      headers: { 'content-type': type, authorization: `Bearer ${staff.token}` },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, data: null, code });
  });

  it('an empty JSON body is accepted on DELETE, as browsers send it', async () => {
    const answer = await test.call(
      staff,
      'DELETE',
      '/Company/00000000-0000-7000-8000-00000000dead',
    );
    expect(answer.status).toBe(404);
  });

  it('a server that comes late answers 503 to who asks much for long', async () => {
    const admission = { mostAtOnce: 200, mostForDatabase: 40, mostWaitMs: 1 };
    const busy = await createTestApp({ busyAfterMs: 20, admission });
    const login = () => busy.call(null, 'POST', '/Auth/login', {});
    await vi.waitFor(async () => {
      // Blocks the event loop, which is what overload means here.
      for (const until = Date.now() + 200; Date.now() < until;);
      const answers = await Promise.all(Array.from({ length: 20 }, login));
      const refused = answers.find(({ status }) => status === 503);
      expect(refused?.body).toMatchObject({ code: 'unavailable', success: false });
      expect(refused?.headers['retry-after']).toBe('2');
      expect(answers.some(({ status }) => status === 400)).toBe(true);
      expect((await busy.app.inject('/healthz')).statusCode).toBe(200);
    }, 10_000);
  });

  it('an unreachable database gives 503', async () => {
    const database = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      poolSize: 2,
      statementTimeoutMs: 1_000,
      role: 'sente_app',
      onIdleError: () => {},
    });
    const away = await createTestApp({}, {}, { ...test, database });
    const answer = await away.call(staff, 'GET', '/Company');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect((await away.app.inject('/readyz')).json()).toMatchObject({
      checks: { database: 'unreachable' },
    });
    expect((await away.app.inject('/healthz')).statusCode).toBe(200);
  });

  it('requests work again after every connection was cut', async () => {
    const cut = await createTestApp();
    const actor = await createStaff(cut.owner);
    expect((await cut.call(actor, 'GET', '/Company')).status).toBe(200);
    await cut.owner.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database()`,
    );
    await expect.poll(async () => (await cut.call(actor, 'GET', '/Company')).status).toBe(200);
  });

  it('internal errors are hidden', async () => {
    const broken = await createTestApp();
    const actor = await createStaff(broken.owner);
    await broken.owner.rows('alter table companies rename column phone to telephone');
    const answer = await broken.call(actor, 'GET', '/Company');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
    });
    expect(answer.text).not.toContain('phone');
  });

  it('signed calls have their own rate limit', async () => {
    const limited = await createTestApp({ requestsPerMinute: 3 });
    const ask = async (path: string) => (await limited.call(null, 'GET', path)).status;
    for (let n = 0; n < 10; n++) expect(await ask('/v1/Payments/balance')).toBe(401);
    // Signed calls do not count against the people behind the same router.
    for (let n = 0; n < 3; n++) expect(await ask('/Company')).toBe(401);
    expect(await ask('/Company')).toBe(429);
    expect(await ask('/v1/PaymentsAndMore')).toBe(429);
  });

  it('a caller who sends too many requests is refused', async () => {
    const limited = await createTestApp({ requestsPerMinute: 3 });
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await limited.call(null, 'GET', '/Company'));
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 429]);
    expect(answers[3]?.body.code).toBe('too_many_requests');
    // An invalid token does not get a new allowance.
    const withToken = await limited.app.inject({
      url: '/api/Company',
      headers: { authorization: 'Bearer made-up' },
    });
    expect(withToken.statusCode).toBe(429);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('logs', () => {
  it('logs name the endpoint and the user and contain no secret', async () => {
    logLines.length = 0;
    await test.call(staff, 'GET', '/Company?search=private-words');
    await test.call(null, 'POST', '/Auth/login', {
      email: 'a@b.co',
      password: 'my-secret-password',
    });
    const text = logLines.join('');
    expect(text).toContain('companies.list');
    expect(text).toContain(staff.userId);
    for (const secret of [staff.token, 'my-secret-password', 'private-words'])
      expect(text).not.toContain(secret);
  });

  it('logs contain the database error without the rejected row', async () => {
    logLines.length = 0;
    const failing = `insert into users (id, first_name, last_name, username, email, password_hash)
      values (gen_random_uuid(), null, 'x', 'x', 'private@example.test', '$argon2id$secret')`;
    const error = await test.owner.rows(failing).catch((caught: unknown) => caught);
    createLogger('info', logStream).error({ err: error }, 'request failed');
    const text = logLines.join('');
    expect(text).toContain('23502');
    expect(text).not.toContain('private@example.test');
    expect(text).not.toContain('argon2id');
  });
});

describe('operations', () => {
  it('reports alive and ready, and not ready while stopping', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).statusCode).toBe(200);
    readiness.stopping = true;
    const stopping = await get('/readyz');
    readiness.stopping = false;
    expect(stopping.statusCode).toBe(503);
    expect(stopping.json()).toEqual({ status: 'not ready', checks: { process: 'stopping' } });
  });

  it('shows metrics to localhost only, and not through a proxy', async () => {
    const metrics = await get('/metrics');
    expect(metrics.body).toContain('sente_request_seconds_count{endpoint="companies.list"');
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
    const remote = await test.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' });
    expect(remote.statusCode).toBe(404);
  });

  it('shows metrics to callers with the token, when one is set', async () => {
    const guarded = await createTestApp({ metricsToken: 'scrape-me' });
    const ask = (authorization?: string) =>
      guarded.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    expect((await ask()).statusCode).toBe(404);
    expect((await ask('Bearer wrong')).statusCode).toBe(404);
    expect((await ask('Bearer scrape-me')).statusCode).toBe(200);
  });

  it('trusts forwarded addresses from known proxies only', async () => {
    const logs: string[] = [];
    const stream = new Writable({ write: (chunk, _e, done) => (logs.push(String(chunk)), done()) });
    const proxied = await createTestApp({
      proxies: ['10.0.0.1'],
      logger: createLogger('info', stream),
    });
    const from = (remoteAddress: string) =>
      proxied.app.inject({
        url: '/api/Company',
        remoteAddress,
        headers: { 'x-forwarded-for': '198.51.100.9' },
      });
    await from('10.0.0.1');
    await from('10.0.0.2');
    expect(logs.map((line) => JSON.parse(line).address)).toEqual(['198.51.100.9', '10.0.0.2']);
  });
});

describe('the API page', () => {
  it('documents every call of the contract', async () => {
    const document = (await get('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/Company/{id}'].put).toMatchObject({
      operationId: 'companies.update',
      'x-access': 'staff with staffCompanies',
      requestBody: {
        content: { 'application/json': { schema: { required: expect.arrayContaining(['name']) } } },
      },
    });
    expect(
      document.paths['/Company'].get.parameters.map(
        (parameter: { name: string }) => parameter.name,
      ),
    ).toContain('search');
  });

  it('is readable without scripts; the only ones choose the theme and copy examples', async () => {
    const page = await get('/api/docs');
    expect(page.body).toContain('/Company/{id}');
    const [script, second, ...others] = page.body.match(/<script[^>]*>/g) ?? [];
    expect([second, others]).toEqual([script, []]);
    const nonce = /^<script nonce="([\w+/=-]+)">$/.exec(script ?? '')?.[1];
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  });

  it("begins with what a company's systems call, and leads back to the site", async () => {
    const { body } = await get('/api/docs');
    const titles = [...body.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id);
    expect(titles[0]).toBe('payments');
    expect(titles).toHaveLength(Object.keys(contract).length + 1);
    expect(body).toContain('<a href="/">Back to the site</a>');
  });
});
