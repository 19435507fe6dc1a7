import { isAdministratorRole } from '@sente/contract/administrator-roles';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { createLoner, createMember, createStaff, signIn } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createCompany, createUser } from './factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

/** Names that a reader, or a careless comparison, mistakes for an administrator role. */
const recognisedByScreens = [
  'Admin',
  'SuperAdmin',
  'super_admin',
  'ADMIN',
  'aDmIn',
  'SUPERADMIN',
  'superADMIN',
  'Super_Admin',
  'SUPER_ADMIN',
];

const notRecognised = [
  // Spaces around, inside and instead of letters.
  ' Admin',
  'Admin ',
  '\tAdmin',
  'Admin\n',
  '\u00a0Admin',
  'Admin\u3000',
  'A d m i n',
  'Super Admin',
  'super  admin',
  // Invisible characters.
  '\u200bAdmin',
  'Ad\u200bmin',
  'Ad\u200cmin',
  'Ad\u200dmin',
  'Admin\ufeff',
  'Ad\u00admin',
  'Ad\u2060min',
  'Ad\u034fmin',
  'Ad\u3164min',
  'Ad\uffa0min',
  '\u202eAdmin',
  '\u202enimdA',
  // Lookalike letters: Cyrillic, Greek, Armenian, mathematical, full width, circled.
  '\u0410dmin',
  '\u0430dmin',
  'Adm\u0456n',
  '\u0391dmin',
  'Admi\u0578',
  'Super\u0410dmin',
  'S\u03c5perAdmin',
  '\ud835\udc00\ud835\udc1d\ud835\udc26\ud835\udc22\ud835\udc27',
  '\uff21\uff44\uff4d\uff49\uff4e',
  '\uff41\uff44\uff4d\uff49\uff4e',
  '\u24b6dmin',
  '\u13aa\u13a0\u13b7\u13a5\u13be',
  '\ua4ee\ua4d3\ua4df\ua4f2\ua4e0',
  'Adm\u01c0n',
  // Diacritics, and case rules that differ by language.
  'A\u0301dmin',
  'Adm\u0131n',
  'ADM\u0130N',
  '\u017fuperadmin',
  'Admi\u0307n',
  // Underscores, joined and other words.
  '_admin',
  'admin_',
  'super__admin',
  'super-admin',
  'super.admin',
  'super\u005f\u200badmin',
  'super\uff3fadmin',
  'Administrator',
  'root',
  'staff',
  'is_staff',
  '*',
  "Admin' or is_staff--",
];
const spellings = [...recognisedByScreens, ...notRecognised];

it('the staff flag has no effect outside Head Office', async () => {
  const companyId = await createCompany(test.owner);
  const userId = await createUser(test.owner, { companyId, isStaff: true, roles: ['SuperAdmin'] });
  const actor = await signIn(test.owner, userId, companyId);
  expect((await test.call(actor, 'GET', '/Company')).status).toBe(403);
});

it('staff without any role are staff, and may do nothing beyond their own profile', async () => {
  const staff = await createStaff(test.owner, 'no such role');
  expect((await test.call(staff, 'GET', '/Admin/notification-settings')).status).toBe(200);
  expect((await test.call(staff, 'GET', `/User/${staff.userId}`)).status).toBe(200);
  expect((await test.call(staff, 'GET', '/Company')).status).toBe(403);
});

it('staff permissions have no effect for a user who is not staff', async () => {
  const roleId = uuidV7();
  await test.owner.rows('insert into roles (id, name) values ($1, $2)', [roleId, roleId]);
  await test.owner.rows(
    `insert into role_permissions (role_id, permission_id)
     select $1, id from permissions where name like 'staff%'`,
    [roleId],
  );
  const member = await createMember(test.owner, { role: roleId });
  expect((await test.call(member, 'GET', '/Company')).status).toBe(403);
  expect((await test.call(member, 'GET', '/Role')).status).toBe(403);
});

/** A non-staff role with exactly this name replaces the one that differs only in case. */
async function holdRole(userId: string, roleName: string): Promise<void> {
  const roleId = uuidV7();
  const namesake = 'select id from roles where lower(name) = lower($1)';
  await test.owner.rows(`delete from user_roles where role_id in (${namesake})`, [roleName]);
  await test.owner.rows(`delete from roles where id in (${namesake})`, [roleName]);
  await test.owner.rows('insert into roles (id, name, is_staff) values ($1, $2, false)', [
    roleId,
    roleName,
  ]);
  await test.owner.rows('insert into user_roles (user_id, role_id) values ($1, $2)', [
    userId,
    roleId,
  ]);
}

describe.each([
  ['a company user', () => createMember(test.owner, { role: 'Restricted' })],
  ['someone without a company', () => createLoner(test.owner)],
])('%s', (_who, createActor) => {
  it.each(spellings)('is not staff through the role %j', async (roleName) => {
    const actor = await createActor();
    await holdRole(actor.userId, roleName);
    const answer = await test.call(actor, 'GET', '/Company');
    expect(answer.status).toBe(403);
    expect(answer.body.data).toBeNull();
    // The name is returned unchanged and grants no access.
    const me = await test.call(actor, 'GET', `/User/${actor.userId}`);
    expect(me.body.data.roles.map(({ name }: { name: string }) => name)).toContain(roleName);
  });
});

/** The client portal's forms send one of three fixed values. */
describe('the role that a company assigns to its users', () => {
  const person = (fields: object) => ({
    firstName: 'Made',
    lastName: 'Up',
    username: uuidV7(),
    email: `${uuidV7()}@example.test`,
    ...fields,
  });
  const staffMade = () => test.owner.rows('select id from users where is_staff');

  it.each(spellings)('is never %j of the platform', async (roleName) => {
    const owner = await createMember(test.owner);
    const { companyId } = owner;
    const colleague = await createUser(test.owner, { companyId: companyId ?? '' });
    const before = await staffMade();
    const roles = [roleName];
    const made = person({ companyId, roles, password: 'Mango-tree-7' });
    for (const answer of [
      await test.call(owner, 'POST', '/User', made),
      await test.call(owner, 'PUT', `/User/${colleague}`, person({ roles })),
    ]) {
      if (roleName === 'Admin') expect(answer.body.data.role).toBe('client_admin');
      else expect(answer.status).toBe(400);
    }
    expect(await staffMade()).toEqual(before);
  });
});

it('covers at least 40 different spellings', () => {
  expect(new Set(spellings).size).toBe(spellings.length);
  expect(spellings.length).toBeGreaterThanOrEqual(40);
});

/** Screens use it to choose the menu. It grants no access. */
it('screens recognise the plain spellings in any case, and no lookalike', () => {
  expect(spellings.filter((name) => isAdministratorRole(name))).toEqual(recognisedByScreens);
});
