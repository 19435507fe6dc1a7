import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createRoleWith } from '../../test/factories.ts';
import { createProduct } from '../../test/products.ts';
import { createDevice, createTill, openTill } from '../../test/till-devices.ts';

let test: TestApp;
let manager: TestActor;
let stranger: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  stranger = await createMember(test.owner);
});
beforeEach(async () => {
  await test.owner.rows("delete from throttles where key like 'till:%'");
  manager = await createMember(test.owner);
  companyId = manager.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
});

const act = (path: string, body?: object, actor = manager) =>
  test.call(actor, 'POST', `/Tills${path}`, body);
const details = async (id: string) => (await test.call(manager, 'GET', `/Tills/${id}`)).body.data;
const audited = () =>
  test.owner.rows<{ action: string; details: object }>(
    `select action, details from audit_log where company_id = $1 and action like 'till%' order by id`,
    [companyId],
  );

describe('a till', () => {
  it('has a name of its own, an account and what it sells', async () => {
    const { id: productId } = await createProduct(test.owner, companyId, { code: 'DAY-1' });
    const made = await act('', { name: ' Front desk ', accountId, productIds: [productId] });
    expect(made.status, made.text).toBe(200);
    expect(made.body.data).toMatchObject({
      name: 'Front desk',
      accountId,
      products: [{ id: productId, productCode: 'DAY-1' }],
      deviceCount: 0,
      devices: [],
      cashiers: [],
      createdBy: 'Test Person',
    });
    const again = await act('', { name: 'front DESK', accountId, productIds: [] });
    expect(again.body.fields).toEqual({ name: 'Another till has this name' });
    const { id } = made.body.data;
    const changed = await test.call(manager, 'PUT', `/Tills/${id}`, {
      name: 'Back door',
      productIds: [],
    });
    expect(changed.body.data).toMatchObject({ name: 'Back door', products: [] });
    expect(await audited()).toMatchObject([
      { action: 'tills.create', details: { till: 'Front desk' } },
      { action: 'tills.update', details: { changed: ['name', 'products'] } },
    ]);
  });

  it('is listed for staff, with when its paired devices were last seen', async () => {
    const staff = await createStaff(test.owner);
    await createTill(test, manager, { accountId });
    await act('', { name: 'Unpaired', accountId, productIds: [] });
    const list = await test.call(staff, 'GET', `/Tills?companyId=${companyId}`);
    expect(list.body.data).toMatchObject([
      { name: 'Front desk', accountId, deviceCount: 1, seenAt: expect.stringMatching(/^20/) },
      { name: 'Unpaired', deviceCount: 0, seenAt: null },
    ]);
  });

  it('sells only products of the company, and by people who may see them', async () => {
    const { id: foreign } = await createProduct(test.owner, stranger.companyId ?? '');
    const body = { name: 'Front desk', accountId, productIds: [foreign] };
    expect((await act('', body)).body.fields).toEqual({ productIds: 'Product not found' });
    const role = await createRoleWith(test.owner, 'canManageAccounts');
    const bookkeeper = await createMember(test.owner, { companyId, role });
    expect((await act('', body, bookkeeper)).status).toBe(403);
    expect((await act('', { ...body, productIds: [] }, bookkeeper)).status).toBe(200);
  });

  it('of another company does not exist', async () => {
    const { id, cashierId } = await createTill(test, manager, { accountId });
    const [device] = (await details(id)).devices;
    for (const path of ['/end', '/devices', `/cashiers/${cashierId}/pin`]) {
      const body = path === '/devices' ? { name: 'Mine now' } : undefined;
      expect((await act(`/${id}${path}`, body, stranger)).status, path).toBe(404);
    }
    const own = await createAccount(test.owner, stranger.companyId ?? '');
    const theirs = await createTill(test, stranger, { accountId: own });
    // A device or a cashier of another till is not found below one's own.
    expect(
      (await act(`/${theirs.id}/devices/${device.id}/unpair`, undefined, stranger)).status,
    ).toBe(404);
    expect(
      (await act(`/${theirs.id}/cashiers/${cashierId}/remove`, undefined, stranger)).status,
    ).toBe(404);
    const foreign = { name: 'Mine', accountId, productIds: [] };
    expect((await act('', foreign, stranger)).status).toBe(404);
    const staff = await createStaff(test.owner);
    expect((await test.call(staff, 'GET', `/Tills/${id}`)).status).toBe(200);
  });
});

describe('a device', () => {
  it('is paired once with a code, and holds nothing else', async () => {
    const { id, device } = await createTill(test, manager, { accountId });
    expect([...device.cookies.keys()]).toEqual(['sente_till']);
    expect((await device.call('GET', '/Till')).body.data).toMatchObject({
      tillName: 'Front desk',
      deviceName: 'Counter tablet',
      isLocked: false,
      shift: null,
    });
    const pairing = (await act(`/${id}/devices`, { name: 'Phone' })).body.data;
    expect(pairing).toMatchObject({
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      url: `https://portal.example.test/till#${pairing.code}`,
    });
    const first = createDevice(test);
    const answer = await first.call('POST', '/Till/pair', { code: pairing.code.toLowerCase() });
    expect(answer.headers['set-cookie']).toMatch(
      /^sente_till=sente_till_[\w-]{43}; Path=\/api\/Till; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    const second = await createDevice(test).call('POST', '/Till/pair', { code: pairing.code });
    expect([second.status, second.body.code]).toEqual([410, 'link_ended']);
    const stored = await test.owner.rows('select * from till_devices where till_id = $1', [id]);
    expect(JSON.stringify(stored)).not.toContain(first.cookies.get('sente_till'));
  });

  it('with a code that has expired is refused, and guesses are slowed', async () => {
    const { id } = await createTill(test, manager, { accountId });
    const { code, deviceId } = (await act(`/${id}/devices`, { name: 'Phone' })).body.data;
    await test.owner.rows('update till_devices set code_expires_at = now() where id = $1', [
      deviceId,
    ]);
    const device = createDevice(test, '197.239.2.77');
    expect((await device.call('POST', '/Till/pair', { code })).status).toBe(410);
    const statuses = [];
    for (let guess = 0; guess < 10; guess++) {
      statuses.push((await device.call('POST', '/Till/pair', { code: `0000000${guess}` })).status);
    }
    expect(statuses).toEqual([...Array(9).fill(410), 429]);
  });

  it('that was never paired is told nothing, which is no error', async () => {
    const { status, body } = await createDevice(test).call('GET', '/Till');
    expect([status, body.data, body.code]).toEqual([200, null, undefined]);
    expect((await createDevice(test).call('GET', '/Till/feed')).body.code).toBe('till_unpaired');
  });

  it('that is unpaired shows nothing at once, and its shift ends', async () => {
    const { id, device } = await openTill(test, manager, { accountId });
    const [{ id: deviceId }] = (await details(id)).devices;
    expect((await device.call('GET', '/Till/feed')).status).toBe(200);
    const left = (await act(`/${id}/devices/${deviceId}/unpair`)).body.data;
    expect(left).toMatchObject({ devices: [], openShiftCount: 0 });
    for (const [method, path] of [
      ['GET', '/Till'],
      ['GET', '/Till/feed'],
      ['POST', '/Till/end'],
    ] as const) {
      expect((await device.call(method, path)).body.code, path).toBe('till_unpaired');
    }
    const [shift] = (await test.call(manager, 'GET', `/Tills/${id}/shifts`)).body.data;
    expect(shift).toMatchObject({ ending: 'manager', cashierName: 'Akello' });
  });

  it('of a till that ended is unpaired', async () => {
    const { id, device } = await openTill(test, manager, { accountId });
    expect((await act(`/${id}/end`)).body.data.endedAt).not.toBeNull();
    expect((await device.call('GET', '/Till')).body.code).toBe('till_unpaired');
    expect((await act(`/${id}/cashiers`, { name: 'Okot' })).status).toBe(409);
    // Its name is free again.
    expect((await act('', { name: 'Front desk', accountId, productIds: [] })).status).toBe(200);
  });
});
