import { createHash, createHmac } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

const get = (url: string) => test.app.inject({ url });

it('documents the signed calls in their own section', async () => {
  const document = (await get('/api/openapi.json')).json();
  const tag = document.tags.find(({ name }: { name: string }) => name === 'payments');
  expect(tag.description).toContain('HMAC-SHA256');
  expect(tag.description).toContain('curl -X POST');
  const { post } = document.paths['/v1/Payments/collections'];
  expect(post).toMatchObject({
    tags: ['payments'],
    security: [{ 'X-Channel-Id': [], 'X-Timestamp': [], 'X-Signature': [] }],
  });
  const names = post.parameters.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['X-Channel-Id', 'X-Timestamp', 'X-Signature', 'Idempotency-Key']);
  expect(Object.keys(post.responses)).toContain('202');
  expect(post.responses['200']).toBeUndefined();
  expect(post.responses['401'].description).toContain('signature_replayed');
  expect(post.responses['409'].description).toContain('out_of_stock');
  expect(Object.keys(post.responses['202'].headers)).toEqual([
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Idempotent-Replayed',
  ]);
  expect(Object.keys(post.responses['429'].headers)).toContain('Retry-After');
  expect(document.components.headers).toHaveProperty('RateLimit-Remaining');
  const { get: list } = document.paths['/v1/Payments'];
  expect(list.parameters.map(({ name }: { name: string }) => name)).not.toContain(
    'Idempotency-Key',
  );
  expect(document.components.securitySchemes['X-Signature']).toMatchObject({ type: 'apiKey' });
});

it('shows how to sign, with a correct example', async () => {
  const { body } = await get('/api/docs');
  const section = /<h2 id="payments">.*?<\/section>/s.exec(body)?.[0] ?? '';
  const [, bodyText = ''] = / -d '(.*)'/.exec(section.replaceAll('&#34;', '"')) ?? [];
  const bodyHash = createHash('sha256').update(bodyText).digest('hex');
  const expected = createHmac('sha256', 'snt_sk_example')
    .update(`1790000000\nPOST\n/api/v1/Payments/collections\n${bodyHash}`)
    .digest('hex');
  expect(section).toContain(`X-Signature: ${expected}`);
  expect(section).toContain('credential_inactive');
});
