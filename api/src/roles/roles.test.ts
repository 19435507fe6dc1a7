import {
  companyPermissionNames,
  permissionNames,
  type PermissionName,
} from '@sente/contract/permissions';
import type { Permission, RoleDetails } from '@sente/contract/roles';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createRoleWith, createUser } from '../../test/factories.ts';
import { later } from '../../test/proofs.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';
const builtIn = {
  superAdmin: '00000000-0000-7000-8000-000000000201',
  manager: '00000000-0000-7000-8000-000000000212',
  restricted: '00000000-0000-7000-8000-000000000214',
};

let test: TestApp;
let staff: TestActor;
let permissions: Permission[];
let counter = 0;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  permissions = (await test.call(staff, 'GET', '/Permission')).body.data;
});

const idOf = (name: string) => permissions.find((each) => each.name === name)?.id ?? '';
const create = async (name = `Role ${++counter}`): Promise<RoleDetails> => {
  const answer = await test.call(staff, 'POST', '/Role', { name });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const assign = (roleId: string, name: string) =>
  test.call(staff, 'POST', '/Role/assign-permission', { roleId, permissionId: idOf(name) });
const take = (roleId: string, name: string) =>
  test.call(staff, 'POST', '/Role/remove-permission', { roleId, permissionId: idOf(name) });
const held = (role: RoleDetails) => role.permissions.map(({ name }) => name);
const lastAudit = () =>
  test.owner.row('select * from audit_log where subject_type = $1 order by id desc limit 1', [
    'roles',
  ]);

describe('reading', () => {
  it('answers every permission by module, with what it allows', async () => {
    expect(permissions.map(({ name }) => name).toSorted()).toEqual([...permissionNames].toSorted());
    const modules = permissions.map(({ module }) => module);
    expect(modules).toEqual(modules.toSorted());
    expect(permissions[0]).toEqual({
      id: expect.any(String),
      name: 'canManageAccounts',
      description: 'Open accounts and ask for money movements',
      module: 'Accounts',
    });
  });

  it('answers all roles with their permissions, those of staff first', async () => {
    const { status, body } = await test.call(staff, 'GET', '/Role');
    expect(status).toBe(200);
    const roles: RoleDetails[] = body.data;
    expect(roles.map(({ name }) => name).slice(0, 8)).toEqual([
      'Admin',
      'Finance',
      'SuperAdmin',
      'Support',
      'client_admin',
      'client_manager',
      'client_user',
      'Restricted',
    ]);
    expect(roles[0]).toMatchObject({ isBuiltIn: true, isStaff: true });
    expect(roles.find(({ name }) => name === 'client_manager')?.permissions).toHaveLength(11);
  });

  it('lists a permission without a module last', async () => {
    await test.owner.rows('insert into permissions (id, name) values ($1, $2)', [
      unknownId.replace('dead', 'beef'),
      'canDance',
    ]);
    const { data } = (await test.call(staff, 'GET', '/Permission')).body;
    expect(data.at(-1)).toEqual({
      id: expect.any(String),
      name: 'canDance',
      description: null,
      module: null,
    });
  });

  it('names the unknown role', async () => {
    const answer = await test.call(staff, 'GET', `/Role/${unknownId}`);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('Role not found');
  });
});

describe('create', () => {
  it('creates a role without permissions and records it', async () => {
    const answer = await test.call(staff, 'POST', '/Role', {
      name: '  Cashier ',
      description: 'At the counter',
    });
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      name: 'Cashier',
      description: 'At the counter',
      permissions: [],
      isBuiltIn: false,
      isStaff: false,
      holders: 0,
      updatedAt: expect.any(String),
    });
    expect(await lastAudit()).toMatchObject({
      action: 'roles.create',
      actor_id: staff.userId,
      subject_id: answer.body.data.id,
      result: 'done',
      details: { name: 'Cashier' },
    });
  });

  it('creates it with permissions, each recorded, or nothing at all', async () => {
    const created = (more: object) => test.call(staff, 'POST', '/Role', more);
    const permissionIds = ['canViewUsers', 'canViewAccounts', 'canViewUsers'].map(idOf);
    const answer = await created({ name: 'Teller', permissionIds });
    expect(answer.status, answer.text).toBe(200);
    expect(held(answer.body.data).toSorted()).toEqual(['canViewAccounts', 'canViewUsers']);
    const entries = await test.owner.rows<{ action: string }>(
      'select action from audit_log where subject_id = $1 order by id',
      [answer.body.data.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'roles.create',
      'roles.assignPermission',
      'roles.assignPermission',
    ]);
    const unknown = await created({ name: 'Nothing', permissionIds: [unknownId] });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Permission not found']);
    const ofStaff = await created({ name: 'Nothing', permissionIds: [idOf('staffRead')] });
    expect(ofStaff.body.message).toMatch(/is for staff, and Nothing is a role of companies/);
    const { data } = (await test.call(staff, 'GET', '/Role')).body;
    expect(data.filter(({ name }: RoleDetails) => name === 'Nothing')).toEqual([]);
  });

  it('writes nothing before the proof that power takes', async () => {
    const one = await later(test, await createStaff(test.owner));
    const body = {
      name: 'Half a role',
      permissionIds: [idOf('canViewUsers'), idOf('canManageUsers')],
    };
    const refusal = await test.call(one, 'POST', '/Role', body);
    expect(Object.keys(refusal.body.fields ?? {})).toEqual(['currentPassword']);
    const { data } = (await test.call(staff, 'GET', '/Role')).body;
    expect(data.filter(({ name }: RoleDetails) => name === body.name)).toEqual([]);
  });

  it('accepts exactly 100 and 500 characters, and no description', async () => {
    const full = { name: 'n'.repeat(100), description: 'd'.repeat(500) };
    expect((await test.call(staff, 'POST', '/Role', full)).body.data).toMatchObject(full);
    expect((await create()).description).toBeNull();
    const blank = { name: 'Blank', description: '  ' };
    expect((await test.call(staff, 'POST', '/Role', blank)).body.data.description).toBeNull();
  });

  it.each([
    [{}, 'Role name is required'],
    [{ name: '   ' }, 'Role name is required'],
    [{ name: '\u200b\u200b\u200b' }, 'Role name is required'],
    [{ name: '\u3164\u115f\u2800' }, 'Role name is required'],
    [{ name: ' x ' }, 'Role name must be at least 2 characters'],
    [{ name: 'n'.repeat(101) }, 'Role name must be less than 100 characters'],
    [{ name: 'Ca\u202eshier' }, 'Must not contain control characters'],
  ])('refuses the name of %j', async (body, message) => {
    const answer = await test.call(staff, 'POST', '/Role', body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ name: message });
  });

  it('refuses a description of more than 500 characters', async () => {
    const body = { name: 'Wordy', description: 'd'.repeat(501) };
    const answer = await test.call(staff, 'POST', '/Role', body);
    expect(answer.body.fields).toEqual({
      description: 'Description must be less than 500 characters',
    });
  });

  it.each(['Teller', 'TELLER', ' teller '])('allows one role named %j', async (name) => {
    await test.call(staff, 'POST', '/Role', { name: 'Teller' });
    const answer = await test.call(staff, 'POST', '/Role', { name });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'already_in_use',
      errors: ['Role name is already in use'],
      fields: { name: 'Role name is already in use' },
    });
  });

  it.each(['Admin', 'super_admin', 'Super Admin', 'Ad\u200bmin', '\u0410dmin', 'Administrator'])(
    'reserves %j for administrators',
    async (name) => {
      const answer = await test.call(staff, 'POST', '/Role', { name });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'refused',
        fields: { name: 'This name is kept for administrators. Choose another one.' },
      });
      const log = await test.owner.row(
        `select action, result from audit_log where actor_id = $1 order by id desc limit 1`,
        [staff.userId],
      );
      expect(log).toEqual({ action: 'roles.create', result: 'refused' });
    },
  );

  it.each(['\ua4ee\ua4d3\ua4df\ua4f2\ua4e0', 'Kac\u0441a', 'Adm\u0661n'])(
    'refuses %j, which mixes alphabets',
    async (name) => {
      const answer = await test.call(staff, 'POST', '/Role', { name });
      expect(answer.status).toBe(409);
      expect(answer.body.fields).toEqual({
        name: 'Use the letters of one alphabet only, and the digits 0 to 9.',
      });
    },
  );

  it.each(['R\u00e9ception', 'Caissier(e) n\u00b02', '\u041a\u0430\u0441\u0441\u0430'])(
    'accepts %j',
    async (name) => expect((await create(name)).name).toBe(name),
  );

  it('accepts line breaks in a description, but no other control characters', async () => {
    const lines = { name: 'Two lines', description: 'One\nTwo\r\nThree' };
    expect((await test.call(staff, 'POST', '/Role', lines)).status).toBe(200);
    for (const sign of ['\x07', '\x1b', '\u202e']) {
      const body = { name: 'Odd', description: `a${sign}b` };
      expect((await test.call(staff, 'POST', '/Role', body)).body.fields).toEqual({
        description: 'Must not contain control characters',
      });
    }
  });

  it('one of two concurrent requests for the same name succeeds', async () => {
    const body = { name: 'Wanted' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => test.call(staff, 'POST', '/Role', body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });
});

describe('update', () => {
  const put = (id: string, body: object) => test.call(staff, 'PUT', `/Role/${id}`, body);

  it('renames and describes, and records what changed', async () => {
    const { id, name } = await create();
    const answer = await put(id, { name: 'Renamed', description: 'New words' });
    expect(answer.body.data).toMatchObject({ id, name: 'Renamed', description: 'New words' });
    expect(await lastAudit()).toMatchObject({
      action: 'roles.update',
      subject_id: id,
      details: {
        name: 'Renamed',
        changed: ['name', 'description'],
        from: { name, description: null },
        to: { name: 'Renamed', description: 'New words' },
      },
    });
    // An omitted description is removed; its own name in another case is no conflict.
    const again = await put(id, { name: 'RENAMED' });
    expect(again.body.data).toMatchObject({ name: 'RENAMED', description: null });
  });

  it('does not overwrite a concurrent change', async () => {
    const { id, name, updatedAt } = await create();
    // A new permission does not make the form stale.
    await assign(id, 'canViewUsers');
    expect((await put(id, { name, description: 'First', updatedAt })).status).toBe(200);
    const late = await put(id, { name, description: 'Second', updatedAt });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      code: 'refused',
      message:
        'Someone else changed this role in the meantime. Look at what changed, then save again.',
    });
    const { data } = (await test.call(staff, 'GET', `/Role/${id}`)).body;
    expect(data.description).toBe('First');
    const again = { name, description: 'Second', updatedAt: data.updatedAt };
    expect((await put(id, again)).body.data.description).toBe('Second');
  });

  it('refuses a name that is taken or reserved for administrators', async () => {
    const { name } = await create();
    const { id } = await create();
    expect((await put(id, { name: name.toUpperCase() })).body.fields).toEqual({
      name: 'Role name is already in use',
    });
    expect((await put(id, { name: 'SUPER ADMIN' })).body.fields).toEqual({
      name: 'This name is kept for administrators. Choose another one.',
    });
  });

  it('a built-in role can be described but not renamed', async () => {
    const described = await put(builtIn.superAdmin, {
      name: 'SuperAdmin',
      description: 'Runs it all',
    });
    expect(described.body.data).toMatchObject({ name: 'SuperAdmin', description: 'Runs it all' });
    const renamed = await put(builtIn.superAdmin, { name: 'Boss' });
    expect(renamed.status).toBe(409);
    expect(renamed.body.fields).toEqual({ name: 'A built-in role keeps its name.' });
    expect(await lastAudit()).toMatchObject({
      action: 'roles.update',
      subject_id: builtIn.superAdmin,
      result: 'refused',
    });
  });

  it('names the unknown role', async () => {
    expect((await put(unknownId, { name: 'Nobody' })).body.message).toBe('Role not found');
  });
});

describe('delete', () => {
  const remove = (id: string) => test.call(staff, 'DELETE', `/Role/${id}`);

  it('deletes a role that nobody holds, with its permissions', async () => {
    const { id, name } = await create();
    await assign(id, 'canViewUsers');
    expect((await remove(id)).body).toMatchObject({ success: true, data: null });
    expect(await lastAudit()).toMatchObject({ action: 'roles.remove', details: { name } });
    expect((await remove(id)).status).toBe(404);
  });

  it('refuses to delete a built-in role and records the attempt', async () => {
    const answer = await remove(builtIn.restricted);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Restricted is a built-in role and cannot be deleted.');
    expect(await lastAudit()).toMatchObject({
      action: 'roles.remove',
      subject_id: builtIn.restricted,
      result: 'refused',
    });
  });

  it('refuses while users hold the role, active or not, and says how many', async () => {
    const { id, name } = await create();
    const companyId = await createCompany(test.owner);
    await createUser(test.owner, { companyId, roles: [name], isActive: false });
    expect((await remove(id)).body.message).toBe(
      'Role is assigned to 1 user. Remove it from them first.',
    );
    await createUser(test.owner, { companyId, roles: [name] });
    await createUser(test.owner, { roles: [name] });
    const answer = await remove(id);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Role is assigned to 3 users. Remove it from them first.');
  });

  it('does not count deleted users or users of archived companies', async () => {
    const { id, name } = await create();
    const companyId = await createCompany(test.owner);
    await createUser(test.owner, { companyId, roles: [name] });
    const gone = await createUser(test.owner, { roles: [name] });
    await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
    await test.owner.rows('update users set deleted_at = now() where id = $1', [gone]);
    expect((await remove(id)).status).toBe(200);
    expect(await test.owner.rows('select 1 from user_roles where role_id = $1', [id])).toEqual([]);
  });
});

describe('permissions of a role', () => {
  it('permissions are granted and revoked idempotently, and recorded once', async () => {
    const { id, name } = await create();
    expect(held((await assign(id, 'canViewUsers')).body.data)).toEqual(['canViewUsers']);
    const entry = await lastAudit();
    expect(entry).toMatchObject({
      action: 'roles.assignPermission',
      subject_id: id,
      details: { name, permission: 'canViewUsers' },
    });
    const again = await assign(id, 'canViewUsers');
    expect(again.status).toBe(200);
    expect(held(again.body.data)).toEqual(['canViewUsers']);
    expect(await lastAudit()).toEqual(entry);

    expect(held((await take(id, 'canViewUsers')).body.data)).toEqual([]);
    expect(await lastAudit()).toMatchObject({
      action: 'roles.removePermission',
      details: { permission: 'canViewUsers' },
    });
    expect(held((await take(id, 'canViewUsers')).body.data)).toEqual([]);
  });

  it('permissions survive concurrent changes', async () => {
    const { id } = await create();
    await Promise.all(
      [...companyPermissionNames, ...companyPermissionNames].map(async (name) => {
        expect((await assign(id, name)).status).toBe(200);
      }),
    );
    const { data } = (await test.call(staff, 'GET', `/Role/${id}`)).body;
    expect(held(data).toSorted()).toEqual([...companyPermissionNames].toSorted());
  });

  it('permissions can only be granted when role and permission exist', async () => {
    const { id } = await create();
    for (const path of ['/Role/assign-permission', '/Role/remove-permission']) {
      const noRole = { roleId: unknownId, permissionId: idOf('canViewUsers') };
      expect((await test.call(staff, 'POST', path, noRole)).body.message).toBe('Role not found');
      const none = await test.call(staff, 'POST', path, { roleId: id, permissionId: unknownId });
      expect(none.status).toBe(404);
      expect(none.body.message).toBe('Permission not found');
    }
  });

  it('permissions apply from the next request of every holder', async () => {
    const { id, name } = await create();
    const member = await createMember(test.owner, { role: name });
    const ask = async () =>
      (await test.call(member, 'GET', `/User/company/${member.companyId}/paged`)).status;
    const other = await createUser(test.owner, { companyId: member.companyId ?? '' });
    const read = async () => (await test.call(member, 'GET', `/User/${other}`)).status;
    expect([await read(), await ask()]).toEqual([403, 403]);
    await assign(id, 'canViewUsers');
    expect(await read()).toBe(200);
    await take(id, 'canViewUsers');
    expect([await read(), await ask()]).toEqual([403, 403]);
  });

  it('a permission fits only the kind of role that it is meant for', async () => {
    const { id, name } = await create();
    const staffOnly = await assign(id, 'staffMoney');
    expect(staffOnly.status).toBe(409);
    expect(staffOnly.body.message).toBe(
      `"Deposit, approve, reverse and decide payments" is for staff, and ${name} is a role of companies.`,
    );
    const inCompany = await assign(builtIn.superAdmin, 'canViewUsers');
    expect(inCompany.status).toBe(409);
    expect(inCompany.body.message).toBe(
      '"See the people of the company" is for people of a company, and SuperAdmin is a staff role.',
    );
  });

  it('a permission of the other kind can be removed from a role that came with it', async () => {
    const name = await createRoleWith(test.owner, 'staffMoney', 'canViewUsers');
    const role = await test.owner.row<{ id: string }>('select id from roles where name = $1', [
      name,
    ]);
    expect(held((await take(role?.id ?? '', 'staffMoney')).body.data)).toEqual(['canViewUsers']);
  });
});

describe('who may change a role', () => {
  const beyond = 'This role allows more than you may do yourself, or would do so';
  let admin: TestActor;
  let granter: TestActor;
  let roleId: string;
  const ask = (actor: TestActor, path: string, name: string) =>
    test.call(actor, 'POST', `/Role/${path}`, { roleId, permissionId: idOf(name) });

  /** A staff role of the installation's own; returns its id. */
  async function createStaffRole(...names: PermissionName[]): Promise<string> {
    const name = await createRoleWith(test.owner, ...names);
    const row = await test.owner.row<{ id: string }>(
      'update roles set is_staff = true where name = $1 returning id',
      [name],
    );
    return row?.id ?? '';
  }
  const nameOf = async (id: string): Promise<string> =>
    (await test.call(staff, 'GET', `/Role/${id}`)).body.data.name;

  beforeAll(async () => {
    admin = await createStaff(test.owner, 'Admin');
    const grants = await createStaffRole('staffRead', 'staffUsers', 'staffGrants');
    granter = await createStaff(test.owner, await nameOf(grants));
    roleId = await createStaffRole('staffRead');
  });

  it('staff roles need staffGrants', async () => {
    for (const answer of [
      await ask(admin, 'assign-permission', 'staffMoney'),
      await ask(admin, 'remove-permission', 'staffRead'),
      await test.call(admin, 'PUT', `/Role/${roleId}`, { name: 'Renamed by Admin' }),
      await test.call(admin, 'DELETE', `/Role/${roleId}`),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe('Only staff who may grant staff roles can change one');
    }
  });

  it('no permission beyond the own can be added or taken', async () => {
    expect((await ask(granter, 'assign-permission', 'staffMoney')).body.message).toBe(beyond);
    expect((await ask(granter, 'assign-permission', 'staffUsers')).status).toBe(200);
    expect((await ask(staff, 'assign-permission', 'staffMoney')).status).toBe(200);
    for (const answer of [
      await ask(granter, 'remove-permission', 'staffUsers'),
      await ask(granter, 'remove-permission', 'staffMoney'),
      await test.call(granter, 'PUT', `/Role/${roleId}`, { name: 'Renamed by granter' }),
      await test.call(granter, 'DELETE', `/Role/${roleId}`),
    ]) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toBe(beyond);
    }
  });

  it('somebody must remain who may grant staff roles', async () => {
    const only = await createStaffRole('staffRead', 'staffUsers', 'staffGrants');
    const last = await createStaff(test.owner, await nameOf(only));
    const others = await test.owner.rows<{ user_id: string; role_id: string }>(
      `delete from user_roles where user_id <> $1 and role_id in (
         select role_id from role_permissions rp join permissions p on p.id = rp.permission_id
         where p.name = 'staffGrants')
       returning user_id, role_id`,
      [last.userId],
    );
    const pair = { roleId: only, permissionId: idOf('staffGrants') };
    const answer = await test.call(last, 'POST', '/Role/remove-permission', pair);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toBe(
      'Nobody else who is active may grant staff roles. Give somebody else that permission first.',
    );
    for (const { user_id, role_id } of others) {
      await test.owner.rows('insert into user_roles (user_id, role_id) values ($1, $2)', [
        user_id,
        role_id,
      ]);
    }
    expect((await test.call(last, 'POST', '/Role/remove-permission', pair)).status).toBe(200);
  });

  it('tells how many people hold a role', async () => {
    const { id, name } = await create();
    const companyId = await createCompany(test.owner);
    await createUser(test.owner, { companyId, roles: [name] });
    await createUser(test.owner, { companyId, roles: [name], isActive: false });
    const gone = await createUser(test.owner, { companyId, roles: [name] });
    await test.owner.rows('update users set deleted_at = now() where id = $1', [gone]);
    expect((await test.call(staff, 'GET', `/Role/${id}`)).body.data.holders).toBe(2);
    const listed: RoleDetails[] = (await test.call(staff, 'GET', '/Role')).body.data;
    expect(listed.find((role) => role.id === id)?.holders).toBe(2);
  });
});
