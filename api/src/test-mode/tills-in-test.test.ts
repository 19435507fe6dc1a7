import { expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { bothWorlds, inTest } from '../../test/test-mode.ts';
import { createDevice } from '../../test/till-devices.ts';
import { until } from '../../test/until.ts';

const both = bothWorlds();

/** A till of test mode with a cashier, and the code of a device. */
async function openDesk() {
  const owner = await createMember(both.live.owner);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await inTest(both.live, owner, method, path, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const [account] = await ask('GET', `/Account/company/${owner.companyId}`);
  const till = await ask('POST', '/Tills', {
    name: 'Front desk',
    accountId: account.id,
    productIds: [],
  });
  const { pin } = await ask('POST', `/Tills/${till.id}/cashiers`, { name: 'Akello' });
  const { code } = await ask('POST', `/Tills/${till.id}/devices`, { name: 'Tablet' });
  return { owner, ask, tillId: till.id as string, pin: pin as string, code: code as string };
}

it('a device that is paired in test mode takes play money, and checks messages against the simulator', async () => {
  const { live, other } = both;
  const { owner, ask, tillId, pin, code } = await openDesk();
  expect(code).toMatch(/^TEST-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const device = createDevice(live);
  const paired = await device.call('POST', '/Till/pair', { code });
  expect(paired.body.data, paired.text).toMatchObject({ mode: 'test', shift: null });
  expect(device.cookies.get('sente_till')).toMatch(/^sente_test_till_/);
  expect((await device.call('POST', '/Till/shift', { pin })).status).toBe(200);
  const wish = { phoneNumber: '0770000001', amount: 1_000, idempotencyKey: crypto.randomUUID() };
  const asked = await device.call('POST', '/Till/requests', wish);
  expect(asked.status, asked.text).toBe(200);
  expect(asked.headers['sente-mode']).toBe('test');
  await until('it is paid', async () => {
    const { body } = await device.call('GET', '/Till/feed');
    return body.data.payments[0].state === 'paid';
  });

  const sql = 'select network_reference as reference from payments where company_id = $1';
  const row = await other.owner.row<{ reference: string }>(sql, [owner.companyId]);
  const check = { reference: row?.reference };
  const checked = await device.call('POST', '/Till/check', check);
  expect(checked.body.data).toMatchObject({ answer: 'paid', payment: { amount: 1_000 } });
  const ended = await device.call('POST', '/Till/end');
  expect(ended.body.data).toMatchObject({ mode: 'test', sum: { count: 1, amount: 1_000 } });

  const [shift] = await ask('GET', `/Tills/${tillId}/shifts`);
  const sheet = await ask('GET', `/Tills/${tillId}/shifts/${shift.id}`);
  expect(sheet).toMatchObject({ tillName: 'Front desk', payments: [{ lastDigits: '001' }] });
  expect((await live.call(owner, 'GET', '/Tills')).body.data).toEqual([]);
  expect(await live.owner.row(sql, [owner.companyId])).toBeUndefined();
});

it('a code pairs only in the world in which it was made', async () => {
  const { code } = await openDesk();
  const stranger = createDevice(both.live);
  const withoutWord = await stranger.call('POST', '/Till/pair', { code: code.slice(5) });
  expect([withoutWord.status, withoutWord.body.code]).toEqual([410, 'link_ended']);
  expect((await stranger.call('GET', '/Till')).body.data).toBeNull();
  expect((await stranger.call('POST', '/Till/pair', { code })).status).toBe(200);
});

it('a header that contradicts the device is refused', async () => {
  const { code } = await openDesk();
  const device = createDevice(both.live);
  await device.call('POST', '/Till/pair', { code });
  const cookie = `sente_till=${device.cookies.get('sente_till')}`;
  const headers = { cookie, 'sente-mode': 'live' };
  const answer = await both.live.app.inject({ url: '/api/Till', headers });
  expect(answer.json().code).toBe('mode_differs');
});
