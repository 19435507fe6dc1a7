import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { cookieIn, cookieText } from './cookies.ts';

describe('behind a proxy of a site with https', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({
      proxies: ['127.0.0.1'],
      publicUrl: 'https://portal.example.test',
    });
  });
  const ask = (url: string, scheme: string, method: 'GET' | 'POST' = 'GET') =>
    test.app.inject({ method, url, headers: { 'x-forwarded-proto': scheme } });

  it('a call without TLS is refused and not redirected', async () => {
    for (const [url, method] of [
      ['/api/Company', 'GET'],
      ['/api/Auth/login', 'POST'],
      ['/callbacks/mtn/x', 'POST'],
    ] as const) {
      const { statusCode, headers, body } = await ask(url, 'http', method);
      expect(statusCode).toBe(403);
      expect(headers['location']).toBeUndefined();
      expect(body).toContain('https only');
    }
    expect((await ask('/api/Company', 'https')).statusCode).toBe(401);
  });

  it('a page sends its reader to https, of this site alone', async () => {
    for (const url of ['/docs', '/login?next=%2F', '//elsewhere.example/x']) {
      const { statusCode, headers } = await ask(url, 'http');
      expect(statusCode).toBe(308);
      expect(String(headers['location'])).toMatch(/^https:\/\/portal\.example\.test\//);
    }
    const { headers } = await ask('/docs', 'https');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('the probes of the load balancer need none', async () => {
    expect((await ask('/readyz', 'http')).statusCode).toBe(200);
  });
});

it('cookies over TLS are of this host alone, by their name', () => {
  const cookie = {
    name: 'sente_till',
    value: 'x'.repeat(40),
    path: '/api/Till',
    seconds: 60,
  } as const;
  const rest = 'Max-Age=60; HttpOnly; SameSite=Strict';
  expect(cookieText(cookie, true)).toBe(
    `__Host-sente_till=${cookie.value}; Path=/; ${rest}; Secure`,
  );
  expect(cookieText(cookie, false)).toBe(`sente_till=${cookie.value}; Path=/api/Till; ${rest}`);
  const planted = `sente_till=${'y'.repeat(40)}; __Host-sente_till=${cookie.value}`;
  expect(cookieIn(planted, 'sente_till')).toBe(cookie.value);
});

it.each([
  ['400', 'no HTTP at all\r\n\r\n', 'validation_failed'],
  ['431', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'too_large'],
])('what cannot be read is answered %s with all headers', async (status, sent, code) => {
  const test = await createTestApp();
  const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('x-content-type-options: nosniff');
  expect(head).toContain("frame-ancestors 'none'");
  expect(JSON.parse(body)).toMatchObject({ success: false, code });
});
