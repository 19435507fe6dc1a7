import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '../src/http/app-error.ts';
import { parseBody } from '../src/http/parse.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';
import { unchangedBy } from './fingerprint.ts';
import { endpoints, fieldsOf, sampleOf } from './samples.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';
import { deviceOf, insertTill, type TillDevice } from './till-devices.ts';

/**
 * Fields that an attacker would add to a write, to gain rights, money or access, each with a value.
 */
const forbidden: Record<string, unknown> = {
  id: '00000000-0000-7000-8000-000000000201',
  recordId: '00000000-0000-7000-8000-000000000201',
  companyId: '00000000-0000-7000-8000-000000000201',
  company_id: '00000000-0000-7000-8000-000000000201',
  userId: '00000000-0000-7000-8000-000000000201',
  accountId: '00000000-0000-7000-8000-000000000201',
  isStaff: true,
  is_staff: true,
  isAdmin: true,
  isHeadOffice: true,
  is_head_office: true,
  isBuiltIn: true,
  role: 'SuperAdmin',
  roles: ['SuperAdmin'],
  roleId: '00000000-0000-7000-8000-000000000201',
  permissions: ['canManageUsers'],
  balance: 1_000_000,
  held: 0,
  floor: null,
  status: 'Active',
  createdAt: '2020-01-01T00:00:00Z',
  updatedAt: '2020-01-01T00:00:00Z',
  archivedAt: null,
  deletedAt: null,
  passwordHash: 'x',
  password_hash: 'x',
  token: 'x',
  secretKey: 'x',
  ['__proto__']: { isStaff: true },
  constructor: { prototype: { isStaff: true } },
  prototype: { isStaff: true },
  toString: 'x',
  hasOwnProperty: 'x',
  $where: '1',
  'name; drop table users': 'x',
  '': 'x',
};

/** An answer names no more than these, so that no more are sent at once. */
const mostErrors = 20;

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let credential: TestCredential;
let device: TillDevice;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  member = await createMember(test.owner);
  const companyId = member.companyId ?? '';
  credential = await createCredential(test.owner, companyId);
  const accountId = await createAccount(test.owner, companyId);
  device = deviceOf(test, await insertTill(test.owner, companyId, accountId));
});

/** A CSV file has no fields. */
const writes = endpoints.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.bodyType !== 'text/csv',
);

/** Fields that this call does not declare. */
function forbiddenFor(endpoint: Endpoint): [string, unknown][] {
  const declared = new Set(Object.keys(fieldsOf(endpoint, 'body')));
  return Object.entries(forbidden).filter(([name]) => !declared.has(name));
}

/** As text: assigning `__proto__` would add no field. */
function bodyWith(sample: object | undefined, ...added: readonly [string, unknown][]): string {
  const texts = [...Object.entries(sample ?? {}), ...added].map(
    ([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`,
  );
  return `{${texts.join(',')}}`;
}

/** What `{id}` must be for the caller to have access; null if any record will do. */
function ownIdFor({ access }: Endpoint, actor: TestActor): string | null {
  if (access.who === 'self') return actor.userId;
  return access.who === 'company' && access.from === 'params.id' ? actor.companyId : null;
}

/** An authorised caller, for an existing company. */
function send(
  endpoint: Endpoint,
  companyId: string,
  added: readonly [string, unknown][],
): Promise<TestAnswer> {
  const isTenant = endpoint.access.who === 'company' || endpoint.access.who === 'own-company';
  const actor = isTenant ? member : staff;
  const sample = sampleOf(endpoint, 'body');
  if (sample && 'companyId' in sample) sample['companyId'] = actor.companyId ?? companyId;
  const params = sampleOf(endpoint, 'params') ?? {};
  if ('companyId' in params) params['companyId'] = actor.companyId ?? companyId;
  if ('id' in params) params['id'] = ownIdFor(endpoint, actor) ?? companyId;
  const query = { ...sampleOf(endpoint, 'query') } as Record<string, string>;
  const path = fillPath(endpoint.path, params as Record<string, string>);
  const search = endpoint.query ? `?${new URLSearchParams(query)}` : '';
  if (endpoint.bodyType === 'multipart/form-data') {
    // Not by assignment, because of `__proto__`.
    const fields = Object.fromEntries([...Object.entries(sample ?? {}), ...added]);
    return test.submit(actor, endpoint.method, path + search, fields);
  }
  const body = bodyWith(sample, ...added);
  if (endpoint.access.who === 'till')
    return device.call(endpoint.method, path + search, JSON.parse(body));
  if (endpoint.access.who === 'credential') {
    return callSigned(test, credential, { method: endpoint.method, path: path + search, body });
  }
  return test.send(actor, endpoint.method, path + search, body);
}

it.each(writes)('$name accepts none of the forbidden fields', async ({ endpoint }) => {
  const names = forbiddenFor(endpoint);
  expect(names.length).toBeGreaterThanOrEqual(20);
  const companyId = await createCompany(test.owner);
  const before = await unchangedBy(test.owner, 'writes');
  for (const [name, value] of names) {
    expect(isRefusedByRules(endpoint, name, value), name).toBe(true);
  }
  for (let sent = 0; sent < names.length; sent += mostErrors) {
    const added = names.slice(sent, sent + mostErrors);
    expectRefused(await send(endpoint, companyId, added), endpoint, added);
  }
  expect(await unchangedBy(test.owner, 'writes')).toEqual(before);
  expect(({} as Record<string, unknown>)['isStaff']).toBeUndefined();
});

function expectRefused(
  answer: TestAnswer,
  endpoint: Endpoint,
  added: readonly [string, unknown][],
): void {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.code).toBe('validation_failed');
  // A call without a body only says that it accepts none.
  if (!endpoint.body) return;
  const unknown = added.map(([name]) => `Unknown field: ${name}`);
  expect(answer.body.errors.toSorted()).toEqual(unknown.toSorted());
}

function isRefusedByRules(endpoint: Endpoint, name: string, value: unknown): boolean {
  try {
    parseBody(endpoint, JSON.parse(bodyWith(sampleOf(endpoint, 'body'), [name, value])));
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return !endpoint.body || error.errors.join() === `Unknown field: ${name}`;
  }
}

it('stores only the sample when only the sample is sent', async () => {
  const companyId = await createCompany(test.owner);
  const byName = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));
  for (const name of ['companies.create', 'companies.update']) {
    const endpoint = byName.get(name);
    if (!endpoint) throw new Error(name);
    const body = sampleOf(endpoint, 'body');
    const path = fillPath(endpoint.path, { id: companyId });
    const answer = await test.call(staff, endpoint.method, path, body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ ...body });
  }
});
