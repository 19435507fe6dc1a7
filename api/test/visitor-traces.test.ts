import { fillPath } from '@sente/contract/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createUser } from './factories.ts';
import { endpoints, sampleOf, unknownId } from './samples.ts';

let test: TestApp;
let companyId: string;
let accountId: string;

const openDemo = { operator: 'operator@example.test', owner: 'owner@example.test' };

beforeAll(async () => {
  test = await createTestApp({ openDemo });
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 5_000n });
  const staff = { isStaff: true, roles: ['SuperAdmin'] };
  await createUser(test.owner, { email: openDemo.operator, ...staff });
  await createUser(test.owner, { email: openDemo.owner, companyId, roles: ['client_admin'] });
});

/** Signing out last. */
const accepted = endpoints
  .filter(
    ({ endpoint: { access, method, visitors = method === 'GET' ? 'accepted' : 'refused' } }) =>
      !['public', 'credential', 'till'].includes(access.who) && visitors === 'accepted',
  )
  .toSorted((a, b) => a.endpoint.method.localeCompare(b.endpoint.method));

it.each(['operator', 'owner'] as const)(
  'no call that a visitor may make writes in the name of the %s',
  async (as) => {
    const { token, user } = (await test.call(null, 'POST', '/Auth/demo', { as })).body.data;
    const visitor = { token, userId: user.id, companyId: user.companyId };
    const written = () =>
      test.owner.rows('select action from audit_log where actor_id = $1', [user.id]);
    const ids = new Map([
      ['Account', accountId],
      ['Company', companyId],
      ['User', visitor.userId],
    ]);
    const answered: string[] = [];
    for (const { name, endpoint } of accepted) {
      const id = ids.get(endpoint.path.split('/')[1] ?? '') ?? unknownId;
      const params = { ...sampleOf(endpoint, 'params'), id, companyId };
      const query = new URLSearchParams(sampleOf(endpoint, 'query') as Record<string, string>);
      const path = fillPath(endpoint.path, params as Record<string, string>);
      const { status } = await test.call(visitor, endpoint.method, `${path}?${query}`);
      if (status === 200) answered.push(name);
    }
    const audited = ['accounts.signedStatement', 'accounts.statementPdf', 'auth.logout'];
    expect(answered).toEqual(expect.arrayContaining(audited));
    expect(answered.length).toBeGreaterThan(25);
    expect(await written()).toEqual([]);
  },
);
