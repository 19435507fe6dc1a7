import type { ApiKey, NewApiKey } from '@sente/contract/api-keys';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { newsOf } from '../../test/news.ts';
import { callSigned, createCredential, type SignedRequest } from '../../test/signed.ts';
import { runJobs } from '../../test/webhooks.ts';
import { isOurKey } from './keys.ts';

let test: TestApp;
let admin: TestActor;
let companyId: string;
const news = newsOf(() => test);
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  await createAccount(test.owner, companyId);
});

const body = { name: 'Shop', scopes: ['collect', 'payout', 'read'] };
const create = (more: object = {}, by = admin) =>
  test.call(by, 'POST', '/ApiKeys', { ...body, ...more });
const made = async (more: object = {}): Promise<Usable> => usable((await create(more)).body.data);
const rotate = (id: string, overlap: string, by = admin) =>
  test.call(by, 'POST', `/ApiKeys/${id}/rotate`, { overlap });
const revoke = (id: string, by = admin) => test.call(by, 'DELETE', `/ApiKeys/${id}`);
const listed = async (by = admin): Promise<ApiKey[]> =>
  (await test.call(by, 'GET', `/Company/${companyId}/keys`)).body.data;

type Usable = NewApiKey & { readonly secretKey: string };
const usable = (key: NewApiKey): Usable => ({ ...key, secretKey: key.secretKey ?? '' });

const balance: SignedRequest = { method: 'GET', path: '/v1/Payments/balance' };
const codeOf = async (key: Usable, request: SignedRequest): Promise<string> => {
  const { status, body: answer } = await callSigned(test, key, request);
  return status < 300 ? 'done' : String(answer.code);
};
const age = (id: string, what: string) =>
  test.owner.rows(`update company_credentials set ends_at = ${what} where id = $1`, [id]);

describe('a key of the company', () => {
  it('works at once, and its secret is told once', async () => {
    const key = await made({ allowedAddresses: ['127.0.0.0/8', '::1'] });
    expect([isOurKey(key.channelId), isOurKey(key.secretKey)]).toEqual([true, true]);
    expect(await codeOf(key, balance)).toBe('done');
    const { secretKey, ...shown } = key;
    const [row] = await listed();
    expect(row).toEqual({ ...shown, lastUsedAt: expect.any(String), lastUsedAddress: '127.0.0.1' });
    expect(row).toMatchObject({ madeBy: 'company', algorithm: 'hmac-sha256', state: 'active' });
    expect(JSON.stringify(await listed())).not.toContain(secretKey);
  });

  it('stands beside others and the set of staff, each with its own secret', async () => {
    const ofStaff = await createCredential(test.owner, companyId);
    const keys = [await made(), await made({ name: 'Till' })];
    for (const key of keys) expect(await codeOf(key, balance)).toBe('done');
    expect((await callSigned(test, ofStaff, balance)).status).toBe(200);
    expect((await listed()).map(({ name, madeBy }) => [name, madeBy])).toEqual([
      ['Key from the provider', 'staff'],
      ['Till', 'company'],
      ['Shop', 'company'],
    ]);
    // That set is changed by staff alone.
    expect((await revoke(ofStaff.id)).status).toBe(404);
    expect((await rotate(ofStaff.id, 'none')).status).toBe(404);
  });

  it('is one of at most twenty that work', async () => {
    const first = await made();
    for (let n = 1; n < 20; n++) expect((await create()).status).toBe(200);
    const refusal = await create();
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toBe('A company has at most 20 keys. Revoke one first.');
    expect((await rotate(first.id, 'day')).status).toBe(409);
    // The old one makes room.
    expect((await rotate(first.id, 'none')).status).toBe(200);
  });

  it.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['scopes', { scopes: [] }, 'Choose what the key may do'],
    ['endsAt', { endsAt: '2020-01-01T00:00:00Z' }, 'Must be in the future'],
    ['publicKey', { publicKey: 'c2hvcnQ=' }, 'Must be a public key of Ed25519, in PEM or Base64'],
  ])('needs a right %s', async (field, wrong, message) => {
    const answer = await create(wrong);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it.each(['shop.example', '203.0.113', '203.0.113.0/33', '0.0.0.0/', ''])(
    'is not limited to %j',
    async (address) => {
      expect((await create({ allowedAddresses: [address] })).status).toBe(400);
    },
  );

  it('belongs to its company', async () => {
    const { id } = await made();
    const stranger = await createMember(test.owner);
    expect((await rotate(id, 'none', stranger)).status).toBe(404);
    expect((await revoke(id, stranger)).status).toBe(404);
    expect((await test.call(stranger, 'GET', `/Company/${companyId}/keys`)).status).toBe(404);
    const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
    expect((await create({}, colleague)).status).toBe(403);
    expect(await listed()).toHaveLength(1);
  });

  it('is told to the other administrators', async () => {
    const other = await createMember(test.owner, { companyId });
    await rotate((await made()).id, 'hour');
    await runJobs(test);
    const told = (await news.list(other)).filter(({ kind }) => kind === 'protection');
    expect(told.map(({ title, link: to }) => [title, to])).toEqual([
      ['An API key was rotated', '/client/developers'],
      ['An API key was made', '/client/developers'],
    ]);
    expect(told[1]?.text).toContain('made the API key Shop. Whoever has its secret acts');
    expect(await news.titles(admin)).not.toContain('An API key was made');
  });

  it('is in the history of the company, without its secret', async () => {
    const key = await made();
    const next = usable((await rotate(key.id, 'hour')).body.data);
    await revoke(next.id);
    const rows = await test.owner.rows<{ action: string; details: object }>(
      `select action, details from audit_log
       where subject_id = $1 and action like 'apiKeys.%' and result = 'done' order by id`,
      [companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'apiKeys.create',
      'apiKeys.rotate',
      'apiKeys.revoke',
    ]);
    expect(rows[1]?.details).toMatchObject({ replaced: key.channelId, overlap: 'hour' });
    expect(JSON.stringify(rows)).not.toMatch(/snt_sk_/);
  });
});

describe('a rotation', () => {
  it('makes a key that works beside the old one until that ends', async () => {
    const old = await made({ scopes: ['read'], allowedAddresses: ['127.0.0.1'] });
    const next = usable((await rotate(old.id, 'day')).body.data);
    expect(next).toMatchObject({ name: 'Shop', scopes: ['read'], allowedAddresses: ['127.0.0.1'] });
    expect(next.channelId).not.toBe(old.channelId);
    expect([await codeOf(old, balance), await codeOf(next, balance)]).toEqual(['done', 'done']);
    const [, ending] = await listed();
    const left = Date.parse(ending?.endsAt ?? '') - Date.now();
    expect(left / 3_600_000).toBeCloseTo(24, 0);
    await age(old.id, "now() - interval '1 second'");
    expect(await codeOf(old, balance)).toBe('credential_inactive');
    expect((await listed()).map(({ state }) => state)).toEqual(['active', 'ended']);
    expect((await rotate(old.id, 'day')).status).toBe(409);
  });

  it('ends the old one at once, if asked to', async () => {
    const old = await made();
    const next = usable((await rotate(old.id, 'none')).body.data);
    expect(await codeOf(old, balance)).toBe('credential_inactive');
    expect(await codeOf(next, balance)).toBe('done');
  });

  it('does not prolong a key that ends earlier', async () => {
    const endsAt = new Date(Date.now() + 60_000).toISOString();
    const old = await made({ endsAt });
    await rotate(old.id, 'week');
    expect((await listed()).map((key) => key.endsAt)).toEqual([endsAt, endsAt]);
  });
});

describe('the end of a key', () => {
  it('is at once when it is revoked', async () => {
    const key = await made();
    expect((await revoke(key.id)).status).toBe(200);
    expect(await codeOf(key, balance)).toBe('signature_invalid');
    expect(await listed()).toEqual([]);
  });

  it('is shown for a month', async () => {
    const key = await made();
    await age(key.id, "now() - interval '31 days'");
    expect(await listed()).toEqual([]);
    await made();
    const rows = await test.owner.rows('select 1 from company_credentials where id = $1', [key.id]);
    expect(rows).toEqual([]);
  });
});

describe('staff', () => {
  it('see the keys of a company and switch them off, and never their secrets', async () => {
    const key = await made();
    const staff = await createStaff(test.owner);
    expect(await listed(staff)).toMatchObject([{ id: key.id, state: 'active' }]);
    const ref = { recordId: key.id, companyId };
    const paths = ['/Company/credentials/reveal', '/Company/credentials'] as const;
    expect((await test.call(staff, 'POST', paths[0], ref)).status).toBe(404);
    expect((await test.call(staff, 'PUT', paths[1], ref)).status).toBe(404);
    const off = await test.call(staff, 'PATCH', '/Company/credentials/deactivate', ref);
    expect(off.body.data).toMatchObject({ isActive: false, secretKey: null });
    expect(await codeOf(key, balance)).toBe('credential_inactive');
    expect((await listed())[0]?.state).toBe('off');
    // Nor does the company get around it.
    expect((await rotate(key.id, 'none')).status).toBe(409);
    // Their own set is a matter apart.
    const set = await test.call(staff, 'GET', `/Company/${companyId}/credentials`);
    expect(set.body.data).toEqual([]);
    expect((await test.call(staff, 'POST', '/Company/credentials', { companyId })).status).toBe(
      200,
    );
  });
});
