import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, nextCode } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { fieldsOf, later, person, team, valuesOf } from '../../test/proofs.ts';

/* How long a proof lasts, and who is not asked; every-proof.test.ts has all that takes it. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

const password = { currentPassword: factoryPassword };

describe('what was proved', () => {
  const add = ({
    admin,
    companyId,
  }: Pick<Awaited<ReturnType<typeof team>>, 'admin' | 'companyId'>) =>
    test.call(admin, 'POST', '/User', person(companyId, 'Admin'));

  it('counts for ten minutes after signing in and after a proof', async () => {
    const companyId = (await team(test)).companyId;
    const admin = await createMember(test.owner, { companyId });
    expect((await add({ admin, companyId })).status).toBe(200);
    await later(test, admin);
    expect((await add({ admin, companyId })).status).toBe(400);
    const proved = { ...person(companyId, 'Manager'), ...password };
    expect((await test.call(admin, 'POST', '/User', proved)).status).toBe(200);
    expect((await add({ admin, companyId })).status).toBe(200);
    await later(test, admin);
    expect((await add({ admin, companyId })).status).toBe(400);
  });

  it('counts in its own session only', async () => {
    const { admin, companyId } = await team(test);
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
    const { admin, companyId } = await team(test);
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
    const { admin, colleague, companyId } = await team(test);
    const values = {
      ...(await valuesOf(test, admin, colleague.userId)),
      lastName: 'Apio',
      phoneNumber: '',
    };
    const renamed = await test.call(admin, 'PUT', `/User/${colleague.userId}`, values);
    expect(renamed.status, renamed.text).toBe(200);
    expect((await test.call(admin, 'POST', '/User', person(companyId, 'User'))).status).toBe(200);
  });

  it('of somebody who may not do it anyway', async () => {
    const { colleague: manager, companyId } = await team(test, 'client_manager');
    const admin = await createMember(test.owner, { companyId });
    await later(test, manager);
    const refusal = await test.call(manager, 'POST', `/User/${admin.userId}/password-link`, {});
    expect(refusal.status, refusal.text).toBe(403);
    const made = await test.call(manager, 'POST', '/User', person(companyId, 'Admin'));
    expect(made.status, made.text).toBe(403);
  });
});
