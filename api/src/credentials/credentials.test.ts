import { Writable } from 'node:stream';
import type { Credential } from '@sente/contract/credentials';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { createSealer } from '../security/secrets.ts';
import { isOurKey } from './keys.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';
const oneSet =
  'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.';

let test: TestApp;
let staff: TestActor;
let companyId: string;
/** Everything that the server wrote to its log. */
let logged = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  test = await createTestApp({ logger: pino({ level: 'trace' }, sink) });
  staff = await createStaff(test.owner);
});

beforeEach(async () => {
  companyId = await createCompany(test.owner);
});

const list = (of = companyId) => test.call(staff, 'GET', `/Company/${of}/credentials`);
const create = (of = companyId) =>
  test.call(staff, 'POST', '/Company/credentials', { companyId: of });
const made = async (): Promise<Credential> => (await create()).body.data;
const regenerate = (recordId: string, of = companyId) =>
  test.call(staff, 'PUT', '/Company/credentials', { recordId, companyId: of });
const toggle = (recordId: string, more: object = {}) =>
  test.call(staff, 'PATCH', '/Company/credentials/deactivate', { recordId, companyId, ...more });
const reveal = (recordId: string, of = companyId) =>
  test.call(staff, 'POST', '/Company/credentials/reveal', { recordId, companyId: of });
const remove = (recordId: string, of = companyId) =>
  test.call(staff, 'DELETE', `/Company/credentials/${recordId}?companyId=${of}`);
const stored = () =>
  test.owner.row<{ id: string; secret_sealed: Buffer; key_name: string; is_active: boolean }>(
    'select * from company_credentials where company_id = $1',
    [companyId],
  );
const history = () =>
  test.owner.rows<{ action: string; result: string; details: Record<string, unknown> }>(
    `select action, result, details from audit_log
     where subject_type = 'companies' and subject_id = $1 order by id`,
    [companyId],
  );

describe('create and read', () => {
  it('creates a set that only staff can read again', async () => {
    expect((await list()).body.data).toEqual([]);
    expect(await history()).toEqual([]);
    const answer = await create();
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({ companyId, isActive: true, lastUsedAt: null });
    expect(data.channelId).toMatch(/^snt_ch_/);
    expect(data.secretKey).toMatch(/^snt_sk_/);
    expect(isOurKey(data.channelId) && isOurKey(data.secretKey)).toBe(true);
    expect((await list()).body.data).toEqual([{ ...data, secretKey: null }]);
    expect((await reveal(data.recordId)).body.data).toEqual(data);
    const member = await createMember(test.owner, { companyId });
    expect((await test.call(member, 'GET', `/Company/${companyId}/credentials`)).status).toBe(403);
  });

  it('stores the secret sealed and forbids caching', async () => {
    const { secretKey } = await made();
    const row = await test.owner.row<{ whole: string }>(
      `select encode(secret_sealed, 'escape') || company_credentials::text as whole
       from company_credentials where company_id = $1`,
      [companyId],
    );
    expect(row?.whole).not.toContain(secretKey);
    expect((await stored())?.secret_sealed).toHaveLength(12 + (secretKey?.length ?? 0) + 16);
    expect((await reveal((await stored())?.id ?? '')).headers['cache-control']).toBe('no-store');
    expect((await create(await createCompany(test.owner))).headers['cache-control']).toBe(
      'no-store',
    );
  });

  it('refuses a second set, even among ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(9);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'refused', message: oneSet });
    expect((await list()).body.data).toHaveLength(1);
  });

  it('answers 404 for an unknown or archived company', async () => {
    const { recordId } = await made();
    await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
    for (const answer of [
      await list(),
      await list(unknownId),
      await create(),
      await create(unknownId),
      await reveal(recordId),
      await regenerate(recordId),
      await toggle(recordId),
      await remove(recordId),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('Company not found');
    }
    expect(await stored()).toMatchObject({ id: recordId });
  });
});

describe('regenerate', () => {
  it('replaces both keys at once and keeps the rest', async () => {
    const before = await made();
    await test.owner.rows(
      "update company_credentials set is_active = false, last_used_at = now(), updated_at = now() - interval '1 day' where id = $1",
      [before.recordId],
    );
    const answer = await regenerate(before.recordId);
    expect(answer.status).toBe(200);
    const after: Credential = answer.body.data;
    expect(after).toMatchObject({
      recordId: before.recordId,
      isActive: false,
      lastUsedAt: null,
      createdAt: before.createdAt,
    });
    expect(after.secretKey).not.toBe(before.secretKey);
    expect(after.channelId).not.toBe(before.channelId);
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect((await reveal(before.recordId)).body.data).toEqual(after);
  });
});

describe('activate and deactivate', () => {
  it('toggles and answers the new state', async () => {
    const { recordId } = await made();
    expect((await toggle(recordId)).body.data).toMatchObject({ isActive: false, secretKey: null });
    expect((await toggle(recordId)).body.data).toMatchObject({ isActive: true, secretKey: null });
    expect((await list()).body.data[0].isActive).toBe(true);
  });

  it('a double click that sends the seen state toggles once', async () => {
    const { recordId } = await made();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => toggle(recordId, { expectedIsActive: true })),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ isActive: false, secretKey: null });
    }
    expect(await stored()).toMatchObject({ is_active: false });
    const actions = (await history()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'credentials.toggle')).toHaveLength(1);
  });
});

describe('delete', () => {
  it('deletes the set and allows a new one', async () => {
    const { recordId } = await made();
    expect((await remove(recordId)).body).toMatchObject({ success: true, data: null });
    expect((await list()).body.data).toEqual([]);
    expect((await remove(recordId)).body.message).toBe('API credentials not found');
    expect((await create()).status).toBe(200);
  });
});

it.each([
  ['reveal', reveal],
  ['regenerate', regenerate],
  ['toggle', (recordId: string, of: string) => toggle(recordId, { companyId: of })],
  ['remove', remove],
] as const)('%s needs the company that the set belongs to', async (_, act) => {
  const { recordId } = await made();
  const before = await stored();
  const other = await createCompany(test.owner);
  for (const answer of [await act(recordId, other), await act(unknownId, companyId)]) {
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('API credentials not found');
  }
  expect(await stored()).toEqual(before);
});

describe('a secret that cannot be opened', () => {
  const otherKey = createSealer(Buffer.alloc(32, 9));

  it.each([
    [
      'another key',
      'encrypted with another key',
      () =>
        test.owner.rows('update company_credentials set key_name = $2 where company_id = $1', [
          companyId,
          otherKey.keyName,
        ]),
    ],
    [
      'a damaged row',
      'damaged',
      () =>
        test.owner.rows(
          `update company_credentials set secret_sealed = set_byte(secret_sealed, 20,
             get_byte(secret_sealed, 20) # 1) where company_id = $1`,
          [companyId],
        ),
    ],
  ])(
    'a secret that cannot be opened (%s) is reported with its cause and can be replaced',
    async (_, cause, spoil) => {
      const { recordId, channelId } = await made();
      await spoil();
      const answer = await list();
      expect(answer.status).toBe(200);
      expect(answer.body.data[0]).toMatchObject({ recordId, channelId, isReadable: false });
      expect(answer.body.message).toContain(cause);
      expect((await reveal(recordId)).body).toMatchObject({
        message: answer.body.message,
        data: { secretKey: null, isReadable: false },
      });
      expect(answer.body.message).toContain('egenerate the credentials');
      expect((await toggle(recordId)).body).toMatchObject({
        data: { isReadable: false, isActive: false },
      });
      const renewed = await regenerate(recordId);
      expect(renewed.body.message).toBeNull();
      expect((await list()).body.data[0].isReadable).toBe(true);
      expect((await reveal(recordId)).body.data).toEqual(renewed.body.data);
      await spoil();
      expect((await remove(recordId)).status).toBe(200);
    },
  );

  it('a secret does not open in the row of another company', async () => {
    await made();
    const row = await stored();
    const otherCompany = await createCompany(test.owner);
    const other = (await create(otherCompany)).body.data;
    await test.owner.rows('update company_credentials set secret_sealed = $2 where id = $1', [
      other.recordId,
      row?.secret_sealed,
    ]);
    expect((await list(otherCompany)).body.data[0].isReadable).toBe(false);
    expect((await reveal(other.recordId, otherCompany)).body.data.secretKey).toBeNull();
  });
});

describe('the history', () => {
  it("records every look at the secret and change in the company's history, and no secret anywhere", async () => {
    const first = await made();
    await list();
    await reveal(first.recordId);
    await toggle(first.recordId);
    const second: Credential = (await regenerate(first.recordId)).body.data;
    await create();
    await remove(first.recordId);
    const told = await history();
    expect(told).toEqual([
      entry('create', { channelId: first.channelId }),
      entry('reveal', { channelId: first.channelId }),
      entry('toggle', { channelId: first.channelId, isActive: false }),
      entry('regenerate', { channelId: second.channelId, replaced: first.channelId }),
      { action: 'credentials.create', result: 'refused', details: { code: 'refused' } },
      entry('remove', { channelId: second.channelId }),
    ]);
    const log = await test.owner.row<{ whole: string }>(
      'select string_agg(audit_log::text, chr(10)) as whole from audit_log',
    );
    for (const text of [first.secretKey, second.secretKey]) {
      expect(log?.whole).not.toContain(text);
      expect(logged).not.toContain(text);
    }
    expect(logged).toContain('credentials.regenerate');
  });

  it('records a refused company user', async () => {
    const { recordId } = await made();
    const member = await createMember(test.owner, { companyId });
    await test.call(member, 'GET', `/Company/${companyId}/credentials`);
    await test.call(member, 'DELETE', `/Company/credentials/${recordId}?companyId=${companyId}`);
    expect((await history()).slice(1)).toEqual([
      { action: 'credentials.list', result: 'refused', details: { code: 'forbidden' } },
      { action: 'credentials.remove', result: 'refused', details: { code: 'forbidden' } },
    ]);
  });

  function entry(action: string, details: object) {
    return { action: `credentials.${action}`, result: 'done', details };
  }
});
