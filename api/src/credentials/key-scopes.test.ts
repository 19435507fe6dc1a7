import type { NewApiKey } from '@sente/contract/api-keys';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { callSigned, type SignedRequest } from '../../test/signed.ts';

let test: TestApp;
let admin: TestActor;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  await createAccount(test.owner, admin.companyId ?? '');
});

type Usable = Pick<NewApiKey, 'channelId'> & { readonly secretKey: string };
const made = async (more: object): Promise<Usable> => {
  const body = { name: 'Shop', scopes: ['read'], ...more };
  return (await test.call(admin, 'POST', '/ApiKeys', body)).body.data;
};

const balance: SignedRequest = { method: 'GET', path: '/v1/Payments/balance' };
const wallet = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' };
const collection: SignedRequest = {
  method: 'POST',
  path: '/v1/Payments/collections',
  body: wallet,
};
const payout: SignedRequest = { method: 'POST', path: '/v1/Payments/payouts', body: wallet };
const link: SignedRequest = {
  method: 'POST',
  path: '/v1/Payments/links',
  body: { amount: 5_000, purpose: 'Chairs' },
};
const codeOf = async (key: Usable, request: SignedRequest): Promise<string> => {
  const { status, body } = await callSigned(test, key, request);
  return status < 300 ? 'done' : String(body.code);
};

describe('a scope', () => {
  it.each([
    [
      'collect',
      { collection: 'done', link: 'done', payout: 'scope_missing', read: 'scope_missing' },
    ],
    [
      'payout',
      {
        collection: 'scope_missing',
        link: 'scope_missing',
        payout: 'insufficient_funds',
        read: 'scope_missing',
      },
    ],
    [
      'read',
      { collection: 'scope_missing', link: 'scope_missing', payout: 'scope_missing', read: 'done' },
    ],
  ])('%s allows that alone', async (scope, expected) => {
    const key = await made({ scopes: [scope] });
    expect({
      collection: await codeOf(key, collection),
      link: await codeOf(key, link),
      payout: await codeOf(key, payout),
      read: await codeOf(key, balance),
    }).toEqual(expected);
  });

  it('that is missing is named, and only to whoever has the key', async () => {
    const key = await made({ scopes: ['read'] });
    const answer = await callSigned(test, key, collection);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('This API key does not have the scope "collect"');
    expect(await codeOf({ ...key, secretKey: 'guess' }, collection)).toBe('signature_invalid');
  });
});

it('a key is accepted from its addresses alone', async () => {
  const key = await made({ allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] });
  const answer = await callSigned(test, key, balance);
  expect([answer.status, answer.body.code]).toEqual([403, 'address_not_allowed']);
  expect(answer.body.message).toBe('This API key is not accepted from 127.0.0.1');
  const list = await test.call(admin, 'GET', `/Company/${admin.companyId}/keys`);
  expect(list.body.data).toMatchObject([{ lastUsedAt: null, lastUsedAddress: null }]);
});
