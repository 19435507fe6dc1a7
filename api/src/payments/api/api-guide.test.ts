import { createHash, createHmac } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createAccount, createCompany } from '../../../test/factories.ts';
import { callSigned, createCredential } from '../../../test/signed.ts';

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
    security: [{ signature: [] }, { 'X-Channel-Id': [], 'X-Timestamp': [], 'X-Signature': [] }],
  });
  const names = post.parameters.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Idempotency-Key']);
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

it('has examples that work', async () => {
  const companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId, { balance: 100_000_00n });
  const credential = await createCredential(test.owner, companyId);
  const { paths } = (await get('/api/v1/openapi.json')).json() as {
    paths: Record<
      string,
      { post?: { requestBody?: { content: Record<string, { example: object }> } } }
    >;
  };
  const orders = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.requestBody
      ? [{ path, body: post.requestBody.content['application/json']?.example }]
      : [],
  );
  // A refund needs a payment that was made, an examination a key of test mode.
  const others = ['/v1/Payments/refunds', '/v1/Examinations'];
  expect(orders.map(({ path }) => path)).toEqual(expect.arrayContaining(others));
  for (const order of orders.filter(({ path }) => !others.includes(path))) {
    expect(order.body).toBeDefined();
    const answer = await callSigned(test, credential, { method: 'POST', ...order });
    expect([order.path, answer.body.success]).toEqual([order.path, true]);
  }
});

it('shows how to sign, with a correct example', async () => {
  const { body } = await get('/api/docs');
  const section = /<h2 id="payments">.*?<\/section>/s.exec(body)?.[0] ?? '';
  const text = section.replaceAll('&#34;', '"').replaceAll('&#39;', "'");
  const [, base = '', header = '', signature] =
    /<pre tabindex="0">("@method".*?)<\/pre>.*Content-Digest: (.*?)'.*Signature: sente=:(.*?):'/s.exec(
      text,
    ) ?? [];
  const [, bodyText = ''] = / -d '(.*)'/.exec(text) ?? [];
  const digest = createHash('sha256').update(bodyText).digest('base64');
  expect(header).toBe(`sha-256=:${digest}:`);
  expect(base).toContain(`"content-digest": ${header}`);
  expect(signature).toBe(createHmac('sha256', 'snt_sk_example').update(base).digest('base64'));
  expect(section).toContain('credential_inactive');
});
