import type { AuditEntry } from '@sente/contract/audit';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLoner, createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createUser } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let staff: TestActor;
/** The tests below know every entry of this history. */
let companyId: string;
let actorId: string;

const unknownId = '00000000-0000-7000-8000-00000000dead';

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Audited Ltd' });
  actorId = await createUser(test.owner, { isStaff: true, email: 'Busy@Example.test' });
  // Midnight in Kampala is nine in the evening before in UTC.
  await write('first', '2026-01-30T20:59:59Z', { actor: true });
  await write('second', '2026-01-30T21:00:00Z', { email: 'other@example.test' });
  await write('third', '2026-01-31T20:59:59Z', { actor: true, result: 'refused' });
  await write('fourth', '2026-01-31T21:00:00Z', { email: null });
  // About another record, but by the same person.
  await write('elsewhere', '2026-02-03T09:00:00Z', { actor: true, subject: uuidV7() });
});

interface Written {
  readonly actor?: boolean;
  readonly email?: string | null;
  readonly result?: string;
  readonly subject?: string;
}

async function write(action: string, at: string, fields: Written): Promise<void> {
  const { actor = false, email = null, result = 'done', subject = companyId } = fields;
  await test.owner.rows(
    `insert into audit_log (at, actor_id, actor_email, action, subject_type, subject_id, result, address, details)
     values ($1, $2, $3, $4, 'companies', $5, $6, '10.0.0.9', '{"changed": ["phone"]}')`,
    [at, actor ? actorId : null, actor ? 'Busy@Example.test' : email, action, subject, result],
  );
}

const ask = (query: string, actor = staff) => test.call(actor, 'GET', `/Audit?${query}`);
const ofCompany = () => `subjectType=companies&subjectId=${companyId}`;
async function actions(query: string): Promise<string[]> {
  const { status, body, text } = await ask(query);
  expect(status, text).toBe(200);
  return body.data.map((entry: AuditEntry) => entry.action);
}

describe('list', () => {
  it("answers a record's entries, newest first, with everything they hold", async () => {
    expect(await actions(ofCompany())).toEqual(['fourth', 'third', 'second', 'first']);
    const { data, meta } = (await ask(ofCompany())).body;
    expect(meta).toEqual({ nextBefore: null });
    expect(data[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: '2026-01-31T20:59:59.000Z',
      actorId,
      actorName: 'Test Person',
      actorEmail: 'Busy@Example.test',
      askedByName: null,
      isByProvider: true,
      action: 'third',
      subjectType: 'companies',
      subjectId: companyId,
      subjectName: 'Audited Ltd',
      companyId: null,
      companyName: null,
      result: 'refused',
      address: '10.0.0.9',
      details: { changed: ['phone'] },
    });
  });

  it('answers what one person did, to this record or to any record', async () => {
    expect(await actions(`actorId=${actorId}`)).toEqual(['elsewhere', 'third', 'first']);
    expect(await actions(`${ofCompany()}&actorId=${actorId}`)).toEqual(['third', 'first']);
    expect(await actions(`actorId=${unknownId}`)).toEqual([]);
  });

  it('answers everything without filters', async () => {
    expect((await actions('limit=1')).length).toBe(1);
    expect(await actions('search=busy')).toEqual(['elsewhere', 'third', 'first']);
  });

  it('searches the email case-insensitively and takes wildcards literally', async () => {
    expect(await actions(`${ofCompany()}&search=OTHER@`)).toEqual(['second']);
    expect(await actions(`${ofCompany()}&search=%25`)).toEqual([]);
    expect(await actions(`${ofCompany()}&search=`)).toHaveLength(4);
  });

  it('finds refused sign-ins by the name and the email of whose sign-in it was', async () => {
    const email = 'guessed.at@example.test';
    const id = await createUser(test.owner, { companyId, email });
    await test.owner.rows(
      "update users set first_name = 'Zawadi', last_name = 'Birungi' where id = $1",
      [id],
    );
    const signIn = (typed: string) =>
      test.call(null, 'POST', '/Auth/login', { email: typed, password: 'Wrong-pass-1' });
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn('stranger@nowhere.test')).status).toBe(401);
    expect(await actions('search=GUESSED.at')).toEqual(['auth.login']);
    expect(await actions('search=zawadi birungi')).toEqual(['auth.login']);
    expect(await actions('search=stranger@nowhere')).toEqual(['auth.login']);
    expect(await actions('search=guessed&result=done')).toEqual([]);
    // What others did about the person is not what the person did.
    await write('server', '2026-02-04T09:00:00Z', { email: null, subject: uuidV7() });
    expect(await actions('search=Audited')).toEqual([]);
  });

  it('treats days as whole Kampala days; either end may be left out', async () => {
    const days = (query: string) => actions(`${ofCompany()}&${query}`);
    expect(await days('startDate=2026-01-31&endDate=2026-01-31')).toEqual(['third', 'second']);
    expect(await days('startDate=2026-01-31')).toEqual(['fourth', 'third', 'second']);
    expect(await days('endDate=2026-01-30')).toEqual(['first']);
    expect(await days('startDate=0001-01-01&endDate=9999-12-31')).toHaveLength(4);
  });

  it('pages stay stable while entries are written', async () => {
    const subject = await createCompany(test.owner);
    for (let n = 1; n <= 5; n++) await write(`n${n}`, '2026-03-01T08:00:00Z', { subject });
    const page = async (before?: string) =>
      (
        await ask(
          `subjectType=companies&subjectId=${subject}&limit=2${before ? `&before=${before}` : ''}`,
        )
      ).body as { data: AuditEntry[]; meta: { nextBefore: string | null } };
    const first = await page();
    await write('n6', '2026-03-01T08:00:00Z', { subject });
    const second = await page(first.meta.nextBefore ?? '');
    const third = await page(second.meta.nextBefore ?? '');
    expect([first, second, third].map(({ data }) => data.map(({ action }) => action))).toEqual([
      ['n5', 'n4'],
      ['n3', 'n2'],
      ['n1'],
    ]);
    expect(third.meta.nextBefore).toBeNull();
  });

  it.each([
    ['subjectType=companies', 'subjectId', 'Subject id is required with a subject type'],
    [`subjectId=${unknownId}`, 'subjectType', 'Subject type is required with a subject id'],
    [
      'startDate=2026-02-02&endDate=2026-02-01',
      'startDate',
      'Start date must not be after end date',
    ],
    ['startDate=yesterday', 'startDate', 'Must be a date like 2026-01-31'],
    ['before=x', 'before', 'Must be an id of an entry'],
    ['limit=0', 'limit', 'Must be a whole number from 1 to 200'],
    ['limit=201', 'limit', 'Must be a whole number from 1 to 200'],
  ])('refuses %s and names the field', async (query, field, message) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.fields).toEqual({ [field]: message });
  });

  it.each(['subjectType=sessions&subjectId=x', 'actorId=1', 'limit=1&limit=2', 'sort=at'])(
    'refuses %s',
    async (query) => {
      expect((await ask(query)).status).toBe(400);
    },
  );

  it('only staff can read the audit log', async () => {
    for (const actor of [await createMember(test.owner), await createLoner(test.owner)]) {
      expect((await ask('', actor)).status).toBe(403);
    }
    expect((await test.call(null, 'GET', '/Audit')).status).toBe(401);
  });
});

describe('audit entries', () => {
  const newest = async (subjectType: string, subjectId: string): Promise<AuditEntry> =>
    (await ask(`subjectType=${subjectType}&subjectId=${subjectId}&limit=1`)).body.data[0];

  it('an account change is recorded with its author and fields', async () => {
    const accountId = await createAccount(test.owner, companyId);
    const change = { accountName: 'Main account', isActive: false };
    expect((await test.call(staff, 'PUT', `/Account/${accountId}`, change)).status).toBe(200);
    expect(await newest('accounts', accountId)).toMatchObject({
      action: 'accounts.update',
      actorId: staff.userId,
      result: 'done',
      companyId,
      details: { changed: ['isActive'], from: { isActive: true }, to: { isActive: false } },
    });
  });

  it.each([
    ['POST', '/User/assign-role', 'users.assignRole'],
    ['POST', '/User/remove-role', 'users.removeRole'],
  ] as const)(
    'a refused %s %s is recorded in the history of the user',
    async (method, path, action) => {
      const userId = await createUser(test.owner, { companyId });
      const answer = await test.call(staff, method, path, { userId, roleId: unknownId });
      expect([404, 409]).toContain(answer.status);
      expect(await newest('users', userId)).toMatchObject({
        action,
        actorId: staff.userId,
        result: 'refused',
        details: { code: answer.body.code },
      });
    },
  );

  it('names what was tried instead of an id, cut if it is long', async () => {
    for (const tried of ['abc', 'x'.repeat(80)]) {
      expect((await test.call(staff, 'GET', `/Transaction/${tried}`)).status).toBe(404);
    }
    const sql =
      "select details, subject_id from audit_log where action = 'transactions.get' order by id";
    expect(await test.owner.rows(sql)).toEqual([
      { details: { code: 'not_found', tried: 'abc' }, subject_id: null },
      { details: { code: 'not_found', tried: 'x'.repeat(60) }, subject_id: null },
    ]);
  });

  it('a refused company change by a company user is recorded', async () => {
    const member = await createMember(test.owner);
    const id = await createCompany(test.owner);
    await test.call(member, 'DELETE', `/Company/${id}`);
    expect(await newest('companies', id)).toMatchObject({
      action: 'companies.remove',
      actorId: member.userId,
      result: 'refused',
      details: { code: 'forbidden' },
    });
    expect(await actions(`actorId=${member.userId}`)).toEqual(['companies.remove']);
  });
});

describe("a company's own part", () => {
  it('has what concerns it, with own people by name and the provider without', async () => {
    const owner = await createMember(test.owner);
    const company = owner.companyId ?? '';
    const colleague = await createUser(test.owner, { companyId: company, roles: ['client_user'] });
    await test.call(owner, 'DELETE', `/User/${colleague}`);
    await test.call(staff, 'POST', '/Company/credentials', { companyId: company });
    const own = (actor = owner, query = '') =>
      test.call(actor, 'GET', `/Audit/company/${company}${query}`);
    const { status, body } = await own();
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        action: 'credentials.create',
        isByProvider: true,
        actorId: null,
        actorName: null,
        actorEmail: null,
        address: null,
      },
      { action: 'users.remove', isByProvider: false, actorName: 'Test Person' },
    ]);
    expect(body.data[1].actorEmail).toMatch(/@example\.test$/);
    // The provider's people cannot be searched for either.
    const staffEmail = await test.owner.row<{ email: string }>(
      'select email from users where id = $1',
      [staff.userId],
    );
    expect((await own(owner, `?search=${staffEmail?.email}`)).body.data).toEqual([]);
    expect((await own(owner, `?actorId=${staff.userId}`)).body.data).toEqual([]);
    const byOwner = (await own(owner, `?actorId=${owner.userId}`)).body.data;
    expect(byOwner.map(({ action }: AuditEntry) => action)).toEqual(['users.remove']);
    expect((await own(staff, `?actorId=${staff.userId}`)).body.data).toHaveLength(1);
    expect((await own(owner, '?action=users&result=done')).body.data).toHaveLength(1);
    expect((await own(staff)).body.data[0].actorId).toBe(staff.userId);

    const manager = await createMember(test.owner, { companyId: company, role: 'client_manager' });
    expect((await own(manager)).status).toBe(403);
    expect((await own(await createMember(test.owner))).status).toBe(404);
  });
});

describe('filters of the platform', () => {
  it.each([
    ['action=third', ['third']],
    ['action=thir', []],
    ['action=first,elsewhere,fir', ['elsewhere', 'first']],
    ['result=refused&search=test person', ['third']],
    ['search=BUSY', ['elsewhere', 'third', 'first']],
  ])('%s', async (query, expected) => {
    expect(await actions(`${query}&endDate=2026-02-28`)).toEqual(expected);
  });

  it('a group has all its actions, and a company what concerns it', async () => {
    const company = await createCompany(test.owner);
    await test.call(staff, 'POST', '/Company/credentials', { companyId: company });
    expect(await actions(`companyId=${company}&action=credentials`)).toEqual([
      'credentials.create',
    ]);
    expect(await actions(`companyId=${company}&action=companies`)).toEqual([]);
    expect((await ask('action=a%25')).body.fields).toEqual({
      action: 'Must be an action or a group of actions',
    });
  });
});
