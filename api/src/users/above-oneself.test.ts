import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { createRoleWith, createUser, factoryPassword } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
beforeAll(async () => {
  // Without mail an own email changes at once: nobody could confirm it.
  test = await createTestApp({ mailer: testMailer('none') });
});

const person = (fields: object = {}) => {
  const username = uuidV7();
  return {
    firstName: 'Esther',
    lastName: 'Nakato',
    username,
    email: `${username}@example.test`,
    ...fields,
  };
};
const create = (actor: TestActor, fields: object = {}) =>
  test.call(actor, 'POST', '/User', {
    ...person(fields),
    companyId: actor.companyId,
    password: 'Mango-tree-7',
  });
const update = (actor: TestActor, id: string, fields: object = {}) =>
  test.call(actor, 'PUT', `/User/${id}`, person(fields));
const remove = (actor: TestActor, id: string) => test.call(actor, 'DELETE', `/User/${id}`);
const stored = (id: string) => test.owner.row('select * from users where id = $1', [id]);
const idOf = async (role: string): Promise<string> =>
  (await test.owner.row<{ id: string }>('select id from roles where name = $1', [role]))?.id ?? '';
const assign = async (actor: TestActor, userId: string, role: string) =>
  test.call(actor, 'POST', '/User/assign-role', { userId, roleId: await idOf(role) });

const beyond = 'This person may do more than you, so you cannot change them';
const beyondRole = 'This role allows more than you may do yourself';

describe('a manager of a company', () => {
  let manager: TestActor;
  let boss: string;
  beforeAll(async () => {
    manager = await createMember(test.owner, { role: 'client_manager' });
    const companyId = manager.companyId ?? '';
    boss = await createUser(test.owner, { companyId, roles: ['client_admin'] });
    await createUser(test.owner, { companyId, roles: ['client_admin'] });
  });

  it('cannot create an Admin, nor make a colleague one', async () => {
    const colleague = await createUser(test.owner, {
      companyId: manager.companyId ?? '',
      roles: ['client_user'],
    });
    for (const answer of [
      await create(manager, { roles: ['Admin'] }),
      await update(manager, colleague, { roles: ['Admin'] }),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body).toMatchObject({ message: beyondRole, fields: { roles: beyondRole } });
    }
    expect((await create(manager, { roles: ['Manager'] })).status).toBe(200);
    expect((await update(manager, colleague, { roles: ['Manager'] })).status).toBe(200);
  });

  it('cannot demote, rename, deactivate or delete the owner, nor change the email', async () => {
    const before = await stored(boss);
    for (const answer of [
      await update(manager, boss),
      await update(manager, boss, { roles: ['User'] }),
      await update(manager, boss, { isActive: false }),
      await remove(manager, boss),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe(beyond);
    }
    expect(await stored(boss)).toEqual(before);
    const log = await test.owner.row(
      `select count(*)::int as count from audit_log
       where actor_id = $1 and subject_id = $2 and result = 'refused'`,
      [manager.userId, boss],
    );
    expect(log).toEqual({ count: 4 });
  });
});

describe('a role with canManageUsers only', () => {
  it('manages those who may do less, and nobody else', async () => {
    const role = await createRoleWith(test.owner, 'canManageUsers');
    const clerk = await createMember(test.owner, { role });
    const companyId = clerk.companyId ?? '';
    const plain = await createUser(test.owner, { companyId, roles: ['Restricted'] });
    const viewer = await createUser(test.owner, { companyId, roles: ['client_user'] });
    expect((await update(clerk, plain)).status).toBe(200);
    expect((await update(clerk, plain, { roles: ['User'] })).body.message).toBe(beyondRole);
    expect((await update(clerk, viewer)).body.message).toBe(beyond);
    // Without a role in the request, a new user is a client_user.
    expect((await create(clerk)).body.message).toBe(beyondRole);
    expect((await remove(clerk, plain)).status).toBe(200);
  });
});

describe('protection follows permissions, not names', () => {
  /** A role of the installation's own with all that SuperAdmin may do. */
  async function createChiefs(): Promise<{ id: string; holder: string }> {
    const id = uuidV7();
    await test.owner.rows('insert into roles (id, name, is_staff) values ($1, $2, true)', [
      id,
      `super_admin ${id}`,
    ]);
    await test.owner.rows(
      `insert into role_permissions (role_id, permission_id)
       select $1, id from permissions where name like 'staff%'`,
      [id],
    );
    const holder = await createUser(test.owner, { isStaff: true, roles: [`super_admin ${id}`] });
    return { id, holder };
  }

  it('an Admin cannot rename the role of a SuperAdmin', async () => {
    const admin = await createStaff(test.owner, 'Admin');
    const { id } = await createChiefs();
    const answer = await test.call(admin, 'PUT', `/Role/${id}`, { name: `Helper ${id}` });
    expect(answer.status, answer.text).toBe(403);
  });

  it('a renamed role protects its holders as before', async () => {
    const admin = await createStaff(test.owner, 'Admin');
    const { id, holder } = await createChiefs();
    await test.owner.rows('update roles set name = $2 where id = $1', [id, `Helper ${id}`]);
    const before = await stored(holder);
    for (const answer of [
      await update(admin, holder, { password: 'Take-it-over-1' }),
      await update(admin, holder),
      await update(admin, holder, { isActive: false }),
      await remove(admin, holder),
      await assign(admin, holder, 'Restricted'),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe(beyond);
    }
    expect(await stored(holder)).toEqual(before);
  });
});

describe('staff roles', () => {
  it.each(['Admin', 'Support'])('are granted and taken by staffGrants only: %s', async (role) => {
    const admin = await createStaff(test.owner, 'Admin');
    const chief = await createStaff(test.owner);
    const clerk = await createUser(test.owner, { isStaff: true, roles: ['Support'] });
    const refused = await assign(admin, clerk, role);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('Only staff who may grant staff roles can do this');
    const roleId = await idOf('Support');
    const taken = { userId: clerk, roleId };
    expect((await test.call(admin, 'POST', '/User/remove-role', taken)).status).toBe(403);
    expect((await assign(chief, clerk, role)).status).toBe(200);
    expect((await test.call(chief, 'POST', '/User/remove-role', taken)).status).toBe(200);
  });

  it('cannot be granted beyond the own permissions', async () => {
    const id = uuidV7();
    await test.owner.rows('insert into roles (id, name, is_staff) values ($1, $2, true)', [id, id]);
    await test.owner.rows(
      `insert into role_permissions (role_id, permission_id)
       select $1, id from permissions where name in ('staffRead', 'staffUsers', 'staffGrants')`,
      [id],
    );
    const granter = await createStaff(test.owner, id);
    const clerk = await createUser(test.owner, {});
    expect((await assign(granter, clerk, 'Finance')).body.message).toBe(beyondRole);
    expect((await assign(granter, clerk, id)).status).toBe(200);
  });
});

describe('the own email', () => {
  const message = 'Enter your current password to change your email';
  const wrong = 'Current password is incorrect';

  it.each([
    ['a company user', () => createMember(test.owner)],
    ['staff', () => createStaff(test.owner)],
  ])('%s changes it with the current password', async (_who, createActor) => {
    const me = await createActor();
    const before = await stored(me.userId);
    const fields = person();
    const send = (extra: object) =>
      test.call(me, 'PUT', `/User/${me.userId}`, { ...fields, ...extra });
    const without = await send({});
    expect(without.status).toBe(400);
    expect(without.body.fields).toEqual({ currentPassword: message });
    const guess = await send({ currentPassword: 'A wrong guess' });
    expect(guess.status).toBe(400);
    expect(guess.body.fields).toEqual({ currentPassword: wrong });
    expect(await stored(me.userId)).toEqual(before);
    const right = await send({ currentPassword: factoryPassword });
    expect(right.status, right.text).toBe(200);
    expect(right.body.data.email).toBe(fields.email);
    // Everything else needs no password.
    expect((await send({ firstName: 'Other' })).status).toBe(200);
  });

  it('ends the other sessions', async () => {
    const me = await createMember(test.owner);
    const elsewhere = await signIn(test.owner, me.userId, me.companyId);
    await update(me, me.userId, { currentPassword: factoryPassword });
    expect((await test.call(elsewhere, 'GET', `/User/${me.userId}`)).status).toBe(401);
    expect((await test.call(me, 'GET', `/User/${me.userId}`)).status).toBe(200);
  });
});
