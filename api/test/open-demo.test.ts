import { fillPath } from '@sente/contract/endpoint';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createUser, factoryPassword } from './factories.ts';
import { newsOf } from './news.ts';
import { endpoints, sampleOf, unknownId } from './samples.ts';
import { runJobs } from './webhooks.ts';
import { platformScope } from '../src/db/scope.ts';
import { notify } from '../src/notifications/notify.ts';

let test: TestApp;
let companyId: string;
let ownerId: string;

const openDemo = { operator: 'operator@example.test', owner: 'owner@example.test' };

beforeAll(async () => {
  test = await createTestApp({ openDemo });
  companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId);
  const roles = ['SuperAdmin'];
  await createUser(test.owner, { email: openDemo.operator, isStaff: true, roles });
  ownerId = await createUser(test.owner, {
    email: openDemo.owner,
    companyId,
    roles: ['client_admin'],
  });
});

async function visit(as: 'operator' | 'owner'): Promise<TestActor> {
  const { body } = await test.call(null, 'POST', '/Auth/demo', { as });
  const { token, user } = body.data;
  return { token, userId: user.id, companyId: user.companyId };
}

describe('a visitor', () => {
  it('is signed in for an hour without a password, and marked as a visitor', async () => {
    const answer = await test.call(null, 'POST', '/Auth/demo', { as: 'owner' });
    expect(answer.status, answer.text).toBe(200);
    const { user, expiration } = answer.body.data;
    expect(user).toMatchObject({ email: openDemo.owner, companyId, isVisitor: true });
    const session = await test.owner.row<{ minutes: number }>(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from sessions
       where user_id = $1 and is_visitor`,
      [user.id],
    );
    expect(session?.minutes).toBeCloseTo(60, -1);
    expect(Date.parse(expiration)).not.toBeNaN();
  });

  it('sees somebody else in that role when the person has another email or is gone', async () => {
    const renamed = (email: string) =>
      test.owner.rows('update users set email = $2 where id = $1', [ownerId, email]);
    await renamed('joseph@example.test');
    const visitor = await visit('owner');
    expect(visitor).toMatchObject({ userId: ownerId, companyId });
    await renamed(openDemo.owner);
  });

  it('leaves no trace with the person: no sign-in, device, mail or session to see', async () => {
    const visitor = await visit('owner');
    const login = { email: openDemo.owner, password: factoryPassword };
    const { body } = await test.call(null, 'POST', '/Auth/login', login);
    const owner = { ...visitor, token: body.data.token };
    const list = await test.call(owner, 'GET', `/User/${ownerId}/sessions`);
    expect(list.body.data).toHaveLength(1);
    expect(await test.owner.rows('select 1 from mails where user_id = $1', [ownerId])).toEqual([]);
    expect(
      await test.owner.rows('select 1 from devices where user_id = $1', [ownerId]),
    ).toHaveLength(1);
    const log = await test.owner.rows('select action, result from audit_log where actor_id = $1', [
      ownerId,
    ]);
    expect(log).toEqual([{ action: 'auth.login', result: 'done' }]);
  });

  it('fills no audit log: what is refused is not written, and visits are counted by the hour', async () => {
    const entries = () =>
      test.owner.rows(
        `select actor_id, company_id, result, details from audit_log
         where subject_id = $1 and action = 'site.openDemo' order by id`,
        [ownerId],
      );
    await test.owner.rows('delete from refused_sign_ins');
    const before = (await entries()).length;
    const all = async () =>
      (await test.owner.row<{ count: number }>('select count(*)::int from audit_log'))?.count;
    const visitor = await visit('owner');
    const written = await all();
    for (let each = 0; each < 3; each += 1) {
      expect((await test.call(visitor, 'GET', '/Role')).status).toBe(403);
      await visit('owner');
    }
    expect(await all()).toBe(written);
    await test.owner.rows("update refused_sign_ins set since = since - interval '61 minutes'");
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    const entry = { actor_id: null, company_id: companyId, result: 'done' };
    const { owner: email } = openDemo;
    const addresses = ['127.0.0.1'];
    expect((await entries()).slice(before)).toEqual([
      { ...entry, details: { email } },
      { ...entry, details: { email, furtherAttempts: 3, addresses } },
    ]);
  });

  it('reads what the person reads, and signs out', async () => {
    const operator = await visit('operator');
    expect((await test.call(operator, 'GET', '/Company')).status).toBe(200);
    const owner = await visit('owner');
    expect((await test.call(owner, 'GET', `/Company/${companyId}`)).status).toBe(200);
    expect((await test.call(owner, 'POST', '/Auth/logout')).status).toBe(200);
    expect((await test.call(owner, 'GET', `/Company/${companyId}`)).status).toBe(401);
  });
});

describe("a visitor's bell", () => {
  it('has the news of the person, but not who wrote and who signed in', async () => {
    const news = newsOf(() => test);
    const login = { email: openDemo.operator, password: factoryPassword };
    const { token, user } = (await test.call(null, 'POST', '/Auth/login', login)).body.data;
    const operator = { token, userId: user.id, companyId: null };
    for (const kind of ['payment-review', 'new-enquiry'] as const) {
      await test.database.within(platformScope, (db) => notify(db, { kind, key: kind }));
    }
    await test.database.within(platformScope, (db) =>
      notify(db, { kind: 'new-sign-in', key: 'new-sign-in', userId: user.id }),
    );
    await runJobs(test);
    const kindsOf = async (actor: TestActor) =>
      (await news.list(actor)).map(({ kind }) => kind).toSorted();
    const visitor = await visit('operator');
    expect(await kindsOf(operator)).toEqual(['new-enquiry', 'new-sign-in', 'payment-review']);
    expect(await kindsOf(visitor)).toEqual(['payment-review']);
    expect(await news.unread(operator)).toBe(3);
    expect(await news.unread(visitor)).toBe(1);
    // Somebody else reads it, so a visitor marks nothing as read.
    const [entry] = await news.list(visitor);
    const read = await test.call(visitor, 'POST', `/Notifications/${entry?.id}/read`);
    expect([read.status, read.body.code]).toEqual([403, 'demo_only']);
    expect(await news.unread(operator)).toBe(3);
  });
});

/** Calls without a session of their own are not a visitor's. */
const behindSignIn = endpoints.filter(
  ({ endpoint }) => !['public', 'credential', 'till'].includes(endpoint.access.who),
);
const changing = behindSignIn.filter(
  ({ name, endpoint }) => endpoint.method !== 'GET' && name !== 'auth.logout',
);
const revealing = [
  'apiKeys.list',
  'audit.list',
  'audit.ofCompany',
  'credentials.list',
  'enquiries.list',
  'networks.holder',
  'ownWebhooks.list',
  'sessions.list',
  'settlementBatches.file',
  'webhooks.get',
];

describe('every call that changes or reveals something refuses a visitor', () => {
  it('knows which reads reveal something', () => {
    const marked = endpoints.filter(({ endpoint }) => endpoint.visitors === 'refused');
    expect(marked.map(({ name }) => name).sort()).toEqual(revealing);
    const accepted = endpoints.filter(({ endpoint }) => endpoint.visitors === 'accepted');
    expect(accepted.map(({ name }) => name)).toEqual(['auth.logout']);
  });

  it('has no other read whose answer names a secret or a device', () => {
    const telling = behindSignIn.filter(({ endpoint }) => {
      const schema = endpoint.reply
        ? JSON.stringify(z.toJSONSchema(endpoint.reply, { unrepresentable: 'any' }))
        : '';
      return (
        endpoint.method === 'GET' && /"(\w*[sS]ecret|\w*[tT]oken|apiKey|userAgent)":/.test(schema)
      );
    });
    expect(telling.map(({ name }) => name).filter((name) => !revealing.includes(name))).toEqual([]);
    expect(telling.length).toBeGreaterThan(1);
  });

  it.each(['operator', 'owner'] as const)('as %s', async (as) => {
    const visitor = await visit(as);
    const refused = [...changing, ...behindSignIn.filter(({ name }) => revealing.includes(name))];
    for (const { name, endpoint } of refused) {
      const ids = { id: unknownId, companyId, ...sampleOf(endpoint, 'params') };
      const path = fillPath(endpoint.path, ids as Record<string, string>);
      const body = sampleOf(endpoint, 'body');
      const answer = endpoint.bodyType
        ? await test.submit(visitor, endpoint.method, path, body ?? {})
        : await test.call(visitor, endpoint.method, path, body);
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'demo_only']);
      expect(answer.body.message).toMatch(/nothing can be changed/);
    }
    expect(refused.length).toBeGreaterThan(60);
  });
});

describe('the open demo', () => {
  it('is told to the site', async () => {
    expect((await test.call(null, 'GET', '/Site')).body.data.hasOpenDemo).toBe(true);
  });

  it('does not exist without demo data', async () => {
    const real = await createTestApp();
    expect((await real.call(null, 'GET', '/Site')).body.data.hasOpenDemo).toBe(false);
    const answer = await real.call(null, 'POST', '/Auth/demo', { as: 'owner' });
    expect(answer.status).toBe(404);
  });

  it('refuses too many visitors of one address, and nobody whom the data does not have', async () => {
    await test.owner.rows("delete from throttles where key like 'demo%'");
    await test.owner.rows('update users set is_active = false where id = $1', [ownerId]);
    const away = await test.call(null, 'POST', '/Auth/demo', { as: 'owner' });
    expect(away.status).toBe(404);
    await test.owner.rows('update users set is_active = true where id = $1', [ownerId]);
    await visit('owner');
    // As after twenty, however long twenty take.
    await test.owner.rows(
      "update throttles set spent_until = now() + interval '1 hour' where key like 'demo:%'",
    );
    expect((await test.call(null, 'POST', '/Auth/demo', { as: 'owner' })).status).toBe(429);
  });
});
