import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, addPasskey, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { createSoftKey } from '../../test/passkeys.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

const chosen = 'Rolex-with-tea-5';

interface Given {
  readonly isTemporary: boolean;
  readonly factors: 'none' | 'app' | 'passkey' | 'app and passkey';
  readonly isRequired?: boolean;
}

async function createPerson({ isTemporary, factors, isRequired = false }: Given) {
  let actor = await createMember(test.owner);
  const key = createSoftKey();
  let app: WithApp | null = null;
  if (factors.startsWith('app')) {
    app = await addApp(test, actor);
    ({ actor } = app);
  }
  if (factors.endsWith('passkey')) ({ actor } = await addPasskey(test, actor, key));
  await test.owner.rows('update users set is_password_temporary = $2 where id = $1', [
    actor.userId,
    isTemporary,
  ]);
  await test.owner.rows('update companies set people_need_factor = $2 where id = $1', [
    actor.companyId,
    isRequired,
  ]);
  const row = await test.owner.row<{ email: string }>('select email from users where id = $1', [
    actor.userId,
  ]);
  const email = row?.email ?? '';

  const answer = async (body: object) => {
    const reply = await test.call(null, 'POST', '/Auth/factor', body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body.data;
  };
  return {
    actor,
    email,
    async byPassword(password = factoryPassword) {
      const { data } = (await test.call(null, 'POST', '/Auth/login', { email, password })).body;
      if (data.token) return data;
      const { challenge, passkey } = data;
      if (app) return answer({ challenge, code: await nextCode(test, app) });
      return answer({ challenge, passkey: key.answer(passkey) });
    },
    async byPasskey() {
      const { challenge, options } = (await test.call(null, 'POST', '/Auth/passkey')).body.data;
      return answer({ challenge, passkey: key.answer(options) });
    },
  };
}

const change = (actor: TestActor, fields: object = {}) =>
  test.call(actor, 'PUT', `/User/${actor.userId}/change-password`, {
    newPassword: chosen,
    confirmNewPassword: chosen,
    ...fields,
  });
const works = async (actor: TestActor) =>
  (await test.call(actor, 'GET', `/User/${actor.userId}`)).status === 200;

const yesNo = [true, false];
const combinations = yesNo.flatMap((isTemporary) =>
  (['none', 'app', 'passkey', 'app and passkey'] as const).flatMap((factors) =>
    yesNo.flatMap((isRequired) =>
      (['password', 'passkey'] as const)
        .filter((by) => by === 'password' || factors.endsWith('passkey'))
        .map((by) => ({ isTemporary, factors, isRequired, by })),
    ),
  ),
);

describe('every way in ends in a session that works', () => {
  it.each(combinations)(
    'temporary password: $isTemporary, has: $factors, required: $isRequired, by $by',
    async ({ by, ...given }) => {
      const person = await createPerson(given);
      const { token, user } =
        by === 'password' ? await person.byPassword() : await person.byPasskey();
      let actor = { ...person.actor, token };
      expect(user.mustChangePassword).toBe(given.isTemporary);
      expect(user.mustSetUpFactor).toBe(given.isRequired && given.factors === 'none');
      expect(await works(actor)).toBe(!user.mustChangePassword && !user.mustSetUpFactor);
      if (user.mustChangePassword) {
        // Whoever came with a passkey may not know what somebody else typed.
        const fields = user.cameWithPasskey ? {} : { currentPassword: factoryPassword };
        const changed = await change(actor, fields);
        expect(changed.status, changed.text).toBe(200);
        actor = { ...actor, token: changed.body.data.token };
      }
      const password = user.mustChangePassword ? chosen : factoryPassword;
      if (user.mustSetUpFactor) ({ actor } = await addApp(test, actor, password));
      expect(await works(actor)).toBe(true);
      if (given.factors !== 'none' || !given.isRequired) {
        const again = await person.byPassword(password);
        expect(again.user).toMatchObject({ mustChangePassword: false, mustSetUpFactor: false });
      }
    },
  );
});

describe('a temporary password', () => {
  const temporary = { isTemporary: true, factors: 'passkey' } as const;

  it('is asked of whoever did not show a factor, or long ago', async () => {
    const without = await createPerson({ isTemporary: true, factors: 'none' });
    const typed = { ...without.actor, token: (await without.byPassword()).token };
    const message = 'Enter the temporary password, or sign in with your passkey again';
    expect((await change(typed)).body.fields).toEqual({ currentPassword: message });
    const person = await createPerson(temporary);
    const actor = { ...person.actor, token: (await person.byPasskey()).token };
    await test.owner.rows(
      "update sessions set factor_at = now() - interval '11 minutes' where user_id = $1",
      [actor.userId],
    );
    expect((await change(actor)).body.fields).toEqual({ currentPassword: message });
  });

  it('is not chosen again', async () => {
    const person = await createPerson(temporary);
    const actor = { ...person.actor, token: (await person.byPasskey()).token };
    const same = { newPassword: factoryPassword, confirmNewPassword: factoryPassword };
    expect((await change(actor, same)).body.fields).toEqual({
      newPassword: 'Choose a password that differs from the current one',
    });
  });
});

it('an own password is always asked for', async () => {
  const person = await createPerson({ isTemporary: false, factors: 'passkey' });
  const actor = { ...person.actor, token: (await person.byPasskey()).token };
  expect((await change(actor)).body.fields).toEqual({
    currentPassword: 'Current password is required',
  });
});
