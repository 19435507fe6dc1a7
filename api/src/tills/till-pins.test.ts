import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { createDevice, createTill, openTill, type OpenTill } from '../../test/till-devices.ts';

let test: TestApp;
let manager: TestActor;
let till: OpenTill;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows("delete from throttles where key like 'till:%'");
  manager = await createMember(test.owner);
  const accountId = await createAccount(test.owner, manager.companyId ?? '');
  till = await createTill(test, manager, { accountId });
});

const open = (pin: string, { device } = till) => device.call('POST', '/Till/shift', { pin });
const act = (path: string, body?: object) =>
  test.call(manager, 'POST', `/Tills/${till.id}${path}`, body);
const wrong = () => (till.pin === '000000' ? '000001' : '000000');
const details = async () => (await test.call(manager, 'GET', `/Tills/${till.id}`)).body.data;
const guess = async (times: number) => {
  const codes = [];
  for (let each = 0; each < times; each++) codes.push((await open(wrong())).body.code);
  return codes;
};

describe('a PIN', () => {
  it('opens a shift of the cashier whose it is, and is stored as a keyed hash only', async () => {
    const { pin } = (await act('/cashiers', { name: 'Okot' })).body.data;
    expect(pin).toMatch(/^\d{6}$/);
    const answer = await open(pin);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.shift).toMatchObject({ cashierName: 'Okot', products: [] });
    const rows = await test.owner.rows('select * from till_cashiers where till_id = $1', [till.id]);
    expect(JSON.stringify(rows)).not.toContain(pin);
    expect((await details()).devices).toMatchObject([{ openShift: { cashierName: 'Okot' } }]);
  });

  it('that is new replaces the one before, and a removed cashier has none', async () => {
    const renewed = (await act(`/cashiers/${till.cashierId}/pin`)).body.data;
    expect((await open(till.pin)).body.code).toBe('pin_wrong');
    expect((await open(renewed.pin)).status).toBe(200);
    const removed = await act(`/cashiers/${till.cashierId}/remove`);
    expect(removed.body.data).toMatchObject({ cashiers: [], openShiftCount: 0 });
    expect((await till.device.call('GET', '/Till/feed')).body.code).toBe('shift_ended');
    // The same answer as to one that never was.
    expect((await open(renewed.pin)).body).toMatchObject({
      code: 'pin_wrong',
      message: 'This PIN is not right',
    });
  });

  it('of another till does not open this one', async () => {
    const other = await createMember(test.owner);
    const accountId = await createAccount(test.owner, other.companyId ?? '');
    const theirs = await createTill(test, other, { accountId });
    expect((await open(theirs.pin)).body.code).toBe('pin_wrong');
  });
});

describe('wrong PINs', () => {
  it('lock the device after five, also for the right one, until a manager unlocks it', async () => {
    expect(await guess(5)).toEqual([...Array(4).fill('pin_wrong'), 'till_locked']);
    expect((await open(till.pin)).body.code).toBe('till_locked');
    const [device] = (await details()).devices;
    expect(device.isLocked).toBe(true);
    const told = await test.owner.rows(
      `select details from audit_log where company_id = $1 and action = 'till.lock'`,
      [manager.companyId],
    );
    expect(told).toMatchObject([{ details: { till: 'Front desk', device: 'Counter tablet' } }]);
    const news = await test.owner.rows(
      `select kind, data from notification_events where company_id = $1`,
      [manager.companyId],
    );
    expect(news).toMatchObject([
      { kind: 'protection', data: { till: 'the till Front desk (Counter tablet)' } },
    ]);
    await act(`/devices/${device.id}/unlock`);
    expect((await open(till.pin)).status).toBe(200);
  });

  it('of a locked device keep nobody out of the others', async () => {
    await guess(5);
    const locked = await guess(20);
    expect(new Set(locked)).toEqual(new Set(['till_locked']));
    const { code } = (await act('/devices', { name: 'Phone' })).body.data;
    const other = createDevice(test);
    await other.call('POST', '/Till/pair', { code });
    expect((await other.call('POST', '/Till/shift', { pin: till.pin })).status).toBe(200);
  });

  it('that come at once count like consecutive ones', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(wrong())));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'pin_wrong').length).toBeLessThanOrEqual(5);
    expect((await open(till.pin)).body.code).toBe('till_locked');
  });

  it('of a cashier who knows one are slowed for the whole till', async () => {
    for (let round = 0; round < 3; round++) {
      await guess(4);
      await open(till.pin);
    }
    expect(await guess(4)).toContain('too_many_requests');
  });
});

describe('a shift', () => {
  it('ends by itself when nobody touches the screen, and lives on when somebody does', async () => {
    await open(till.pin);
    const { device } = till;
    const rest = (minutes: number) =>
      test.owner.rows(
        `update till_shifts set ends_at = ends_at - make_interval(mins => $1) where till_id = $2`,
        [minutes, till.id],
      );
    await rest(230);
    await device.call('GET', '/Till/feed?touched=true');
    await rest(230);
    expect((await device.call('GET', '/Till/feed')).status).toBe(200);
    await rest(11);
    expect((await device.call('GET', '/Till/feed')).body.code).toBe('shift_ended');
    expect((await device.call('GET', '/Till')).body.data.shift).toBeNull();
    const [shift] = (await test.call(manager, 'GET', `/Tills/${till.id}/shifts`)).body.data;
    expect(shift).toMatchObject({ ending: 'idle' });
  });

  it('ends at once in the portal', async () => {
    const { id, device } = await openTill(test, manager, {
      name: 'Back door',
      accountId: (await details()).accountId,
    });
    const [{ openShift }] = (await test.call(manager, 'GET', `/Tills/${id}`)).body.data.devices;
    await test.call(manager, 'POST', `/Tills/${id}/shifts/${openShift.id}/end`);
    expect((await device.call('GET', '/Till/feed')).body.code).toBe('shift_ended');
    expect((await device.call('POST', '/Till/requests', {})).body.code).toBe('shift_ended');
  });

  it('ends when the next one is opened on its device', async () => {
    await open(till.pin);
    const before = new Map(till.device.cookies);
    await open(till.pin);
    const shifts = (await test.call(manager, 'GET', `/Tills/${till.id}/shifts`)).body.data;
    expect(shifts).toMatchObject([{ endedAt: null }, { ending: 'cashier' }]);
    for (const [name, value] of before) till.device.cookies.set(name, value);
    expect((await till.device.call('GET', '/Till/feed')).body.code).toBe('shift_ended');
  });
});
