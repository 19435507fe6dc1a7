import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, nextCode } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { builtInRoles } from './built-in-roles.ts';

/* A stolen session of somebody who manages users changes nobody's sign-in and makes no administrator. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

const password = { currentPassword: factoryPassword };
const fieldsOf = ({ body }: { body: { fields?: object } }) => Object.keys(body.fields ?? {});

/** Signed in longer ago than a sign-in counts as proof. */
async function later(actor: TestActor): Promise<TestActor> {
  await test.owner.rows(
    `update sessions set created_at = now() - interval '11 minutes', factor_at = null,
       proved_at = proved_at - interval '11 minutes' where user_id = $1`,
    [actor.userId],
  );
  return actor;
}

async function team(role = 'client_user') {
  const admin = await later(await createMember(test.owner));
  const companyId = admin.companyId ?? '';
  const colleague = await createMember(test.owner, { companyId, role });
  return { admin, colleague, companyId };
}

let next = 0;
const person = (companyId: string, role?: string) => {
  const username = `proved${(next += 1)}`;
  const names = { firstName: 'Amina', lastName: 'Nansubuga', username };
  return { ...names, email: `${username}@example.test`, companyId, ...(role && { roles: [role] }) };
};
async function valuesOf(by: TestActor, { userId }: TestActor) {
  const { data } = (await test.call(by, 'GET', `/User/${userId}`)).body;
  const { firstName, lastName, username, email } = data;
  return { firstName, lastName, username, email };
}

/** Each as somebody who manages users does it, `more` with the proof. */
const acts: Record<string, () => Promise<(more: object) => ReturnType<TestApp['call']>>> = {
  'a new email for somebody else': async () => {
    const { admin, colleague } = await team();
    const values = {
      ...(await valuesOf(admin, colleague)),
      email: `new${(next += 1)}@example.test`,
    };
    return (more) => test.call(admin, 'PUT', `/User/${colleague.userId}`, { ...values, ...more });
  },
  'a password that is typed for somebody': async () => {
    const staff = await later(await createStaff(test.owner));
    const { colleague } = await team();
    const values = { ...(await valuesOf(staff, colleague)), password: 'Rolex-with-tea-5' };
    return (more) => test.call(staff, 'PUT', `/User/${colleague.userId}`, { ...values, ...more });
  },
  'a role of administrators for a colleague': async () => {
    const { admin, colleague } = await team();
    const values = { ...(await valuesOf(admin, colleague)), roles: ['Admin'] };
    return (more) => test.call(admin, 'PUT', `/User/${colleague.userId}`, { ...values, ...more });
  },
  'a password link': async () => {
    const { admin, colleague } = await team();
    return (more) => test.call(admin, 'POST', `/User/${colleague.userId}/password-link`, more);
  },
  'an invitation that is sent again': async () => {
    const { admin, companyId } = await team();
    const { data } = (await test.call(admin, 'POST', '/User', person(companyId))).body;
    return (more) => test.call(admin, 'POST', `/User/${data.id}/invitation`, more);
  },
  'a new administrator of a company': async () => {
    const { admin, companyId } = await team();
    const body = person(companyId, 'Admin');
    return (more) => test.call(admin, 'POST', '/User', { ...body, ...more });
  },
  'a staff role': async () => {
    const staff = await later(await createStaff(test.owner));
    const { userId } = await createStaff(test.owner, 'Support');
    const body = { userId, roleId: builtInRoles.superAdmin };
    return (more) => test.call(staff, 'POST', '/User/assign-role', { ...body, ...more });
  },
};

it.each(Object.keys(acts))('%s takes the own password', async (name) => {
  const act = await acts[name]?.();
  if (!act) throw new Error(name);
  expect(fieldsOf(await act({}))).toEqual(['currentPassword']);
  expect(fieldsOf(await act({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
  const done = await act(password);
  expect(done.status, done.text).toBe(200);
});

describe('what was proved', () => {
  const add = ({
    admin,
    companyId,
  }: Pick<Awaited<ReturnType<typeof team>>, 'admin' | 'companyId'>) =>
    test.call(admin, 'POST', '/User', person(companyId, 'Admin'));

  it('counts for ten minutes after signing in and after a proof', async () => {
    const companyId = (await team()).companyId;
    const admin = await createMember(test.owner, { companyId });
    expect((await add({ admin, companyId })).status).toBe(200);
    await later(admin);
    expect((await add({ admin, companyId })).status).toBe(400);
    const proved = { ...person(companyId, 'Manager'), ...password };
    expect((await test.call(admin, 'POST', '/User', proved)).status).toBe(200);
    expect((await add({ admin, companyId })).status).toBe(200);
    await later(admin);
    expect((await add({ admin, companyId })).status).toBe(400);
  });

  it('counts in its own session only', async () => {
    const { admin, companyId } = await team();
    const proved = { ...person(companyId, 'Admin'), ...password };
    expect((await test.call(admin, 'POST', '/User', proved)).status).toBe(200);
    const stolen = await createMember(test.owner, { companyId });
    await test.owner.rows(
      "update sessions set user_id = $2, created_at = now() - interval '1 hour' where user_id = $1",
      [stolen.userId, admin.userId],
    );
    const refusal = await add({ admin: { ...admin, token: stolen.token }, companyId });
    expect(fieldsOf(refusal)).toEqual(['currentPassword']);
  });

  it('is nothing after a sign-in in a trusted browser, which shows no factor', async () => {
    const { admin, companyId } = await team();
    const app = await addApp(test, await createMember(test.owner, { companyId }));
    await test.owner.rows('update sessions set factor_at = null where user_id = $1', [
      app.actor.userId,
    ]);
    const mine = (proof: object) =>
      test.call(app.actor, 'POST', `/User/${admin.userId}/password-link`, proof);
    expect(fieldsOf(await mine({}))).toEqual(['currentPassword']);
    expect(fieldsOf(await mine(password))).toEqual(['code']);
    expect((await mine({ ...password, code: await nextCode(test, app) })).status).toBe(200);
  });
});

describe('no proof is asked for', () => {
  it('where nobody signs in otherwise afterwards', async () => {
    const { admin, colleague, companyId } = await team();
    const values = { ...(await valuesOf(admin, colleague)), lastName: 'Apio', phoneNumber: '' };
    const renamed = await test.call(admin, 'PUT', `/User/${colleague.userId}`, values);
    expect(renamed.status, renamed.text).toBe(200);
    expect((await test.call(admin, 'POST', '/User', person(companyId, 'User'))).status).toBe(200);
  });

  it('of somebody who may not do it anyway', async () => {
    const { colleague: manager, companyId } = await team('client_manager');
    const admin = await createMember(test.owner, { companyId });
    await later(manager);
    const refusal = await test.call(manager, 'POST', `/User/${admin.userId}/password-link`, {});
    expect(refusal.status, refusal.text).toBe(403);
    const made = await test.call(manager, 'POST', '/User', person(companyId, 'Admin'));
    expect(made.status, made.text).toBe(403);
  });
});
