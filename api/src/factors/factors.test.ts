import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLoner,
  createMember,
  createStaff,
  signIn,
  type TestActor,
} from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, codeOf, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

const pathOf = ({ userId }: TestActor) => `/User/${userId}/factors`;
const stateOf = async (actor: TestActor) =>
  (await test.call(actor, 'GET', pathOf(actor))).body.data;
const start = (actor: TestActor, body: object = { currentPassword: factoryPassword }) =>
  test.call(actor, 'POST', `${pathOf(actor)}/app`, body);
const confirm = (actor: TestActor, code: string) =>
  test.call(actor, 'POST', `${pathOf(actor)}/app/confirm`, { code });
const remove = (actor: TestActor, body: object) =>
  test.call(actor, 'POST', `${pathOf(actor)}/app/remove`, body);
const grow = (actor: TestActor) =>
  test.owner.rows(
    "update sessions set created_at = now() - interval '11 minutes' where user_id = $1",
    [actor.userId],
  );
const mailsOf = async ({ userId }: TestActor) =>
  (
    await test.owner.rows<{ kind: string }>(
      'select kind from mails where user_id = $1 order by kind',
      [userId],
    )
  ).map(({ kind }) => kind);
const logOf = ({ userId }: TestActor) =>
  test.owner.rows<{ action: string; result: string; details: unknown }>(
    `select action, result, details from audit_log
     where subject_id = $1 and action like 'factors.%' order by id`,
    [userId],
  );

describe('setting up an app', () => {
  it.each([
    ['a company user', () => createMember(test.owner, { role: 'Restricted' })],
    ['staff', () => createStaff(test.owner)],
    ['somebody without a company', () => createLoner(test.owner)],
  ])('works for %s, renews the token and ends the other sessions', async (_who, create) => {
    const actor = await create();
    const elsewhere = await signIn(test.owner, actor.userId, actor.companyId);
    expect(await stateOf(actor)).toEqual({
      app: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      trustedDevices: 0,
      isRequired: false,
      resetId: null,
      needsPassword: false,
      needsCode: false,
    });
    const mine = await addApp(test, actor);
    expect((await test.call(actor, 'GET', pathOf(actor))).status).toBe(401);
    expect((await test.call(elsewhere, 'GET', pathOf(actor))).status).toBe(401);
    expect(await stateOf(mine.actor)).toMatchObject({
      app: { since: expect.any(String) },
      recoveryCodesLeft: 10,
      needsPassword: true,
    });
    expect(new Set(mine.recoveryCodes).size).toBe(10);
    for (const code of mine.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await mailsOf(actor)).toEqual(['factor-added']);
    expect(await logOf(actor)).toEqual([
      { action: 'factors.confirmApp', result: 'done', details: {} },
    ]);
  });

  it('stores neither the secret nor the recovery codes in clear', async () => {
    const { actor, secret, recoveryCodes } = await addApp(test, await createMember(test.owner));
    const stored = JSON.stringify(
      await test.owner.rows(
        `select encode(secret_sealed, 'escape') as text from authenticators where user_id = $1
         union all select encode(code_hash, 'escape') from recovery_codes where user_id = $1`,
        [actor.userId],
      ),
    );
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((c) => c.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(text);
  });

  it('does not count before a code is confirmed', async () => {
    const actor = await createMember(test.owner);
    await start(actor);
    expect((await stateOf(actor)).app).toBeNull();
    const wrong = await confirm(actor, '000000');
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { code: 'This code is not right, or it was used already' },
    ]);
    expect((await stateOf(actor)).app).toBeNull();
    expect(await logOf(actor)).toEqual([
      { action: 'factors.confirmApp', result: 'refused', details: { code: 'validation_failed' } },
    ]);
  });

  it('forgets what was begun a quarter of an hour ago, and what was begun before', async () => {
    const actor = await createMember(test.owner);
    const first = (await start(actor)).body.data.secret;
    const second = (await start(actor)).body.data.secret;
    expect((await confirm(actor, codeOf(first))).status).toBe(400);
    await test.owner.rows(
      "update authenticators set created_at = now() - interval '16 minutes' where user_id = $1",
      [actor.userId],
    );
    expect(await confirm(actor, codeOf(second))).toMatchObject({
      status: 410,
      body: { code: 'challenge_ended', message: 'Begin again: this set-up has ended' },
    });
  });

  it('takes no try for a code that was not looked at, because the set-up had ended', async () => {
    const actor = await createMember(test.owner);
    for (let n = 0; n < 8; n++) expect((await confirm(actor, '123456')).status).toBe(410);
    const { secret } = (await start(actor)).body.data;
    expect((await confirm(actor, codeOf(secret))).status).toBe(200);
  });

  it('needs the password unless the person signed in a moment ago', async () => {
    const actor = await createMember(test.owner);
    expect((await start(actor, {})).status).toBe(200);
    await grow(actor);
    expect((await stateOf(actor)).needsPassword).toBe(true);
    expect((await start(actor, {})).body.fields).toEqual({
      currentPassword: 'Current password is required',
    });
    expect((await start(actor, { currentPassword: 'not this one' })).body.fields).toEqual({
      currentPassword: 'Current password is incorrect',
    });
    expect((await start(actor)).status).toBe(200);
  });

  it('is for oneself only', async () => {
    const [actor, other] = [await createStaff(test.owner), await createMember(test.owner)];
    const path = `/User/${other.userId}/factors/app`;
    expect((await test.call(actor, 'POST', path, {})).status).toBe(404);
    expect((await test.call(actor, 'POST', `${path}/confirm`, { code: '123456' })).status).toBe(
      404,
    );
  });

  it('replaces an app with a code of the former one, and keeps the recovery codes', async () => {
    const mine = await addApp(test, await createMember(test.owner));
    const currentPassword = factoryPassword;
    expect((await start(mine.actor)).body.fields).toHaveProperty('code');
    const code = await nextCode(test, mine);
    const { secret } = (await start(mine.actor, { currentPassword, code })).body.data;
    const answer = await confirm(mine.actor, codeOf(secret));
    expect(answer.body.data.recoveryCodes).toBeNull();
    const after: WithApp = { ...mine, secret, actor: { ...mine.actor, ...answer.body.data } };
    expect((await stateOf(after.actor)).recoveryCodesLeft).toBe(10);
    const stale = await remove(after.actor, { currentPassword, code: codeOf(mine.secret) });
    expect(stale.status).toBe(400);
  });
});

describe('changing it', () => {
  it('needs the password and a code, which is accepted once', async () => {
    const mine = await addApp(test, await createMember(test.owner));
    const currentPassword = factoryPassword;
    expect((await remove(mine.actor, { currentPassword })).body.fields).toHaveProperty('code');
    const code = await nextCode(test, mine);
    expect((await remove(mine.actor, { code })).body.fields).toHaveProperty('currentPassword');
    const renew = (body: object) =>
      test.call(mine.actor, 'POST', `${pathOf(mine.actor)}/recovery-codes`, body);
    const renewed = await renew({ currentPassword, code });
    expect(renewed.status, renewed.text).toBe(200);
    // The token is renewed, as with each change.
    expect((await remove(mine.actor, { currentPassword, code })).status).toBe(401);
    const actor = { ...mine.actor, token: renewed.body.data.token };
    // The same code once more.
    expect((await remove(actor, { currentPassword, code })).status).toBe(400);
    // A recovery code of before does not work any more, one of the new ones does, without dashes.
    const [former = ''] = mine.recoveryCodes;
    const [current = ''] = renewed.body.data.recoveryCodes as string[];
    expect((await remove(actor, { currentPassword, code: former })).status).toBe(400);
    const typed = current.replaceAll('-', '').toLowerCase();
    const removed = await remove(actor, { currentPassword, code: typed });
    expect(removed.status, removed.text).toBe(200);
    const after = { ...mine.actor, ...removed.body.data };
    expect(await stateOf(after)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    expect(await mailsOf(mine.actor)).toEqual([
      'factor-added',
      'factor-removed',
      'recovery-code-used',
      'recovery-codes-renewed',
    ]);
    expect((await remove(after, { currentPassword })).body.message).toBe(
      'You have no second factor',
    );
  });

  it('of two equal codes that arrive together, one is accepted', async () => {
    const mine = await addApp(test, await createMember(test.owner));
    const body = { currentPassword: factoryPassword, code: await nextCode(test, mine) };
    const path = `${pathOf(mine.actor)}/recovery-codes`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call(mine.actor, 'POST', path, body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('refuses a session that tries one code after the other', async () => {
    const mine = await addApp(test, await createMember(test.owner));
    const guess = () => remove(mine.actor, { currentPassword: factoryPassword, code: '000000' });
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(400);
    const throttled = await guess();
    expect(throttled.status).toBe(429);
    expect(throttled.body.message).toMatch(/^Too many wrong codes/);
  });
});

describe('somebody else', () => {
  it('with the permission sees whether there is one, and forgets the trusted browsers', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
    const { actor } = await addApp(test, colleague);
    await test.owner.rows(
      `insert into devices (token_hash, user_id, trusted_until)
       values ('\\x01', $1, now() + interval '1 day'), ('\\x02', $1, now() - interval '1 day')`,
      [actor.userId],
    );
    const path = pathOf(actor);
    expect((await test.call(owner, 'GET', path)).body.data).toMatchObject({
      app: { since: expect.any(String) },
      trustedDevices: 1,
    });
    const forgotten = await test.call(owner, 'DELETE', `${path}/trusted-devices`);
    expect(forgotten.body.data).toEqual({ forgotten: 1 });
    expect((await stateOf(actor)).trustedDevices).toBe(0);
    // Not of somebody who may do more.
    expect((await test.call(actor, 'GET', pathOf(owner))).status).toBe(403);
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'GET', path)).status).toBe(404);
  });
});
