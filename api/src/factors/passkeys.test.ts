import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addPasskey } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { createSoftKey, type SoftKey } from '../../test/passkeys.ts';

let test: TestApp;
let me: TestActor;
let email: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  me = await createMember(test.owner);
  const row = await test.owner.row<{ email: string }>('select email from users where id = $1', [
    me.userId,
  ]);
  email = row?.email ?? '';
});

const currentPassword = factoryPassword;
const pathOf = ({ userId }: TestActor) => `/User/${userId}/factors/passkeys`;
const start = async (actor: TestActor) =>
  (await test.call(actor, 'POST', `${pathOf(actor)}/options`, { currentPassword })).body.data;
const add = (actor: TestActor, body: object) => test.call(actor, 'POST', pathOf(actor), body);

const addKey = (actor: TestActor, key: SoftKey, name?: string) =>
  addPasskey(test, actor, key, name);
const stateOf = async (actor: TestActor) =>
  (await test.call(actor, 'GET', `/User/${actor.userId}/factors`)).body.data;
const login = async () =>
  (await test.call(null, 'POST', '/Auth/login', { email, password: currentPassword })).body.data;
const begin = async () => (await test.call(null, 'POST', '/Auth/passkey')).body.data;
const answer = (body: object) => test.call(null, 'POST', '/Auth/factor', body);

describe('adding a passkey', () => {
  it('names it, gives recovery codes with the first one, and tells the owner', async () => {
    const { options } = await start(me);
    expect(options.rp).toEqual({ id: 'portal.example.test', name: 'Sente' });
    const { actor, recoveryCodes } = await addKey(me, createSoftKey());
    expect(recoveryCodes).toHaveLength(10);
    expect((await test.call(me, 'GET', `/User/${me.userId}`)).status).toBe(401);
    const second = await addKey(actor, createSoftKey(), 'My laptop');
    expect(second.recoveryCodes).toBeNull();
    const state = await stateOf(second.actor);
    expect(state.passkeys.map(({ name }: { name: string }) => name)).toEqual([
      'My phone',
      'My laptop',
    ]);
    const mails = await test.owner.rows('select kind from mails where user_id = $1', [me.userId]);
    expect(mails).toEqual([{ kind: 'factor-added' }, { kind: 'factor-added' }]);
  });

  it('needs the present factor, unless it was shown a moment ago', async () => {
    const { actor, recoveryCodes } = await addKey(me, createSoftKey());
    expect((await stateOf(actor)).needsCode).toBe(false);
    await test.owner.rows(
      "update sessions set factor_at = now() - interval '11 minutes' where user_id = $1",
      [actor.userId],
    );
    expect((await stateOf(actor)).needsCode).toBe(true);
    const passkeyPath = `${pathOf(actor)}/options`;
    const appPath = `/User/${actor.userId}/factors/app`;
    for (const [n, path] of [passkeyPath, appPath].entries()) {
      const refused = await test.call(actor, 'POST', path, { currentPassword });
      expect(refused.body.fields).toEqual({ code: 'Enter a code of your second factor' });
      const proof = { currentPassword, code: recoveryCodes[n] };
      expect((await test.call(actor, 'POST', path, proof)).status).toBe(200);
    }
  });

  it('accepts an answer to its own challenge once, of this site only', async () => {
    const key = createSoftKey();
    const name = 'My phone';
    const first = await start(me);
    const elsewhere = key.create({
      challenge: first.options.challenge,
      origin: 'https://portal.example.test.evil.test',
    });
    expect((await add(me, { challenge: first.challenge, name, passkey: elsewhere })).status).toBe(
      400,
    );
    // It was used up.
    const passkey = key.create({ challenge: first.options.challenge });
    expect((await add(me, { challenge: first.challenge, name, passkey })).status).toBe(410);
    const second = await start(me);
    expect((await add(me, { challenge: second.challenge, name, passkey })).status).toBe(400);
    expect((await stateOf(me)).passkeys).toEqual([]);
  });

  it('is not done for somebody else, nor twice', async () => {
    const key = createSoftKey();
    const { actor } = await addKey(me, key);
    const again = await start(actor);
    expect(again.options.excludeCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ]);
    const passkey = key.create({ challenge: again.options.challenge });
    const body = { challenge: again.challenge, name: 'Again', passkey };
    const other = await createMember(test.owner);
    expect((await add(other, body)).status).toBe(410);
    expect((await add(actor, body)).body.message).toBe('This passkey was added already');
  });
});

describe('a passkey as the second factor', () => {
  it('finishes a sign-in after the password', async () => {
    const key = createSoftKey();
    await addKey(me, key);
    const { challenge, passkey: options, hasApp } = await login();
    expect(hasApp).toBe(false);
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    // A touch is enough: the password was typed before.
    const passkey = key.answer({ challenge: options.challenge, isVerified: false });
    const reply = await answer({ challenge, passkey });
    expect(reply.status, reply.text).toBe(200);
    const log = await test.owner.row<{ details: object }>(
      "select details from audit_log where actor_id = $1 and action = 'auth.login' order by id desc limit 1",
      [me.userId],
    );
    expect(log?.details).toEqual({ factor: 'passkey' });
    expect((await answer({ challenge, passkey })).status).toBe(410);
  });

  it('refuses another challenge, another key, a copy and another site', async () => {
    const [key, other] = [createSoftKey(), createSoftKey()];
    await addKey(me, key);
    await addKey(await createMember(test.owner), other);
    const { challenge, passkey: options } = await login();
    const refused = async (passkey: object) => (await answer({ challenge, passkey })).status;
    expect(await refused(key.answer({ challenge: 'bm90IHRoaXMgb25l' }))).toBe(401);
    expect(await refused(other.answer({ challenge: options.challenge }))).toBe(401);
    expect(await refused({ ...other.answer({ challenge: options.challenge }), id: key.id })).toBe(
      401,
    );
    const evil = { challenge: options.challenge, origin: 'https://evil.test' };
    expect(await refused(key.answer(evil))).toBe(401);
    await test.owner.rows('update passkeys set counter = 100 where user_id = $1', [me.userId]);
    expect(await refused(key.answer({ challenge: options.challenge, counter: 100 }))).toBe(401);
    expect(await refused(key.answer({ challenge: options.challenge, counter: 101 }))).toBe(410);
  });

  it('can be replaced by a recovery code', async () => {
    const { recoveryCodes } = await addKey(me, createSoftKey());
    const { challenge } = await login();
    expect((await answer({ challenge, code: recoveryCodes[0] })).status).toBe(200);
  });
});

describe('a passkey without a password', () => {
  it('signs in, with a finger or a PIN only', async () => {
    const key = createSoftKey();
    await addKey(me, key);
    const first = await begin();
    expect(first.options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const touched = key.answer({ challenge: first.options.challenge, isVerified: false });
    expect((await answer({ challenge: first.challenge, passkey: touched })).status).toBe(401);
    const passkey = key.answer({ challenge: first.options.challenge });
    const reply = await answer({ challenge: first.challenge, passkey });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data.user.id).toBe(me.userId);
    expect((await answer({ challenge: first.challenge, passkey })).status).toBe(410);
  });

  it('refuses a passkey that nobody has, a code, and somebody who is inactive', async () => {
    const key = createSoftKey();
    const { recoveryCodes } = await addKey(me, key);
    const { challenge, options } = await begin();
    const stranger = createSoftKey().answer({ challenge: options.challenge });
    expect((await answer({ challenge, passkey: stranger })).status).toBe(401);
    expect((await answer({ challenge, code: recoveryCodes[0] })).status).toBe(401);
    await test.owner.rows('update users set is_active = false where id = $1', [me.userId]);
    const passkey = key.answer({ challenge: options.challenge });
    expect((await answer({ challenge, passkey })).status).toBe(401);
  });

  it('cannot be begun without end', async () => {
    await begin();
    await test.owner.rows(
      "update throttles set spent_until = now() + interval '1 hour' where key like 'passkey:%'",
    );
    const refused = await test.call(null, 'POST', '/Auth/passkey');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a passkey that proves a change', () => {
  const ask = async (actor: TestActor) =>
    (await test.call(actor, 'POST', `${pathOf(actor)}/challenge`)).body.data;
  const renew = (
    actor: TestActor,
    passkey: object,
    password: string | undefined = currentPassword,
  ) =>
    test.call(actor, 'POST', `/User/${actor.userId}/factors/recovery-codes`, {
      currentPassword: password,
      passkey,
    });

  it('is accepted instead of a code, once, with the password', async () => {
    const key = createSoftKey();
    const { actor } = await addKey(me, key);
    const { challenge, options } = await ask(actor);
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    // A touch is enough beside the password.
    const passkey = {
      challenge,
      answer: key.answer({ challenge: options.challenge, isVerified: false }),
    };
    expect((await renew(actor, passkey, 'Not-the-one-1')).body.fields).toHaveProperty(
      'currentPassword',
    );
    const renewed = await renew(actor, passkey);
    expect(renewed.status, renewed.text).toBe(200);
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    // The token is renewed, and the challenge is used up.
    expect((await test.call(actor, 'GET', `/User/${me.userId}`)).status).toBe(401);
    const after = { ...actor, token: renewed.body.data.token };
    const again = await renew(after, passkey);
    expect(again.body.fields).toEqual({
      passkey: 'The passkey did not answer as expected. Try again.',
    });
  });

  it('adds another factor, and removes the passkey itself', async () => {
    const key = createSoftKey();
    const { actor } = await addKey(me, key);
    await test.owner.rows(
      "update sessions set factor_at = now() - interval '11 minutes' where user_id = $1",
      [actor.userId],
    );
    const shown = async () => {
      const { challenge, options } = await ask(actor);
      return { challenge, answer: key.answer({ challenge: options.challenge }) };
    };
    const path = `/User/${actor.userId}/factors/app`;
    const started = await test.call(actor, 'POST', path, {
      currentPassword,
      passkey: await shown(),
    });
    expect(started.status, started.text).toBe(200);
    const [{ id }] = (await stateOf(actor)).passkeys;
    const removed = await test.call(actor, 'POST', `${pathOf(actor)}/${id}/remove`, {
      currentPassword,
      passkey: await shown(),
    });
    expect(removed.status, removed.text).toBe(200);
  });

  it('is that of the person, and its challenge signs nobody in', async () => {
    const [key, other] = [createSoftKey(), createSoftKey()];
    const { actor } = await addKey(me, key);
    const stranger = await addKey(await createMember(test.owner), other);
    const mine = await ask(actor);
    const foreign = { challenge: mine.challenge, answer: other.answer(mine.options) };
    expect((await renew(actor, foreign)).status).toBe(400);
    const theirs = await ask(stranger.actor);
    const passkey = { challenge: theirs.challenge, answer: key.answer(theirs.options) };
    expect((await renew(actor, passkey)).status).toBe(400);
    const { challenge, options } = await ask(actor);
    expect((await answer({ challenge, passkey: key.answer(options) })).status).toBe(410);
    const signIn = await begin();
    const wrong = { challenge: signIn.challenge, answer: key.answer(signIn.options) };
    expect((await renew(actor, wrong)).status).toBe(400);
    const refused = await test.owner.rows(
      "select 1 from audit_log where actor_id = $1 and action = 'factors.renewCodes' and result = 'refused'",
      [me.userId],
    );
    expect(refused).toHaveLength(3);
  });

  it('is not asked for without one', async () => {
    const refused = await test.call(me, 'POST', `${pathOf(me)}/challenge`);
    expect([refused.status, refused.body.message]).toEqual([409, 'You have no passkey']);
  });
});

describe('removing a passkey', () => {
  it('leaves one that is required, also if two are removed together', async () => {
    const first = await addKey(me, createSoftKey());
    const { actor } = await addKey(first.actor, createSoftKey(), 'My laptop');
    await test.owner.rows('update companies set people_need_factor = true where id = $1', [
      me.companyId,
    ]);
    const { passkeys } = await stateOf(actor);
    const answers = await Promise.all(
      passkeys.map(({ id }: { id: string }, n: number) =>
        test.call(actor, 'POST', `${pathOf(actor)}/${id}/remove`, {
          currentPassword,
          code: first.recoveryCodes[n],
        }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const left = await test.owner.rows('select 1 from passkeys where user_id = $1', [me.userId]);
    expect(left).toHaveLength(1);
  });

  it('needs the password and a recovery code, and ends with the last factor', async () => {
    const { actor, recoveryCodes } = await addKey(me, createSoftKey());
    const [{ id }] = (await stateOf(actor)).passkeys;
    const remove = (body: object, passkeyId = id) =>
      test.call(actor, 'POST', `${pathOf(actor)}/${passkeyId}/remove`, body);
    expect((await remove({ currentPassword })).body.fields).toHaveProperty('code');
    const [first, second] = recoveryCodes;
    const unknown = await remove({ currentPassword, code: first }, me.userId);
    expect(unknown.status).toBe(404);
    const removed = await remove({ currentPassword, code: second });
    expect(removed.status, removed.text).toBe(200);
    const after = { ...actor, token: removed.body.data.token };
    expect(await stateOf(after)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await login()).toHaveProperty('token');
  });
});
