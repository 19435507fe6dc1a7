import { createHash, createHmac } from 'node:crypto';
import { apiRetryBody } from '@sente/contract/bulk-payouts-api';
import { examinationCalls } from '@sente/contract/examinations';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../../test/factories.ts';
import { callSigned, createCredential } from '../../../test/signed.ts';
import { fromShortId } from '../../db/short-id.ts';

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

/** Of calls that need more than a live key. */
const bodiesWithoutCall: Readonly<
  Record<string, { safeParse(body: unknown): { success: boolean } }>
> = {
  // A key of test mode.
  '/v1/Examinations': examinationCalls.startExamination.body,
  // A bulk payout that has finished, with a line that failed.
  '/v1/Payments/bulk-payouts/{bulkId}/retry': apiRetryBody,
};

it('has examples that work', async () => {
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance: 100_000_00n });
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
  const refund = orders.find(({ path }) => path === '/v1/Payments/refunds')?.body as {
    transactionId: string;
  };
  const id = fromShortId(refund.transactionId) ?? '';
  const transactionId = await createTransaction(test.owner, companyId, accountId, {
    amount: 5_000_00n,
  });
  const amount = 5_000_00n;
  const paid = { id, transactionId, accountId, amount, status: 'SUCCESS' } as const;
  await createPayment(test.owner, companyId, { ...paid, phoneNumber: '256772123456' });
  for (const order of orders) {
    expect(order.body, order.path).toBeDefined();
    const checkedOnly = bodiesWithoutCall[order.path];
    if (checkedOnly) {
      expect([order.path, checkedOnly.safeParse(order.body).success]).toEqual([order.path, true]);
      continue;
    }
    const answer = await callSigned(test, credential, { method: 'POST', ...order });
    expect([order.path, answer.body.success]).toEqual([order.path, true]);
  }
});

it('shows how to sign, with a correct example', async () => {
  const { body } = await get('/api/docs');
  const section = /<h2 id="payments">.*?<\/section>/s.exec(body)?.[0] ?? '';
  const text = section.replaceAll('&#34;', '"').replaceAll('&#39;', "'");
  const [, base = '', header = '', signature] =
    /<pre>("@method".*?)<\/pre>.*Content-Digest: (.*?)'.*Signature: sente=:(.*?):'/s.exec(text) ??
    [];
  const [, bodyText = ''] = / -d '(.*)'/.exec(text) ?? [];
  const digest = createHash('sha256').update(bodyText).digest('base64');
  expect(header).toBe(`sha-256=:${digest}:`);
  expect(base).toContain(`"content-digest": ${header}`);
  expect(signature).toBe(createHmac('sha256', 'snt_sk_example').update(base).digest('base64'));
  expect(section).toContain('credential_inactive');
});
