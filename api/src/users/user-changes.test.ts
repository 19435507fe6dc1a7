import { companyPermissionNames } from '@sente/contract/permissions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createCompany,
  createHeadOffice,
  createRoleWith,
  createUser,
} from '../../test/factories.ts';
import { builtInRoles } from './built-in-roles.ts';

let test: TestApp;
let staff: TestActor;
let owner: TestActor;
let headOffice: string;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  owner = await createMember(test.owner);
  headOffice = await createHeadOffice(test.owner);
});

const unknownId = '00000000-0000-7000-8000-00000000dead';
let counter = 0;

function input(fields: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1;
  return {
    firstName: 'Grace',
    lastName: 'Nakato',
    username: `grace-${counter}`,
    email: `grace-${counter}@example.test`,
    phoneNumber: '+256 772 000111',
    isActive: true,
    ...fields,
  };
}
const newUser = (fields: Record<string, unknown> = {}) =>
  input({ companyId: owner.companyId, password: 'Mango-tree-7', ...fields });
const create = (actor: TestActor, fields?: Record<string, unknown>) =>
  test.call(actor, 'POST', '/User', newUser(fields));
const update = (actor: TestActor, id: string, fields?: Record<string, unknown>) =>
  test.call(actor, 'PUT', `/User/${id}`, input(fields));
const remove = (actor: TestActor, id: string) => test.call(actor, 'DELETE', `/User/${id}`);
const stored = (id: string) => test.owner.row('select * from users where id = $1', [id]);
const rolesOf = async (actor: TestActor, id: string): Promise<string[]> =>
  (await test.call(actor, 'GET', `/User/${id}`)).body.data.roles.map(
    (role: { name: string }) => role.name,
  );
const logOf = (id: string, action: string) =>
  test.owner.row<{ actor_id: string; company_id: string; details: Record<string, unknown> }>(
    "select * from audit_log where subject_type = 'users' and subject_id = $1 and action = $2 order by id desc limit 1",
    [id, action],
  );
const colleague = (roles = ['client_user']) =>
  createUser(test.owner, { companyId: owner.companyId ?? '', roles });

describe('create', () => {
  it.each(['0772000111', '0772 000 111', '256772000111', '+256 772 000111'])(
    'stores the phone number %s as the same one, and finds it however it is written',
    async (phoneNumber) => {
      const { data } = (await create(staff, { phoneNumber })).body;
      expect(data.phoneNumber).toBe('+256772000111');
      for (const search of ['0772 000111', '+256772000111', '256772000111']) {
        const list = await test.call(staff, 'GET', `/User?search=${encodeURIComponent(search)}`);
        expect(list.body.data.map((user: { id: string }) => user.id)).toContain(data.id);
      }
    },
  );

  it('keeps a phone number from before the rules until it is changed', async () => {
    const id = await colleague();
    await test.owner.rows("update users set phone_number = 'ask Grace' where id = $1", [id]);
    const kept = await update(staff, id, { phoneNumber: 'ask Grace' });
    expect(kept.body.data.phoneNumber).toBe('ask Grace');
    const refused = await update(staff, id, { phoneNumber: 'ask Joan' });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ phoneNumber: 'Please enter a valid phone number' });
    expect((await update(staff, id, { phoneNumber: '0772 000111' })).status).toBe(200);
  });

  it('creates a client_user who can sign in, and records it without the password', async () => {
    const body = newUser({ firstName: '  Grace ', phoneNumber: '' });
    const answer = await test.call(staff, 'POST', '/User', body);
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      firstName: 'Grace',
      name: 'Grace Nakato',
      email: body['email'],
      phoneNumber: null,
      companyId: owner.companyId,
      isActive: true,
      lastLoginDate: null,
      role: 'client_user',
    });
    const { email, password } = body;
    expect((await test.call(null, 'POST', '/Auth/login', { email, password })).status).toBe(200);
    const log = await logOf(data.id, 'users.create');
    expect(log).toMatchObject({ actor_id: staff.userId, company_id: owner.companyId });
    expect(JSON.stringify(log)).not.toContain('Mango');
    expect((await stored(data.id)) as object).toMatchObject({ is_staff: false });
  });

  it('staff can create users of Head Office and inactive users', async () => {
    const { data } = (await create(staff, { companyId: headOffice, isActive: false })).body;
    expect(data).toMatchObject({ companyName: 'Head Office', isActive: false });
    expect(await stored(data.id)).toMatchObject({ is_staff: false });
  });

  it.each([
    ['Admin', 'client_admin'],
    ['Manager', 'client_manager'],
    ['User', 'client_user'],
  ])('maps the client portal role %s to %s', async (name, role) => {
    expect((await create(owner, { roles: [name] })).body.data.role).toBe(role);
  });

  it.each([
    [['SuperAdmin']],
    [['admin']],
    [['client_admin']],
    [['Admin', 'User']],
    [[]],
    ['Admin'],
  ])('refuses the roles %j', async (roles) => {
    const answer = await create(owner, { roles });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
  });

  it.each([
    ['firstName', ' ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['firstName', 'http://evil.test', 'A name must not contain a web or email address'],
    ['lastName', 'Visit WWW.evil.test', 'A name must not contain a web or email address'],
    ['firstName', 'ｗｗｗ．evil．test', 'A name must not contain a web or email address'],
    ['lastName', 'grace＠evil.test', 'A name must not contain a web or email address'],
    ['email', '', 'Email is required'],
    ['email', 'grace at home', 'Please enter a valid email address'],
    ['username', '', 'Username is required'],
    ['password', '', 'Password is required'],
    ['password', 'short', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(101), 'Password must be less than 100 characters'],
    ['password', 'Kampala123', 'This password is one of the most common ones. Choose another.'],
    ['companyId', '', 'Company is required'],
    ['phoneNumber', 'call\u202eme', 'Must not contain control characters'],
  ])('refuses %s %j: %s', async (field, value, message) => {
    const answer = await create(staff, { [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [message], fields: { [field]: message } });
  });

  it('tells a company only a few times that somebody elsewhere has an email', async () => {
    const { email } = (await create(staff)).body.data;
    const prober = await createMember(test.owner);
    const { companyId } = prober;
    const someone = (await create(prober, { companyId })).body.data;
    for (let tries = 0; tries < 10; tries++) {
      expect((await create(prober, { companyId, email })).status).toBe(400);
      const change = { email, updatedAt: someone.updatedAt };
      expect((await update(prober, someone.id, change)).status).toBe(400);
      // What clashes with nobody costs nothing.
      expect((await create(prober, { companyId, password: 'short' })).status).toBe(400);
    }
    // Neither answer tells whether the email is in use.
    for (const fields of [{ companyId, email }, { companyId }]) {
      const answer = await create(prober, fields);
      expect(answer.status).toBe(429);
      expect(answer.body.message).toContain('Too many emails or usernames that are in use');
    }
    expect((await create(staff, { email })).status).toBe(400);
    expect((await create(owner)).status).toBe(200);
    await test.owner.rows(
      `update throttles set spent_until = spent_until - interval '21 minutes'
       where key = 'name-clash:' || $1`,
      [companyId],
    );
    for (let tries = 0; tries < 3; tries++) {
      expect((await create(prober, { companyId })).status).toBe(200);
    }
  });

  it('accepts a username of one letter and a password of 6 or 100', async () => {
    expect((await create(staff, { username: 'q', password: 'zx%8kp' })).status).toBe(200);
    expect((await create(staff, { password: 'y'.repeat(100) })).status).toBe(200);
  });

  it.each([
    ['email', 'Email is already in use'],
    ['username', 'Username is already in use'],
  ])('refuses a taken %s, case-insensitively, across companies', async (field, message) => {
    const stranger = await createMember(test.owner);
    const taken = newUser({ companyId: stranger.companyId });
    expect((await test.call(stranger, 'POST', '/User', taken)).status).toBe(200);
    const answer = await create(owner, { [field]: String(taken[field]).toUpperCase() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'already_in_use',
      errors: [message],
      fields: { [field]: message },
    });
  });

  it('names both if email and username are taken, each by somebody else', async () => {
    const stranger = await createMember(test.owner);
    const [first, second] = [newUser(), newUser()];
    for (const body of [first, second]) {
      await test.call(stranger, 'POST', '/User', { ...body, companyId: stranger.companyId });
    }
    const both = { email: first['email'], username: second['username'] };
    const fields = { email: 'Email is already in use', username: 'Username is already in use' };
    const refusal = { code: 'already_in_use', errors: Object.values(fields), fields };
    for (const actor of [owner, staff]) {
      expect((await create(actor, both)).body).toMatchObject(refusal);
    }
    const { id } = (await create(staff)).body.data;
    expect((await update(staff, id, both)).body).toMatchObject(refusal);
  });

  it('names a common password and the taken values at once, which counts as a clash', async () => {
    const { email, username, id } = (await create(staff)).body.data;
    const weak = 'This password is one of the most common ones. Choose another.';
    const fields = {
      password: weak,
      email: 'Email is already in use',
      username: 'Username is already in use',
    };
    const refusal = { code: 'validation_failed', errors: Object.values(fields), fields };
    const prober = await createMember(test.owner);
    const { companyId } = prober;
    const taken = { email, username, password: 'password1' };
    for (let tries = 1; tries <= 20; tries++) {
      expect((await create(prober, { ...taken, companyId })).body).toMatchObject(refusal);
      if (tries === 20) break;
      const free = await create(prober, { companyId, password: 'password1' });
      expect(free.body.fields).toEqual({ password: weak });
    }
    expect((await create(prober, { ...taken, companyId })).status).toBe(429);
    const other = (await create(staff)).body.data;
    expect((await update(staff, other.id, taken)).body).toMatchObject(refusal);
    const own = await update(staff, id, taken);
    expect(own.body.fields).toEqual({ password: weak });
  });

  it('answers 404 for an archived, unknown or other company', async () => {
    const archived = await createCompany(test.owner);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [archived]);
    for (const [actor, companyId] of [
      [staff, archived],
      [staff, unknownId],
      [owner, headOffice],
      [owner, unknownId],
    ] as const) {
      const answer = await create(actor, { companyId });
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('Company not found');
    }
  });
});

describe('change', () => {
  let id: string;
  beforeEach(async () => {
    id = await colleague();
  });

  it('replaces the fields, keeps omitted ones, and records which ones changed', async () => {
    const before = await stored(id);
    const answer = await update(staff, id, { isActive: undefined, companyId: headOffice });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ name: 'Grace Nakato', companyName: 'Head Office' });
    const { data } = answer.body;
    expect((await logOf(id, 'users.update'))?.details).toEqual({
      changed: ['firstName', 'lastName', 'username', 'newEmail', 'phoneNumber', 'company'],
      from: {
        firstName: 'Test',
        lastName: 'Person',
        username: (before as { username: string }).username,
        newEmail: null,
        phoneNumber: null,
        company: { id: owner.companyId, name: expect.any(String) },
      },
      to: {
        firstName: 'Grace',
        lastName: 'Nakato',
        username: data.username,
        newEmail: data.newEmail,
        phoneNumber: '+256772000111',
        company: { id: headOffice, name: 'Head Office' },
      },
    });
    expect(await stored(id)).toMatchObject({
      password_hash: (before as { password_hash: string }).password_hash,
      is_staff: false,
    });
    const { phoneNumber: _, ...withoutPhone } = input();
    const again = await test.call(staff, 'PUT', `/User/${id}`, withoutPhone);
    expect(again.body.data.phoneNumber).toBe('+256772000111');
    expect((await update(staff, id, { phoneNumber: null })).body.data.phoneNumber).toBeNull();
  });

  it('an inactive user stays inactive by default', async () => {
    await test.owner.rows('update users set is_active = false where id = $1', [id]);
    expect((await update(staff, id, { isActive: undefined })).body.data.isActive).toBe(false);
    expect((await update(owner, id, { isActive: true })).body.data.isActive).toBe(true);
  });

  it('sets a password that works at once and ends the sessions', async () => {
    const actor = await signIn(test.owner, id, owner.companyId);
    const { email } = (await stored(id)) as { email: string };
    const fields = input({ email, password: 'Jackfruit-9' });
    expect((await test.call(staff, 'PUT', `/User/${id}`, fields)).status).toBe(200);
    expect((await test.call(actor, 'GET', `/User/${id}`)).status).toBe(401);
    const { password } = fields;
    expect((await test.call(null, 'POST', '/Auth/login', { email, password })).status).toBe(200);
    const log = await logOf(id, 'users.update');
    expect(log?.details['changed']).toContain('password');
    expect(JSON.stringify(log)).not.toContain('Jackfruit');
    expect((await update(staff, id, { password: 'password1' })).body.fields).toEqual({
      password: 'This password is one of the most common ones. Choose another.',
    });
  });

  it('a company cannot set a password: its setter could sign in with it', async () => {
    const manager = await createMember(test.owner, {
      companyId: owner.companyId ?? '',
      role: 'client_manager',
    });
    for (const actor of [owner, manager]) {
      const before = await stored(id);
      const answer = await update(actor, id, { password: 'Jackfruit-9' });
      const message = 'Only an administrator can set the password of another user';
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ message, fields: { password: message } });
      expect(await stored(id)).toEqual(before);
    }
    const stranger = await createMember(test.owner);
    expect((await update(stranger, id, { password: 'Jackfruit-9' })).status).toBe(404);
  });

  it('does not overwrite a concurrent change or reactivate a user', async () => {
    const read = async () => (await test.call(staff, 'GET', `/User/${id}`)).body.data;
    const seen = await read();
    const off = await update(staff, id, { isActive: false, updatedAt: seen.updatedAt });
    expect(off.status, off.text).toBe(200);
    const before = await stored(id);
    const late = await update(owner, id, { isActive: true, updatedAt: seen.updatedAt });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      code: 'refused',
      message:
        'Someone else changed this user in the meantime. Look at what changed, then save again.',
    });
    expect(await stored(id)).toEqual(before);
    const { updatedAt } = await read();
    expect((await update(owner, id, { isActive: true, updatedAt })).body.data.isActive).toBe(true);
  });

  it('a sign-in does not make a change stale', async () => {
    const { email } = (await stored(id)) as { email: string };
    const fields = input({ email, password: 'Jackfruit-9' });
    const { data } = (await test.call(staff, 'PUT', `/User/${id}`, fields)).body;
    const { password } = fields;
    expect((await test.call(null, 'POST', '/Auth/login', { email, password })).status).toBe(200);
    expect((await update(staff, id, { updatedAt: data.updatedAt })).status).toBe(200);
  });

  it.each([{ isActive: false }, { companyId: 'another' }])(
    'ends the sessions on a change of %j',
    async (fields) => {
      const actor = await signIn(test.owner, id, owner.companyId);
      const companyId = await createCompany(test.owner);
      const change = 'companyId' in fields ? { companyId } : fields;
      expect((await update(staff, id, change)).status).toBe(200);
      expect((await test.call(actor, 'GET', `/User/${id}`)).status).toBe(401);
    },
  );

  it('refuses taken values and changes nothing', async () => {
    const other = (await create(staff)).body.data;
    const before = await stored(id);
    const taken = await update(staff, id, { email: other.email.toUpperCase() });
    expect(taken.body.fields).toEqual({ email: 'Email is already in use' });
    const name = await update(staff, id, { username: other.username });
    expect(name.body.fields).toEqual({ username: 'Username is already in use' });
    expect(await stored(id)).toEqual(before);
  });

  it('puts the role chosen in the client portal first and keeps the others', async () => {
    const many = await colleague(['Restricted', 'client_user', 'client_manager']);
    expect((await update(owner, many, { roles: ['Admin'] })).status).toBe(200);
    expect(await rolesOf(owner, many)).toEqual(['client_admin', 'Restricted']);
    expect((await logOf(many, 'users.update'))?.details).toMatchObject({
      changed: expect.arrayContaining(['roles']),
      from: { roles: ['Restricted', 'client_user', 'client_manager'] },
      to: { roles: ['client_admin', 'Restricted'] },
    });
    expect((await update(owner, many, { roles: ['Admin'] })).status).toBe(200);
    expect((await logOf(many, 'users.update'))?.details['changed']).not.toContain('roles');
    const none = await colleague([]);
    await update(owner, none, { roles: ['Manager'] });
    expect(await rolesOf(owner, none)).toEqual(['client_manager']);
  });

  it('moves a role that the user already held to the front', async () => {
    const second = await colleague(['Restricted', 'client_user']);
    await update(owner, second, { roles: ['User'] });
    expect(await rolesOf(owner, second)).toEqual(['client_user', 'Restricted']);
  });

  it('refuses an unknown company, and a move by anybody but staff', async () => {
    expect((await update(staff, id, { companyId: unknownId })).body).toMatchObject({
      message: 'Company not found',
      fields: { companyId: 'Company not found' },
    });
    for (const companyId of [headOffice, unknownId]) {
      const answer = await update(owner, id, { companyId });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe('Only administrators can move a user to another company');
    }
    expect((await update(owner, id, { companyId: owner.companyId })).status).toBe(200);
  });
});

describe('a change of the own user', () => {
  it('a company user can change their own name and nothing more', async () => {
    const me = await createMember(test.owner);
    const { email } = (await stored(me.userId)) as { email: string };
    const fields = { email, isActive: true, roles: ['Admin'], companyId: me.companyId };
    expect((await update(me, me.userId, fields)).status).toBe(200);
    for (const [change, message] of [
      [{ roles: ['User'] }, 'You cannot change your own role'],
      [{ isActive: false }, 'You cannot deactivate yourself'],
      [
        { password: 'Stolen-session-1' },
        'Change your own password in Settings, with the current one',
      ],
    ] as const) {
      const answer = await update(me, me.userId, { email, ...change });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        message,
        fields: { [Object.keys(change)[0]!]: message },
      });
    }
    expect((await remove(me, me.userId)).body).toMatchObject({
      code: 'forbidden',
      message: 'You cannot delete your own user',
    });
    expect(await rolesOf(me, me.userId)).toEqual(['client_admin']);
  });

  it('staff can move themselves to Head Office without losing the session, but not deactivate themselves', async () => {
    const me = await createStaff(test.owner);
    const { email } = (await stored(me.userId)) as { email: string };
    expect((await update(me, me.userId, { email, companyId: headOffice })).status).toBe(200);
    expect((await test.call(me, 'GET', '/Company?page=1')).status).toBe(200);
    const off = await update(me, me.userId, { email, isActive: false });
    expect(off.status).toBe(403);
    expect(off.body.message).toBe('You cannot deactivate yourself');
    expect((await remove(me, me.userId)).body.message).toBe('You cannot delete your own user');
    expect(await stored(me.userId)).toMatchObject({ deleted_at: null, is_active: true });
  });
});

describe('delete', () => {
  it('keeps the row, removes roles and sessions, and frees email and username', async () => {
    const { data } = (await create(owner)).body;
    const actor = await signIn(test.owner, data.id, owner.companyId);
    expect((await remove(owner, data.id)).body).toMatchObject({ success: true, data: null });
    expect((await test.call(actor, 'GET', `/User/${data.id}`)).status).toBe(401);
    expect((await test.call(staff, 'GET', `/User/${data.id}`)).status).toBe(404);
    expect(await stored(data.id)).toMatchObject({ deleted_at: expect.any(Date) });
    const held = await test.owner.rows('select 1 from user_roles where user_id = $1', [data.id]);
    expect(held).toEqual([]);
    expect(await logOf(data.id, 'users.remove')).toMatchObject({ actor_id: owner.userId });
    const { email, username } = data;
    expect((await create(staff, { email, username })).status).toBe(200);
    expect((await remove(owner, data.id)).status).toBe(404);
  });

  it('happens once when requested five times concurrently', async () => {
    const id = await colleague();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(owner, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('the last active Admin of a company', () => {
  const reason = 'This is the last active Admin of the company. Make somebody else Admin first.';

  /** `peer`: may do the same, but is no Admin. */
  async function company() {
    const first = await createMember(test.owner);
    const companyId = first.companyId ?? '';
    const role = await createRoleWith(test.owner, ...companyPermissionNames);
    const peer = await createMember(test.owner, { companyId, role });
    return { companyId, first, peer };
  }
  const takeRole = async (actor: TestActor, userId: string) =>
    test.call(actor, 'POST', '/User/remove-role', { userId, roleId: builtInRoles.clientAdmin });

  it.each([
    ['deleted', (actor: TestActor, id: string) => remove(actor, id)],
    ['switched off', (actor: TestActor, id: string) => update(actor, id, { isActive: false })],
    [
      'made something else',
      (actor: TestActor, id: string) => update(actor, id, { roles: ['User'] }),
    ],
  ])('cannot be %s, not even by staff', async (_what, act) => {
    const { companyId, first, peer } = await company();
    await createUser(test.owner, { companyId, roles: ['client_admin'], isActive: false });
    await createUser(test.owner, { companyId, roles: ['client_user'] });
    const before = await stored(first.userId);
    for (const actor of [peer, staff]) {
      const refused = await act(actor, first.userId);
      expect(refused.status, refused.text).toBe(409);
      expect(refused.body.message).toBe(reason);
    }
    expect(await stored(first.userId)).toEqual(before);
    expect((await update(peer, first.userId, { roles: ['Admin'] })).status).toBe(200);
    await createUser(test.owner, { companyId, roles: ['client_admin'] });
    expect((await act(staff, first.userId)).status).toBe(200);
  });

  it('cannot be moved by staff, nor lose the role', async () => {
    const { companyId, first } = await company();
    const moved = await update(staff, first.userId, { companyId: headOffice });
    const demoted = await takeRole(staff, first.userId);
    for (const answer of [moved, demoted]) {
      expect(answer.status, answer.text).toBe(409);
      expect(answer.body.message).toBe(reason);
    }
    await createUser(test.owner, { companyId, roles: ['client_admin'] });
    expect((await takeRole(staff, first.userId)).status).toBe(200);
  });

  it('one remains when all are removed concurrently', async () => {
    const { companyId, first, peer } = await company();
    const others = await Promise.all(
      Array.from({ length: 3 }, () =>
        createUser(test.owner, { companyId, roles: ['client_admin'] }),
      ),
    );
    const answers = await Promise.all([first.userId, ...others].map((id) => remove(peer, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  });
});

describe('a caller without access', () => {
  it.each(['PUT', 'DELETE'] as const)('%s finds no user and changes nothing', async (method) => {
    const stranger = await createMember(test.owner);
    const id = await colleague();
    const before = await stored(id);
    const send = (target: string) =>
      test.call(stranger, method, `/User/${target}`, method === 'PUT' ? input() : undefined);
    const [foreign, unknown] = [await send(id), await send(unknownId)];
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(await stored(id)).toEqual(before);
  });

  it('a Head Office user who is not staff cannot change staff', async () => {
    const clerk = await createMember(test.owner, { companyId: headOffice });
    const boss = await createUser(test.owner, {
      companyId: headOffice,
      isStaff: true,
      roles: ['Admin'],
    });
    const before = await stored(boss);
    for (const answer of [
      await update(clerk, boss, { password: 'Take-it-over-1' }),
      await update(clerk, boss, { roles: ['User'] }),
      await remove(clerk, boss),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe(
        'This person may do more than you, so you cannot change them',
      );
    }
    expect(await stored(boss)).toEqual(before);
  });

  it('a caller without the permission is refused', async () => {
    const viewer = await createMember(test.owner, {
      companyId: owner.companyId ?? '',
      role: 'client_user',
    });
    const id = await colleague();
    expect((await create(viewer)).status).toBe(403);
    expect((await update(viewer, id)).status).toBe(403);
    expect((await remove(viewer, id)).status).toBe(403);
  });
});
