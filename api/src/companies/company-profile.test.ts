import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';

const profile = {
  phone: '0772 555111',
  address: 'Kira Road 2, Kampala',
  website: 'https://kiraroad.example',
};
const png = (mark: string) => Buffer.from(`\x89PNG\r\n\x1a\n${mark}`, 'latin1');

let test: TestApp;
let staff: TestActor;
let companyId: string;
let owner: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

beforeEach(async () => {
  companyId = await createCompany(test.owner, { name: 'Kira Road WiFi' });
  owner = await createMember(test.owner, { companyId, role: 'client_admin' });
});

const update = (actor: TestActor, body: object, id = companyId) =>
  test.call(actor, 'PUT', `/Company/${id}/profile`, body);
const upload = (actor: TestActor, logo: Buffer, id = companyId) =>
  test.submit(actor, 'PUT', `/Company/${id}/logo`, { logo });
const lastLog = () =>
  test.owner.row<{ action: string; actor_id: string; details: { changed?: string[] } }>(
    'select action, actor_id, details from audit_log where subject_id = $1 order by id desc limit 1',
    [companyId],
  );
const pictures = async () => (await test.owner.rows('select hash from avatars')).length;

describe('the profile', () => {
  it('is changed by the company itself, and nothing else with it', async () => {
    const before = (await test.call(owner, 'GET', `/Company/${companyId}`)).body.data;
    const answer = await update(owner, profile);
    expect(answer.status, answer.text).toBe(200);
    const changes = { ...profile, phone: '+256772555111', updatedAt: expect.any(String) };
    expect(answer.body.data).toEqual({ ...before, ...changes });
    expect(await lastLog()).toMatchObject({
      action: 'companies.updateProfile',
      actor_id: owner.userId,
      details: { changed: ['phone', 'address', 'website'] },
    });
  });

  it('is changed by staff as well, and a newer version is not overwritten', async () => {
    const seen = (await test.call(staff, 'GET', `/Company/${companyId}`)).body.data.updatedAt;
    expect((await update(staff, { ...profile, updatedAt: seen })).status).toBe(200);
    expect((await update(owner, { ...profile, website: '', updatedAt: seen })).status).toBe(409);
  });

  it.each([
    ['phone', 'abc', 'Please enter a valid phone number'],
    ['phone', '', 'Phone number is required'],
    ['address', ' ', 'Address is required'],
    ['website', 'javascript:alert(1)', 'Invalid website URL'],
  ])('refuses %s %j', async (field, value, message) => {
    const answer = await update(owner, { ...profile, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it('refuses a name or an email: those are the provider’s', async () => {
    expect((await update(owner, { ...profile, name: 'Other' })).status).toBe(400);
    expect((await update(owner, { ...profile, email: 'x@y.test' })).status).toBe(400);
  });

  it('is for those who manage the company, and for no other company', async () => {
    const manager = await createMember(test.owner, { companyId, role: 'client_manager' });
    const stranger = await createMember(test.owner);
    for (const [actor, status] of [
      [manager, 403],
      [stranger, 404],
    ] as const) {
      expect((await update(actor, profile)).status).toBe(status);
      expect((await upload(actor, png('theirs'))).status).toBe(status);
      expect((await test.call(actor, 'DELETE', `/Company/${companyId}/logo`)).status).toBe(status);
    }
    const kept = await test.owner.row('select address, logo from companies where id = $1', [
      companyId,
    ]);
    expect(kept).toEqual({ address: 'Kampala', logo: null });
  });
});

describe('the logo', () => {
  it('is stored, served by its content, replaced and removed', async () => {
    const before = await pictures();
    const first = await upload(owner, png('first'));
    expect(first.status, first.text).toBe(200);
    const { logo } = first.body.data;
    expect(logo).toMatch(/^\/logos\/[0-9a-f]{64}\.png$/);
    expect(await lastLog()).toMatchObject({ action: 'companies.uploadLogo' });
    const served = await test.app.inject({ url: logo });
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(served.rawPayload).toEqual(png('first'));

    const second = (await upload(staff, png('second'))).body.data.logo;
    expect(second).not.toBe(logo);
    expect((await test.app.inject({ url: logo })).statusCode).toBe(404);
    const removed = await test.call(owner, 'DELETE', `/Company/${companyId}/logo`);
    expect(removed.body.data.logo).toBeNull();
    expect(await pictures()).toBe(before);
  });

  it('stays while another company has the same picture', async () => {
    const other = await createMember(test.owner);
    const { logo } = (await upload(owner, png('shared'))).body.data;
    await upload(other, png('shared'), other.companyId ?? '');
    await test.call(owner, 'DELETE', `/Company/${companyId}/logo`);
    expect((await test.app.inject({ url: logo })).statusCode).toBe(200);
  });

  it('does not make a new version of what staff are changing', async () => {
    const seen = (await test.call(staff, 'GET', `/Company/${companyId}`)).body.data.updatedAt;
    await upload(owner, png('meanwhile'));
    expect((await update(staff, { ...profile, updatedAt: seen })).status).toBe(200);
  });

  it.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG or WebP/],
    ['more than 512 KB', Buffer.concat([png(''), Buffer.alloc(512 * 1024)]), /at most 512 KB/],
  ])('refuses %s', async (_what, file, message) => {
    const answer = await upload(owner, file);
    expect(answer.status).toBe(400);
    expect(answer.body.fields['logo']).toMatch(message);
  });

  it('refuses a form without a picture', async () => {
    const answer = await test.submit(owner, 'PUT', `/Company/${companyId}/logo`, {});
    expect(answer.status).toBe(400);
  });
});

it('keeps a typed logo URL, and lets browsers load pictures of this server only', async () => {
  await test.owner.rows(
    "update companies set logo_url = 'https://elsewhere.test/l.png' where id = $1",
    [companyId],
  );
  const { data } = (await test.call(owner, 'GET', `/Company/${companyId}`)).body;
  expect(data).toMatchObject({ logoUrl: 'https://elsewhere.test/l.png', logo: null });
});
