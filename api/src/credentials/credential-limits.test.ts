import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let credential: TestCredential;
let other: TestCredential;
beforeAll(async () => {
  // A thousandth of a request a second: nothing comes back during the test.
  test = await createTestApp({ credentialLimit: { requestsPerSecond: 0.001, burst: 4 } });
  for (const _ of [1, 2]) {
    const companyId = await createCompany(test.owner, { email: `${uuidV7()}@example.test` });
    await createAccount(test.owner, companyId);
    other = credential;
    credential = await createCredential(test.owner, companyId);
  }
});

const get = (path: string, by = credential) =>
  callSigned(test, by, { method: 'GET', path: `/v1/Payments${path}` });

it('tells with every answer what is left, and refuses one too many with the usual envelope', async () => {
  // A wrong signature does not count.
  expect((await get('/balance', { ...credential, secretKey: 'wrong' })).status).toBe(401);
  const order = { phoneNumber: '0772123456', amount: 500, reference: 'Order 1' };
  const answers = [
    await get('/balance'),
    await get(`/${uuidV7()}`),
    await callSigned(test, credential, {
      method: 'POST',
      path: '/v1/Payments/collections',
      body: { ...order, amount: -1 },
    }),
    await callSigned(test, credential, {
      method: 'POST',
      path: '/v1/Payments/collections',
      body: order,
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 202]);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers).toMatchObject({
      'ratelimit-limit': '4',
      'ratelimit-remaining': String(3 - index),
    });
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
    expect(headers).not.toHaveProperty('retry-after');
  }
  const refused = await get('/balance');
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'ratelimit-remaining': '0' },
    body: { success: false, code: 'too_many_requests', data: null },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/balance', other)).status).toBe(200);
});
