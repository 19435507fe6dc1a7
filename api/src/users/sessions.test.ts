import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createRoleWith, factoryPassword } from '../../test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

const again = ({ userId, companyId }: TestActor) => signIn(test.owner, userId, companyId);
const own = ({ userId }: TestActor) => `/User/${userId}/sessions`;
const works = async (actor: TestActor) =>
  (await test.call(actor, 'GET', `/User/${actor.userId}`)).status === 200;

describe('own sessions', () => {
  it('are listed, and one or all others can be ended', async () => {
    const me = await createMember(test.owner);
    const [second, third, fourth] = [await again(me), await again(me), await again(me)];
    await test.owner.rows(
      "update sessions set last_seen_at = now() - interval '3 hours' where user_id = $1 and token_hash in (select token_hash from sessions where user_id = $1 order by created_at desc limit 1)",
      [me.userId],
    );
    const { body } = await test.call(me, 'GET', own(me));
    // The last one was not used for longer than the limit.
    expect(body.data).toHaveLength(3);
    const current = body.data.filter((each: { isCurrent: boolean }) => each.isCurrent);
    expect(current).toHaveLength(1);

    const { id } = body.data.find((each: { isCurrent: boolean }) => !each.isCurrent);
    expect((await test.call(me, 'DELETE', `${own(me)}/${id}`)).status).toBe(200);
    expect((await test.call(me, 'DELETE', `${own(me)}/${id}`)).status).toBe(404);
    const left = [await works(second), await works(third), await works(fourth)];
    expect(left.filter(Boolean)).toHaveLength(1);

    expect((await test.call(me, 'DELETE', own(me))).body.data.ended).toBeGreaterThan(0);
    for (const ended of [second, third, fourth]) expect(await works(ended)).toBe(false);
    expect(await works(me)).toBe(true);
  });

  it('are nobody else’s business', async () => {
    const me = await createMember(test.owner);
    const companyId = me.companyId ?? '';
    const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
    expect((await test.call(colleague, 'GET', own(me))).status).toBe(403);
    expect((await test.call(await createMember(test.owner), 'GET', own(me))).status).toBe(404);
    const { body } = await test.call(me, 'GET', own(me));
    const path = `${own(colleague)}/${body.data[0].id}`;
    expect((await test.call(colleague, 'DELETE', path)).status).toBe(404);
    expect(await works(me)).toBe(true);
  });
});

describe('the sessions of somebody', () => {
  it('are seen and ended by staff who manage users', async () => {
    const staff = await createStaff(test.owner);
    const person = await createMember(test.owner);
    const path = `/User/${person.userId}/sessions`;
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject([{ isCurrent: false }]);
    expect((await test.call(staff, 'DELETE', path)).body.data).toEqual({ ended: 1 });
    expect(await works(person)).toBe(false);
    const support = await createStaff(test.owner, 'Support');
    expect((await test.call(support, 'GET', path)).status).toBe(403);
  });

  it('are ended by an administrator of the company', async () => {
    const admin = await createMember(test.owner);
    const person = await createMember(test.owner, { companyId: admin.companyId ?? '' });
    const { body } = await test.call(admin, 'GET', own(person));
    const path = `${own(person)}/${body.data[0].id}`;
    expect((await test.call(admin, 'DELETE', path)).status).toBe(200);
    expect(await works(person)).toBe(false);
  });

  it('who may do more cannot be ended', async () => {
    const boss = await createStaff(test.owner);
    const role = await createRoleWith(test.owner, 'staffRead', 'staffUsers');
    await test.owner.rows('update roles set is_staff = true where name = $1', [role]);
    const clerk = await createStaff(test.owner, role);
    const path = `/User/${boss.userId}/sessions`;
    expect((await test.call(clerk, 'DELETE', path)).status).toBe(403);
    expect(await works(boss)).toBe(true);
  });
});

it('a changed password renews the token of the session that changed it', async () => {
  const me = await createMember(test.owner);
  const change = {
    currentPassword: factoryPassword,
    newPassword: 'Rolex-with-tea-5',
    confirmNewPassword: 'Rolex-with-tea-5',
  };
  const { body } = await test.call(me, 'PUT', `/User/${me.userId}/change-password`, change);
  expect(await works(me)).toBe(false);
  expect(await works({ ...me, token: body.data.token })).toBe(true);
});
