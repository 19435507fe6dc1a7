import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, codeOf, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { hashToken } from '../security/tokens.ts';

let test: TestApp;
let mine: WithApp;
let email: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  const actor = await createMember(test.owner);
  email = await emailOf(actor);
  mine = await addApp(test, actor);
});

const emailOf = async ({ userId }: TestActor) =>
  (await test.owner.row<{ email: string }>('select email from users where id = $1', [userId]))
    ?.email ?? '';
const login = (deviceToken?: string, password = factoryPassword) =>
  test.call(null, 'POST', '/Auth/login', { email, password, ...(deviceToken && { deviceToken }) });
const answer = (challenge: string, code: string, more: object = {}) =>
  test.call(null, 'POST', '/Auth/factor', { challenge, code, ...more });
const challenge = async (deviceToken?: string): Promise<string> =>
  (await login(deviceToken)).body.data.challenge;
/** Signs in with both steps. */
async function signInWhole(more: object = {}) {
  const reply = await answer(await challenge(), await nextCode(test, mine), more);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
const mailsOf = async () =>
  (
    await test.owner.rows<{ kind: string }>(
      "select kind from mails where user_id = $1 and kind <> 'factor-added' order by kind",
      [mine.actor.userId],
    )
  ).map(({ kind }) => kind);
const logOf = (action: string) =>
  test.owner.rows<{ result: string; details: object }>(
    `select result, details - 'email' as details from audit_log
     where (actor_id = $1 or subject_id = $1) and action = $2 order by id`,
    [mine.actor.userId, action],
  );

describe('the password of somebody with a second factor', () => {
  it('gives a challenge and no session, which a code of the app finishes', async () => {
    const first = await login();
    expect(first.status).toBe(200);
    expect(Object.keys(first.body.data).sort()).toEqual([
      'challenge',
      'expiresAt',
      'hasApp',
      'passkey',
    ]);
    expect((await login(undefined, 'Wrong-horse-9')).status).toBe(401);
    const reply = await answer(first.body.data.challenge, await nextCode(test, mine));
    expect(reply.status, reply.text).toBe(200);
    const { token, user, deviceToken } = reply.body.data;
    expect(user).toMatchObject({ id: mine.actor.userId, mustSetUpFactor: false });
    expect(deviceToken).toMatch(/^sente_device_/);
    const session = { ...mine.actor, token };
    expect((await test.call(session, 'GET', `/User/${user.id}`)).status).toBe(200);
    expect(await logOf('auth.login')).toEqual([
      { result: 'refused', details: { code: 'sign_in_failed' } },
      { result: 'done', details: { factor: 'app' } },
    ]);
  });

  it('stores the hash of the challenge only', async () => {
    const token = await challenge();
    const stored = await test.owner.rows(
      "select encode(token_hash, 'escape') as text from factor_challenges",
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('accepts each recovery code once, and tells the owner', async () => {
    const [code = ''] = mine.recoveryCodes;
    expect((await answer(await challenge(), ` ${code.toLowerCase()} `)).status).toBe(200);
    expect((await answer(await challenge(), code)).status).toBe(401);
    const { recoveryCodesLeft } = (
      await test.call(mine.actor, 'GET', `/User/${mine.actor.userId}/factors`)
    ).body.data;
    expect(recoveryCodesLeft).toBe(9);
    expect(await mailsOf()).toContain('recovery-code-used');
  });
});

describe('a challenge', () => {
  it('is used once, also by answers that arrive together', async () => {
    const token = await challenge();
    const codes = mine.recoveryCodes.slice(0, 3);
    const answers = await Promise.all(codes.map((code) => answer(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await answer(token, mine.recoveryCodes[4] ?? '')).status).toBe(410);
    // The codes of the others were not used up.
    const left = await test.owner.rows(
      'select 1 from recovery_codes where user_id = $1 and used_at is null',
      [mine.actor.userId],
    );
    expect(left).toHaveLength(9);
  });

  it('does not accept a code that was accepted before', async () => {
    const code = await nextCode(test, mine);
    expect((await answer(await challenge(), code)).status).toBe(200);
    expect((await answer(await challenge(), code)).status).toBe(401);
  });

  it('ends after five minutes', async () => {
    const token = await challenge();
    await test.owner.rows('update factor_challenges set expires_at = now() where user_id = $1', [
      mine.actor.userId,
    ]);
    expect((await answer(token, await nextCode(test, mine))).status).toBe(410);
    // The next one removes it.
    await challenge();
    const old = await test.owner.rows('select 1 from factor_challenges where expires_at <= now()');
    expect(old).toHaveLength(0);
  });

  it('ends after five wrong codes; the owner is told that somebody knows the password', async () => {
    const token = await challenge();
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => answer(token, `00000${n}`)),
    );
    const seen = guesses.map(({ status }) => status).sort();
    expect(seen).toEqual([401, 401, 401, 401, 401, 410, 410, 410]);
    expect((await answer(token, await nextCode(test, mine))).status).toBe(410);
    expect(await mailsOf()).toEqual(['wrong-codes']);
    // The first; how many followed is written an hour later.
    expect(await logOf('secondStep.answer')).toEqual([
      { result: 'refused', details: { code: 'factor_failed' } },
    ]);
  });

  it('is worth nothing after the password was changed, or for somebody who was deactivated', async () => {
    const [first, second] = [await challenge(), await challenge()];
    const { userId } = mine.actor;
    await test.owner.rows('update users set is_active = false where id = $1', [userId]);
    expect((await answer(first, await nextCode(test, mine))).status).toBe(410);
    await test.owner.rows(
      "update users set is_active = true, password_hash = password_hash || 'x' where id = $1",
      [userId],
    );
    expect((await answer(second, await nextCode(test, mine))).status).toBe(410);
    // And costs none of the tries of the challenges that follow.
    const taken = 'select key from throttles where key = $1 and spent_until > now()';
    expect(await test.owner.rows(taken, [`factor:account:${userId}`])).toEqual([]);
  });
});

it('counts the wrong codes of a person over all challenges', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await answer(await challenge(), '000000')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const throttled = await answer(await challenge(), await nextCode(test, mine));
  expect(throttled.body.message).toMatch(/^Too many wrong codes/);
  expect((await logOf('secondStep.answer')).at(-1)).toEqual({
    result: 'refused',
    details: { code: 'too_many_requests' },
  });
  // What cannot be guessed is not kept out.
  const [recovery = ''] = mine.recoveryCodes;
  expect((await answer(await challenge(), recovery)).status).toBe(200);
});

it('tells the owner after five wrong codes in whatever challenges, once a day', async () => {
  for (let n = 0; n < 4; n++) await answer(await challenge(), '000000');
  expect(await mailsOf()).toEqual([]);
  await answer(await challenge(), '000000');
  expect(await mailsOf()).toEqual(['wrong-codes']);
  await answer(await challenge(), '000000');
  expect(await mailsOf()).toEqual(['wrong-codes']);
  await test.owner.rows(
    "update throttles set spent_until = spent_until - interval '1 day' where key like 'told:%'",
  );
  await answer(await challenge(), '000000');
  expect(await mailsOf()).toEqual(['wrong-codes', 'wrong-codes']);
});

it('all browsers of the person together have a budget of wrong codes', async () => {
  const { deviceToken } = await signInWhole();
  await answer(await challenge(deviceToken), '000000', { deviceToken });
  await test.owner.rows(
    "update throttles set spent_until = now() + interval '25 hours' where key = $1",
    [`factor:devices:${mine.actor.userId}`],
  );
  const other = await signInWhole();
  const more = { deviceToken: other.deviceToken };
  const refused = await answer(await challenge(other.deviceToken), '000000', more);
  expect(refused.status).toBe(429);
});

it('a browser of the person is not kept out by wrong codes of others', async () => {
  const { deviceToken } = await signInWhole();
  for (let n = 0; n < 11; n++) await answer(await challenge(), '000000');
  const token = await challenge(deviceToken);
  const reply = await answer(token, await nextCode(test, mine), { deviceToken });
  expect(reply.status, reply.text).toBe(200);
});

describe('a trusted browser', () => {
  const trusted = () => signInWhole({ trustDevice: true });
  const needsCode = async (deviceToken: string) =>
    'challenge' in (await login(deviceToken)).body.data;

  it('signs in without a code for 30 days; others need one', async () => {
    const { deviceToken, token } = await trusted();
    expect(await needsCode(deviceToken)).toBe(false);
    expect((await logOf('auth.login')).at(-1)?.details).toEqual({ factor: 'trusted browser' });
    expect(await needsCode('sente_device_planted')).toBe(true);
    const state = await test.call(
      { ...mine.actor, token },
      'GET',
      `/User/${mine.actor.userId}/factors`,
    );
    expect(state.body.data.trustedDevices).toBe(1);
    await test.owner.rows(
      "update devices set trusted_until = trusted_until - interval '30 days' where user_id = $1",
      [mine.actor.userId],
    );
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('is not every browser that signed in', async () => {
    const { deviceToken } = await signInWhole();
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('needs a code again once the person forgets it', async () => {
    const { deviceToken, token } = await trusted();
    const path = `/User/${mine.actor.userId}/factors/trusted-devices`;
    const forgotten = await test.call({ ...mine.actor, token }, 'DELETE', path);
    expect(forgotten.body.data).toEqual({ forgotten: 1 });
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('needs a code again after another app was set up', async () => {
    const { deviceToken, token } = await trusted();
    const actor = { ...mine.actor, token };
    const path = `/User/${actor.userId}/factors/app`;
    const proof = { currentPassword: factoryPassword, code: await nextCode(test, mine) };
    const { secret } = (await test.call(actor, 'POST', path, proof)).body.data;
    await test.call(actor, 'POST', `${path}/confirm`, { code: codeOf(secret) });
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('does not stand for the factor when another one is added', async () => {
    const { deviceToken } = await trusted();
    const { token } = (await login(deviceToken)).body.data;
    const actor = { ...mine.actor, token };
    const path = `/User/${actor.userId}/factors`;
    expect((await test.call(actor, 'GET', path)).body.data.needsCode).toBe(true);
    const proof = { currentPassword: factoryPassword };
    const begin = (body: object) => test.call(actor, 'POST', `${path}/passkeys/options`, body);
    expect((await begin(proof)).body.fields).toHaveProperty('code');
    const [code] = mine.recoveryCodes;
    expect((await begin({ ...proof, code })).status).toBe(200);
  });

  it.each([
    ['all others are ended', (path: string) => path],
    ['one is ended', (path: string, id: string) => `${path}/${id}`],
  ])('needs a code again after sessions were ended: %s', async (_what, pathOf) => {
    const { deviceToken } = await trusted();
    const { token } = await signInWhole();
    const actor = { ...mine.actor, token };
    const path = `/User/${actor.userId}/sessions`;
    const sessions = (await test.call(actor, 'GET', path)).body.data;
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const ended = await test.call(actor, 'DELETE', pathOf(path, id));
    expect(ended.status, ended.text).toBe(200);
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('stays trusted if the session of another browser was ended', async () => {
    const { deviceToken } = await trusted();
    const lost = await trusted();
    const actor = { ...mine.actor, token: (await login(deviceToken)).body.data.token };
    const path = `/User/${actor.userId}/sessions`;
    const ended = await test.owner.row<{ id: string }>(
      'select id from sessions where token_hash = $1',
      [hashToken(lost.token)],
    );
    expect((await test.call(actor, 'DELETE', `${path}/${ended?.id}`)).status).toBe(200);
    expect([await needsCode(deviceToken), await needsCode(lost.deviceToken)]).toEqual([
      false,
      true,
    ]);
  });

  it('needs a code again if the browser of the ended session is not known', async () => {
    const { deviceToken, token } = await trusted();
    const actor = { ...mine.actor, token: (await login(deviceToken)).body.data.token };
    const former = await test.owner.row<{ id: string }>(
      'update sessions set device_hash = null where token_hash = $1 returning id',
      [hashToken(token)],
    );
    await test.call(actor, 'DELETE', `/User/${actor.userId}/sessions/${former?.id}`);
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('needs a code again after an administrator ended the sessions', async () => {
    const { deviceToken } = await trusted();
    const companyId = mine.actor.companyId ?? '';
    const admin = await createMember(test.owner, { companyId });
    await test.call(admin, 'DELETE', `/User/${mine.actor.userId}/sessions`);
    expect(await needsCode(deviceToken)).toBe(true);
  });

  it('needs a code again after the password was changed', async () => {
    const { deviceToken, token } = await trusted();
    const newPassword = 'Rolex-with-tea-5';
    await test.call({ ...mine.actor, token }, 'PUT', `/User/${mine.actor.userId}/change-password`, {
      currentPassword: factoryPassword,
      newPassword,
      confirmNewPassword: newPassword,
    });
    expect(Object.keys((await login(deviceToken, newPassword)).body.data)).toContain('challenge');
  });
});
