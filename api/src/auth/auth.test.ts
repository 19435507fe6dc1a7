import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, signIn } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import { createCompany, createUser } from '../../test/factories.ts';
import { recommendedCost } from '../security/passwords.ts';
import { hashToken } from '../security/tokens.ts';

const password = 'Correct-horse-9';
let passwordHash: string;
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ sessionLengthMs: 4 * 60_000, passwordCost: recommendedCost });
  passwordHash = await hash(password, recommendedCost);
});
beforeEach(() => test.owner.rows('delete from throttles'));

const login = (email: string, secret = password) =>
  test.call(null, 'POST', '/Auth/login', { email, password: secret });

describe('sign-in', () => {
  it('answers token, user and an expiration chosen by the server', async () => {
    const companyId = await createCompany(test.owner);
    const id = await createUser(test.owner, {
      companyId,
      email: 'Mixed.Case@example.test',
      passwordHash,
      roles: ['client_user', 'client_manager'],
    });
    const { status, body } = await login('mixed.case@EXAMPLE.test');
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({
      id,
      companyId,
      role: 'client_user',
      name: 'Test Person',
    });
    expect(body.data.user.roles.map((role: { name: string }) => role.name)).toEqual([
      'client_user',
      'client_manager',
    ]);
    const minutes = (Date.parse(body.data.expiration) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(3.8);
    expect(minutes).toBeLessThanOrEqual(4);
    const row = await test.owner.row('select last_login_at from users where id = $1', [id]);
    expect(row).toMatchObject({ last_login_at: expect.any(Date) });
  });

  it('creates no session when the password changes during the check', async () => {
    const id = await createUser(test.owner, { email: 'changing@example.test', passwordHash });
    const other = await hash('Another-horse-9');
    const answer = await test.asOwner(async (db) => {
      await db.rows('update users set password_hash = $2 where id = $1', [id, other]);
      const signingIn = login('changing@example.test');
      // It has verified the old password and now waits for this change.
      await someoneWaits(test.owner, 1, 'update users set last_login_at%');
      return { signingIn };
    });
    expect((await answer.signingIn).status).toBe(401);
    expect(await test.owner.rows('select 1 from sessions where user_id = $1', [id])).toEqual([]);
  });

  it('keeps only the hash of the token', async () => {
    await createUser(test.owner, { email: 'hashed@example.test', passwordHash });
    const { token } = (await login('hashed@example.test')).body.data;
    const sessions = await test.owner.rows<{ token_hash: Buffer }>(
      'select token_hash from sessions',
    );
    expect(sessions.some((row) => row.token_hash.equals(hashToken(token)))).toBe(true);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('puts administrator roles first', async () => {
    await createUser(test.owner, {
      email: 'two-hats@example.test',
      passwordHash,
      isStaff: true,
      roles: ['client_user', 'Admin'],
    });
    expect((await login('two-hats@example.test')).body.data.user.role).toBe('Admin');
  });

  it('answers an unknown email and a wrong password alike', async () => {
    await createUser(test.owner, { email: 'known@example.test', passwordHash });
    const wrong = await login('known@example.test', 'wrong-password');
    const unknown = await login('nobody@example.test', 'wrong-password');
    expect(wrong.status).toBe(401);
    expect(wrong.body.errors).toEqual(['Invalid email or password']);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it('reports an inactive user only after the right password', async () => {
    await createUser(test.owner, { email: 'off@example.test', passwordHash, isActive: false });
    const right = await login('off@example.test');
    expect(right.status).toBe(401);
    expect(right.body.errors).toEqual(['Your account is inactive. Contact your administrator.']);
    expect((await login('off@example.test', 'wrong-password')).body.errors).toEqual([
      'Invalid email or password',
    ]);
  });

  it.each([
    [{ email: '', password: '' }, ['Email is required', 'Password is required']],
    [{ email: 'a b@c.d', password: 'secret-1' }, ['Please enter a valid email address']],
    [{ email: 'a@b.c', password: '12345' }, ['Password must be at least 6 characters']],
    [{ email: 'a@b.c', password: 'x'.repeat(101) }, ['Password must be less than 100 characters']],
    [{ email: 'a@b.c', password: 'secret-1', admin: true }, ['Unknown field: admin']],
    [{ email: ['a@b.c'], password: 'secret-1' }, ['Email must be text']],
  ])('refuses %j', async (body, errors) => {
    const answer = await test.call(null, 'POST', '/Auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(errors);
  });

  it('names some of many unknown fields', async () => {
    const keys = Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n] as const);
    const body = { email: 'a@b.c', password: 'secret-1', ...Object.fromEntries(keys) };
    const answer = await test.call(null, 'POST', '/Auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(21);
    expect(answer.body.errors?.at(-1)).toBe('And 4980 more unknown fields');
  });

  it('throttles password guessing and says how long to wait', async () => {
    await createUser(test.owner, { email: 'target@example.test', passwordHash });
    for (let n = 0; n < 5; n++)
      expect((await login('target@example.test', 'guess-it')).status).toBe(401);
    const throttled = await login('TARGET@example.test');
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    await test.owner.rows('update throttles set spent_until = now()');
    expect((await login('target@example.test')).status).toBe(200);
    const log = await test.owner.rows<{ details: { code: string } }>(
      "select details from audit_log where details->>'email' = 'target@example.test' and result = 'refused'",
    );
    expect(log.map(({ details }) => details.code)).toContain('too_many_requests');
  });

  it('counts concurrent guesses like consecutive ones', async () => {
    await createUser(test.owner, { email: 'crowd@example.test', passwordHash });
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => login('crowd@example.test', 'guess-it')),
    );
    const seen = guesses.map((guess) => guess.status).sort();
    expect(seen.filter((status) => status === 401)).toHaveLength(5);
    expect(seen.filter((status) => status === 429)).toHaveLength(15);
  });

  it('counts every spelling of an email as one account', async () => {
    await createUser(test.owner, { email: 'admin@example.test', passwordHash });
    for (let n = 0; n < 5; n++) await login('admin@example.test', 'guess-it');
    // U+0130 becomes "i" with a dot above in JavaScript and may be a plain "i" to the database.
    expect((await login('adm\u0130n@example.test')).status).not.toBe(200);
  });

  it('deletes expired failures and sessions', async () => {
    await createUser(test.owner, { email: 'tidy@example.test', passwordHash });
    const id = await createUser(test.owner, {});
    await test.owner.rows(
      `insert into throttles (key, spent_until)
       values ('sign-in:account:long-ago', now() - interval '2 minutes')`,
    );
    await test.owner.rows(
      "insert into sessions (token_hash, user_id, expires_at) values ('\\x01', $1, now())",
      [id],
    );
    await login('nobody@example.test', 'guess-it');
    await login('tidy@example.test');
    expect(await test.owner.rows("select 1 from throttles where key like '%long-ago'")).toEqual([]);
    expect(await test.owner.rows("select 1 from sessions where token_hash = '\\x01'")).toEqual([]);
  });

  it('rehashes an old hash at sign-in', async () => {
    const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const id = await createUser(test.owner, { email: 'old@example.test', passwordHash: weak });
    expect((await login('old@example.test')).status).toBe(200);
    const row = await test.owner.row<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [id],
    );
    expect(row?.password_hash).toContain('m=19456,t=2,p=1');
    expect((await login('old@example.test')).status).toBe(200);
  });
});

describe('session', () => {
  const ping = (actor: Awaited<ReturnType<typeof signIn>>) =>
    test.call(actor, 'GET', `/User/${actor.userId}`);

  it('sign-out ends its own session only', async () => {
    const member = await createMember(test.owner);
    const elsewhere = await signIn(test.owner, member.userId, member.companyId);
    expect((await test.call(member, 'POST', '/Auth/logout')).status).toBe(200);
    const after = await ping(member);
    expect(after.status).toBe(401);
    expect(after.body).toMatchObject({ code: 'session_ended', success: false });
    expect((await ping(elsewhere)).status).toBe(200);
  });

  it.each([
    ['update sessions set expires_at = now() where user_id = $1'],
    ["update sessions set last_seen_at = now() - interval '3 hours' where user_id = $1"],
    ['update users set is_active = false where id = $1'],
    ['update users set deleted_at = now() where id = $1'],
    [
      'update companies set archived_at = now() where id = (select company_id from users where id = $1)',
    ],
  ])('a session stops at the next request after: %s', async (sql) => {
    const member = await createMember(test.owner);
    expect((await ping(member)).status).toBe(200);
    await test.owner.rows(sql, [member.userId]);
    expect((await ping(member)).status).toBe(401);
  });

  it('a session follows the current roles', async () => {
    const viewer = await createMember(test.owner, { role: 'client_user' });
    const colleague = await createUser(test.owner, { companyId: viewer.companyId ?? '' });
    expect((await test.call(viewer, 'GET', `/User/${colleague}`)).status).toBe(200);
    await test.owner.rows('delete from user_roles where user_id = $1', [viewer.userId]);
    expect((await test.call(viewer, 'GET', `/User/${colleague}`)).status).toBe(403);
    expect((await ping(viewer)).status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer nonsense', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`])(
    'refuses the authorization header %j',
    async (authorization) => {
      const answer = await test.app.inject({ url: '/api/Company', headers: { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ success: false, data: null });
    },
  );

  it('never makes a company user staff, whatever the role name', async () => {
    const member = await createMember(test.owner);
    for (const role of ['SuperAdmin', 'Admin']) {
      await test.owner.rows(
        'insert into user_roles (user_id, role_id) select $1, id from roles where name = $2',
        [member.userId, role],
      );
    }
    expect((await test.call(member, 'GET', '/Company')).status).toBe(403);
    await test.owner.rows('update users set is_staff = true where id = $1', [member.userId]);
    expect((await test.call(member, 'GET', '/Company')).status).toBe(403);
  });
});
