import type { User } from '@sente/contract/users';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLoner, createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createUser } from '../../test/factories.ts';
import { builtInRoles } from './built-in-roles.ts';

let test: TestApp;
let owner: TestActor;
let staff: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  owner = await createMember(test.owner);
  staff = await createStaff(test.owner);
});

const read = (actor: TestActor, id: string) => test.call(actor, 'GET', `/User/${id}`);
const unknownId = '00000000-0000-7000-8000-00000000dead';

/** Names to recognise users in a list; the other fields come from the factory. */
async function createNamed(
  companyId: string,
  [firstName, lastName]: readonly [string, string],
  fields: { email?: string; username?: string; isActive?: boolean; roles?: string[] } = {},
): Promise<string> {
  const { username, ...others } = fields;
  const id = await createUser(test.owner, { companyId, ...others });
  await test.owner.rows(
    `update users set first_name = $2, last_name = $3, username = coalesce($4, username)
     where id = $1`,
    [id, firstName, lastName, username ?? null],
  );
  return id;
}

describe('one user', () => {
  it('everyone can read themselves, with roles and permissions', async () => {
    const restricted = await createMember(test.owner, { role: 'Restricted' });
    const loner = await createLoner(test.owner);
    expect((await read(restricted, restricted.userId)).body.data).toMatchObject({
      id: restricted.userId,
      companyId: restricted.companyId,
      role: 'Restricted',
      roles: [{ name: 'Restricted', permissions: [] }],
      lastLoginDate: null,
    });
    expect((await read(loner, loner.userId)).body.data).toMatchObject({
      companyId: null,
      companyName: null,
      role: 'user',
    });
    const { roles } = (await read(owner, owner.userId)).body.data;
    expect(roles[0].permissions).toHaveLength(12);
  });

  it('what the roles of a company allow is told to everybody who is signed in', async () => {
    const clerk = await createMember(test.owner, { role: 'client_user' });
    for (const actor of [clerk, staff]) {
      const { data } = (await test.call(actor, 'GET', '/User/company-roles')).body;
      expect(data.map(({ name }: { name: string }) => name)).toEqual(['Admin', 'Manager', 'User']);
      expect(data[0].permissions).toHaveLength(12);
      expect(data[1].permissions).not.toContain('canManageCompany');
      expect(data[2].permissions).toContain('canViewTransactions');
    }
  });

  it('the password is never returned', async () => {
    expect((await read(owner, owner.userId)).text).not.toContain('password');
  });

  it('colleagues are visible with the permission to view users, other users never', async () => {
    const colleague = await createUser(test.owner, { companyId: owner.companyId ?? '' });
    const stranger = await createMember(test.owner);
    const restricted = await createMember(test.owner, {
      companyId: owner.companyId ?? '',
      role: 'Restricted',
    });
    expect((await read(owner, colleague)).status).toBe(200);
    expect((await read(staff, colleague)).status).toBe(200);
    expect((await read(restricted, colleague)).status).toBe(403);
    const foreign = await read(stranger, colleague);
    const unknown = await read(stranger, unknownId);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(foreign.body.message).toBe('User not found');
    expect((await read(owner, staff.userId)).status).toBe(404);
  });
});

/** The names in a list, in order. */
const namesOf = (users: { name: string }[]) => users.map(({ name }) => name);

describe('list', () => {
  let company: string;
  let other: string;
  beforeAll(async () => {
    company = await createCompany(test.owner, { name: 'Lakeside Fibre' });
    other = await createCompany(test.owner, { name: 'Hillside' });
    await createNamed(company, ['zed', 'Last'], { email: 'one@lake.test', username: 'zeddy' });
    await createNamed(company, ['Amina', 'Zawedde'], {
      email: 'Two@Lake.test',
      roles: ['client_user', 'client_manager', 'Restricted'],
    });
    await createNamed(company, ['Amina', 'Babirye'], { email: 'three@lake.test', isActive: false });
    await createNamed(other, ['Brian', 'Lubega'], { email: 'brian@hill.test' });
  });
  const list = async (query: string) => {
    const answer = await test.call(staff, 'GET', `/User${query}`);
    expect(answer.status, answer.text).toBe(200);
    return { names: namesOf(answer.body.data), ...answer.body };
  };

  it('is sorted by first and last name, case-insensitively, with totals', async () => {
    const { names, meta } = await list(`?companyId=${company}`);
    expect(names).toEqual(['Amina Babirye', 'Amina Zawedde', 'zed Last']);
    expect(meta).toEqual({ totalCount: 3, totalPages: 1, page: 1, pageSize: 3 });
  });

  it('is sorted by company and last login when asked, those without one last', async () => {
    await test.owner.rows(
      `update users set last_login_at = now() - case when first_name = 'zed' then '1 day' else '2 days' end::interval
       where company_id = $1 and last_name <> 'Babirye'`,
      [company],
    );
    const of = `companyId=${company}`;
    const byLogin = ['Amina Zawedde', 'zed Last', 'Amina Babirye'];
    expect((await list(`?${of}&sort=lastLogin`)).names).toEqual(byLogin);
    expect((await list(`?${of}&sort=lastLogin&direction=desc`)).names).toEqual([
      'zed Last',
      'Amina Zawedde',
      'Amina Babirye',
    ]);
    expect((await list(`?${of}&sort=user&direction=desc`)).names[0]).toBe('zed Last');
    const companies = async (direction: string): Promise<string[]> => {
      const { data } = await list(`?search=side&sort=company&direction=${direction}`);
      return [...new Set<string>(data.map((user: User) => user.companyName))];
    };
    expect(await companies('asc')).toEqual(['Hillside', 'Lakeside Fibre']);
    expect(await companies('desc')).toEqual(['Lakeside Fibre', 'Hillside']);
  });

  it.each([
    ['first name', 'AMINA', ['Amina Babirye', 'Amina Zawedde']],
    ['last name', 'zawed', ['Amina Zawedde']],
    ['both as they are said', 'amina zaw', ['Amina Zawedde']],
    ['email', 'TWO@lake', ['Amina Zawedde']],
    ['username', 'zeddy', ['zed Last']],
    ['company name', 'lakeSIDE', ['Amina Babirye', 'Amina Zawedde', 'zed Last']],
    ['signs as they are', '%25', []],
  ])('searches the %s', async (_what, search, names) => {
    expect((await list(`?search=${search}`)).names).toEqual(names);
  });

  it('narrows to a status and to those who hold a role, whichever they hold first', async () => {
    const within = `?companyId=${company}`;
    expect((await list(`${within}&isActive=false`)).names).toEqual(['Amina Babirye']);
    expect((await list(`${within}&isActive=true&isPending=false`)).names).toEqual([
      'Amina Zawedde',
      'zed Last',
    ]);
    const { clientManager, superAdmin } = builtInRoles;
    expect((await list(`${within}&roleId=${clientManager}`)).names).toEqual(['Amina Zawedde']);
    expect((await list(`${within}&roleId=${superAdmin}`)).names).toEqual([]);
  });

  it('narrows a search to one company', async () => {
    expect((await list(`?companyId=${other}&search=a`)).names).toEqual(['Brian Lubega']);
    expect((await list(`?companyId=${unknownId}`)).names).toEqual([]);
  });

  it('answers pages, and the last one for a page past the end', async () => {
    const second = await list(`?companyId=${company}&page=2&pageSize=2`);
    expect(second.names).toEqual(['zed Last']);
    expect(second.meta).toEqual({ totalCount: 3, totalPages: 2, page: 2, pageSize: 2 });
    expect((await list(`?companyId=${company}&page=9&pageSize=2`)).names).toEqual(['zed Last']);
  });

  it('answers each person with the roles in order of assignment', async () => {
    const { data } = await list('?search=zawedde&page=1');
    expect(data[0]).toMatchObject({
      companyName: 'Lakeside Fibre',
      role: 'client_user',
      isActive: true,
    });
    expect(namesOf(data[0].roles)).toEqual(['client_user', 'client_manager', 'Restricted']);
    expect(data[0].roles[1].permissions).toHaveLength(11);
    expect(data[0].roles[2].permissions).toEqual([]);
  });

  it('leaves out deleted users and users of archived companies', async () => {
    const gone = await createCompany(test.owner, { name: 'Gone Tomorrow' });
    const archived = await createNamed(gone, ['Archie', 'Vanished']);
    const deleted = await createNamed(other, ['Della', 'Vanished']);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [gone]);
    await test.owner.rows('update users set deleted_at = now() where id = $1', [deleted]);
    expect((await list('?search=vanished')).names).toEqual([]);
    for (const id of [archived, deleted]) expect((await read(staff, id)).status).toBe(404);
    const page = await test.call(staff, 'GET', `/User/company/${gone}/paged`);
    expect(page.status).toBe(404);
    expect(page.body.message).toBe('Company not found');
  });

  it.each(['?page=0', '?page=x', '?companyId=7', '?searchTerm=a', '?pageSize=101&page=1'])(
    'refuses %s',
    async (query) => {
      expect((await test.call(staff, 'GET', `/User${query}`)).status).toBe(400);
    },
  );
});

describe('the page of company users', () => {
  let member: TestActor;
  let company: string;
  beforeAll(async () => {
    member = await createMember(test.owner);
    company = member.companyId ?? '';
    await test.owner.rows("update users set first_name = 'Olive' where id = $1", [member.userId]);
    await createNamed(company, ['Mark', 'One'], { roles: ['client_manager'] });
    await createNamed(company, ['Uma', 'Two'], { roles: ['client_user', 'client_admin'] });
    await createNamed(company, ['Nora', 'None'], { isActive: false });
    await createNamed(company, ['Rita', 'Shut'], { roles: ['Restricted'] });
  });
  const page = async (query = '', actor: TestActor = member) => {
    const answer = await test.call(actor, 'GET', `/User/company/${company}/paged${query}`);
    expect(answer.status, answer.text).toBe(200);
    const { data, meta } = answer.body;
    return { names: namesOf(data.items), ...data, ...(meta as object) };
  };

  it('has its own totals', async () => {
    const first = await page('?pageSize=2');
    expect(first).toMatchObject({
      names: ['Mark One', 'Nora None'],
      totalCount: 5,
      totalPages: 3,
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const last = await page('?page=3&pageSize=2', staff);
    expect(last).toMatchObject({ names: ['Uma Two'], hasNextPage: false, hasPreviousPage: true });
  });

  it('counts all people of the company, whatever is searched', async () => {
    const invited = await createNamed(company, ['Ivy', 'Invited']);
    await test.owner.rows('update users set password_hash = null where id = $1', [invited]);
    const counts = { all: 6, active: 4, pending: 1, admins: 1 };
    expect(await page('?searchTerm=Olive&pageSize=1')).toMatchObject({ totalCount: 1, counts });
    await test.owner.rows('update users set deleted_at = now() where id = $1', [invited]);
  });

  it.each([
    ['?isActive=false', ['Nora None']],
    ['?isActive=true&searchTerm=o', ['Mark One', 'Olive Person', 'Uma Two']],
    ['?role=admin', ['Olive Person']],
    ['?role=manager', ['Mark One']],
    // The first role is shown; a user without roles is shown as "user".
    ['?role=user', ['Nora None', 'Uma Two']],
    ['?searchTerm=Company', []],
  ])('finds users with %s', async (query, names) => {
    expect((await page(query)).names).toEqual(names);
  });

  it('requires the permission to view users, within the own company', async () => {
    const restricted = await createMember(test.owner, { companyId: company, role: 'Restricted' });
    const stranger = await createMember(test.owner);
    const path = `/User/company/${company}/paged`;
    expect((await test.call(restricted, 'GET', path)).status).toBe(403);
    expect((await test.call(stranger, 'GET', path)).status).toBe(404);
  });
});
