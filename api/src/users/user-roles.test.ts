import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { grantedWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import {
  createCompany,
  createHeadOffice,
  createUser,
  factoryPassword,
} from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let admin: TestActor;
let chief: TestActor;
let headOffice: string;
let company: string;
const roleIds = new Map<string, string>();
beforeAll(async () => {
  test = await createTestApp();
  admin = await createStaff(test.owner, 'Admin');
  chief = await createStaff(test.owner, 'SuperAdmin');
  company = await createCompany(test.owner);
  headOffice = await createHeadOffice(test.owner);
  await test.owner.rows("insert into roles (id, name, is_staff) values ($1, 'super_admin', true)", [
    uuidV7(),
  ]);
  await test.owner.rows(
    `insert into role_permissions (role_id, permission_id)
     select r.id, p.id from roles r join permissions p on p.name like 'staff%'
     where r.name = 'super_admin'`,
  );
  const roles = await test.owner.rows<{ id: string; name: string }>('select id, name from roles');
  for (const { id, name } of roles) roleIds.set(name, id);
});

const idOf = (role: string) => roleIds.get(role) ?? '';
const assign = async (actor: TestActor, userId: string, role: string) =>
  grantedWithTwo(
    test,
    await test.call(actor, 'POST', '/User/assign-role', { userId, roleId: idOf(role) }),
  );
const unassign = (actor: TestActor, userId: string, role: string) =>
  test.call(actor, 'POST', '/User/remove-role', { userId, roleId: idOf(role) });
const namesOf = (answer: TestAnswer): string[] =>
  answer.body.data.roles.map((role: { name: string }) => role.name);
const isStaff = async (id: string) =>
  (await test.owner.row<{ is_staff: boolean }>('select is_staff from users where id = $1', [id]))
    ?.is_staff;
const unknownId = '00000000-0000-7000-8000-00000000dead';

describe('assign and remove', () => {
  it('adds a role at the end, removes it, and answers the user', async () => {
    const userId = await createUser(test.owner, { companyId: company, roles: ['client_user'] });
    const added = await assign(admin, userId, 'Restricted');
    expect(added.status, added.text).toBe(200);
    expect(namesOf(added)).toEqual(['client_user', 'Restricted']);
    expect(namesOf(await unassign(admin, userId, 'client_user'))).toEqual(['Restricted']);
    const log = await test.owner.rows(
      'select action, company_id, details from audit_log where subject_id = $1 order by id',
      [userId],
    );
    expect(log).toEqual([
      {
        action: 'users.assignRole',
        company_id: company,
        details: {
          role: 'Restricted',
          changed: ['roles'],
          from: { roles: ['client_user'] },
          to: { roles: ['client_user', 'Restricted'] },
        },
      },
      {
        action: 'users.removeRole',
        company_id: company,
        details: {
          role: 'client_user',
          changed: ['roles'],
          from: { roles: ['client_user', 'Restricted'] },
          to: { roles: ['Restricted'] },
        },
      },
    ]);
  });

  it('is idempotent, even concurrently, and recorded once', async () => {
    const userId = await createUser(test.owner, { companyId: company });
    const twice = await Promise.all([1, 2].map(() => assign(admin, userId, 'Restricted')));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    for (const _ of [1, 2]) expect((await unassign(admin, userId, 'Restricted')).status).toBe(200);
    const log = await test.owner.rows('select 1 from audit_log where subject_id = $1', [userId]);
    expect(log).toHaveLength(2);
  });

  it.each(['assign-role', 'remove-role'])('%s requires an existing user and role', async (call) => {
    const userId = await createUser(test.owner, { companyId: company });
    const send = (body: object) => test.call(admin, 'POST', `/User/${call}`, body);
    const noUser = await send({ userId: unknownId, roleId: idOf('Admin') });
    expect([noUser.status, noUser.body.message]).toEqual([404, 'User not found']);
    const noRole = await send({ userId, roleId: unknownId });
    expect([noRole.status, noRole.body.message]).toEqual([404, 'Role not found']);
  });

  it('companies cannot assign roles, and nobody can change their own', async () => {
    const owner = await createMember(test.owner);
    expect((await assign(owner, owner.userId, 'client_manager')).status).toBe(403);
    for (const answer of [
      await assign(admin, admin.userId, 'SuperAdmin'),
      await unassign(admin, admin.userId, 'Admin'),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe('You cannot change your own role');
    }
  });
});

describe('staff', () => {
  it('a staff role in Head Office makes a user staff until the last one is removed', async () => {
    const userId = await createUser(test.owner, { companyId: headOffice, roles: ['client_user'] });
    const before = await signIn(test.owner, userId, headOffice);
    expect(namesOf(await assign(chief, userId, 'Admin'))).toEqual(['Admin', 'client_user']);
    expect(await isStaff(userId)).toBe(true);
    expect((await test.call(before, 'GET', '/Company')).status).toBe(401);
    const made = await signIn(test.owner, userId, headOffice);
    expect((await test.call(made, 'GET', '/Company')).status).toBe(200);

    await assign(chief, userId, 'super_admin');
    await unassign(chief, userId, 'Admin');
    expect(await isStaff(userId)).toBe(true);
    await unassign(chief, userId, 'super_admin');
    expect(await isStaff(userId)).toBe(false);
    expect((await test.call(made, 'GET', '/Company')).status).toBe(401);
  });

  it('a staff role cannot be assigned in another company', async () => {
    const userId = await createUser(test.owner, { companyId: company });
    const answer = await assign(chief, userId, 'Admin');
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      'Admin is a staff role, and staff belong to Head Office. Move the user there first.',
    );
    expect(await isStaff(userId)).toBe(false);
  });

  it('a user with a staff role cannot leave Head Office', async () => {
    const userId = await createUser(test.owner, { isStaff: true, roles: ['Admin'] });
    const move = (companyId: string) =>
      test.call(admin, 'PUT', `/User/${userId}`, {
        firstName: 'A',
        lastName: 'B',
        username: userId,
        email: `${userId}@example.test`,
        companyId,
      });
    const refused = await move(company);
    const message =
      'The user holds the staff role Admin, and staff belong to Head Office. Remove the role first.';
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ message, fields: { companyId: message } });
    expect((await move(headOffice)).status).toBe(200);
    expect(await isStaff(userId)).toBe(true);
    await unassign(chief, userId, 'Admin');
    expect((await move(company)).status).toBe(200);
  });

  it('a staff flag without a role is cleared when the user leaves Head Office', async () => {
    const userId = await createUser(test.owner, { isStaff: true });
    const body = { firstName: 'A', lastName: 'B', username: userId, email: `${userId}@x.test` };
    await test.call(admin, 'PUT', `/User/${userId}`, { ...body, companyId: company });
    expect(await isStaff(userId)).toBe(false);
  });
});

describe('the last who may grant staff roles', () => {
  const message =
    'Nobody else who is active may grant staff roles. Give somebody else that permission first.';

  /** Removes all other SuperAdmins. */
  async function onlySuperAdmins(...roles: string[]): Promise<string[]> {
    await test.owner.rows(
      `delete from user_roles where role_id in (select id from roles where lower(name) in ('superadmin', 'super_admin'))`,
    );
    return Promise.all(
      roles.map((role) => createUser(test.owner, { isStaff: true, roles: [role] })),
    );
  }
  const change = (actor: TestActor, id: string, fields: object) =>
    test.call(actor, 'PUT', `/User/${id}`, {
      firstName: 'A',
      lastName: 'B',
      username: id,
      email: `${id}@example.test`,
      currentPassword: factoryPassword,
      ...fields,
    });
  const remove = (actor: TestActor, id: string) => test.call(actor, 'DELETE', `/User/${id}`);

  /** The call waits for the user's row, and its caller is deactivated meanwhile. */
  async function whileSwitchedOff(
    userId: string,
    call: (actor: TestActor) => Promise<TestAnswer>,
  ): Promise<TestAnswer> {
    const actor = await createStaff(test.owner);
    let answer: Promise<TestAnswer> | undefined;
    await test.asOwner(async (db) => {
      await db.rows('select 1 from users where id = $1 for update', [userId]);
      answer = call(actor);
      await someoneWaits(test.owner);
      await db.rows('update users set is_active = false where id = $1', [actor.userId]);
    });
    return answer ?? expect.unreachable();
  }

  it.each(['SuperAdmin', 'super_admin'])('the last %s cannot be removed', async (role) => {
    const [last = ''] = await onlySuperAdmins(role);
    for (const answer of [
      await whileSwitchedOff(last, (actor) => remove(actor, last)),
      await whileSwitchedOff(last, (actor) => change(actor, last, { isActive: false })),
      await whileSwitchedOff(last, (actor) => unassign(actor, last, role)),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe(message);
    }
    const self = await signIn(test.owner, last, null);
    expect((await change(self, last, { companyId: company })).status).toBe(409);
    expect((await change(self, last, { companyId: headOffice })).status).toBe(200);
    expect(await isStaff(last)).toBe(true);
  });

  it('the last one can lose one of its two roles', async () => {
    const [last = ''] = await onlySuperAdmins('SuperAdmin');
    await assign(await createStaff(test.owner), last, 'super_admin');
    await test.owner.rows('delete from user_roles where user_id <> $1', [last]);
    const take = (role: string) =>
      whileSwitchedOff(last, (actor) => unassign(actor, last, role)).then(({ status }) => status);
    expect([await take('SuperAdmin'), await take('super_admin')]).toEqual([200, 409]);
  });

  it('inactive SuperAdmins and those outside Head Office do not count', async () => {
    const [last = '', inactive = '', elsewhere = ''] = await onlySuperAdmins(
      'SuperAdmin',
      'SuperAdmin',
      'SuperAdmin',
    );
    await test.owner.rows('update users set is_active = false where id = $1', [inactive]);
    await test.owner.rows('update users set company_id = $2 where id = $1', [elsewhere, company]);
    const refused = await whileSwitchedOff(last, (actor) => remove(actor, last));
    expect(refused.body.message).toBe(message);
    const self = await signIn(test.owner, last, null);
    expect((await remove(self, inactive)).status).toBe(200);
    expect((await change(self, last, { isActive: true })).status).toBe(200);
  });

  it('one remains when all are removed concurrently in different ways', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await onlySuperAdmins('SuperAdmin', 'super_admin', 'SuperAdmin', 'super_admin');
      const [first = '', second = '', third = '', fourth = ''] = ids;
      const actors = await Promise.all(ids.map((id) => signIn(test.owner, id, null)));
      const [one = admin, two = admin, three = admin, four = admin] = actors;
      await Promise.all([
        remove(one, second),
        unassign(two, third, 'SuperAdmin'),
        change(three, fourth, { isActive: false }),
        remove(four, first),
      ]);
      const left = await test.owner.rows(
        `select distinct u.id from users u join user_roles ur on ur.user_id = u.id
         join roles r on r.id = ur.role_id
         where u.is_staff and u.is_active and u.deleted_at is null and u.id = any($1)
           and lower(r.name) in ('superadmin', 'super_admin')`,
        [ids],
      );
      expect(left.length).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('a SuperAdmin', () => {
  const message = 'This person may do more than you, so you cannot change them';
  const change = (actor: TestActor, id: string, fields: object = {}) =>
    test.call(actor, 'PUT', `/User/${id}`, {
      firstName: 'A',
      lastName: 'B',
      username: id,
      email: `${id}@example.test`,
      ...fields,
    });

  it.each(['SuperAdmin', 'super_admin'])('an Admin cannot change a %s', async (role) => {
    const clerk = await createStaff(test.owner, 'Admin');
    const id = await createUser(test.owner, { isStaff: true, roles: [role, 'Admin'] });
    const idle = await createUser(test.owner, { isStaff: true, roles: [role], isActive: false });
    const nobody = await createUser(test.owner, { companyId: headOffice });
    const before = await test.owner.rows('select * from users order by id');
    for (const answer of [
      await change(clerk, id),
      await change(clerk, id, { password: 'Take-it-over-1' }),
      await change(clerk, id, { isActive: false }),
      await change(clerk, idle, { isActive: true }),
      await test.call(clerk, 'DELETE', `/User/${id}`),
      await assign(clerk, id, 'Restricted'),
      await unassign(clerk, id, 'Admin'),
      await unassign(clerk, id, role),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe(message);
    }
    for (const answer of [await assign(clerk, nobody, role), await unassign(clerk, nobody, role)]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe('Only staff who may grant staff roles can do this');
    }
    expect(await test.owner.rows('select * from users order by id')).toEqual(before);
    const log = await test.owner.row(
      `select count(*)::int as count from audit_log where actor_id = $1 and result = 'refused'`,
      [clerk.userId],
    );
    expect(log).toEqual({ count: 10 });
  });

  it.each(['SuperAdmin', 'super_admin'])('a %s can change a SuperAdmin', async (role) => {
    const actor = await createStaff(test.owner, role);
    const id = await createUser(test.owner, { isStaff: true, roles: ['SuperAdmin'] });
    expect((await change(actor, id, { password: 'Given-anew-1' })).status).toBe(200);
    expect((await assign(actor, id, 'super_admin')).status).toBe(200);
    expect((await unassign(actor, id, 'SuperAdmin')).status).toBe(200);
    expect((await test.call(actor, 'DELETE', `/User/${id}`)).status).toBe(200);
  });

  it('staff permissions in a role of companies count for staff, as every permission does', async () => {
    const actor = await createStaff(test.owner, 'Admin');
    await test.owner.rows("update roles set is_staff = false where name = 'super_admin'");
    await test.owner.rows('insert into user_roles (user_id, role_id) values ($1, $2)', [
      actor.userId,
      idOf('super_admin'),
    ]);
    const id = await createUser(test.owner, { isStaff: true, roles: ['SuperAdmin'] });
    expect((await change(actor, id)).status).toBe(200);
    await test.owner.rows("update roles set is_staff = true where name = 'super_admin'");
  });
});
