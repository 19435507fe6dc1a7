import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../../test/actors.ts';
import { testCredentialKey } from '../../../test/app.ts';
import { startMobileMoney, type MobileMoney } from '../../../test/mobile-money.ts';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { createSealer } from '../../security/secrets.ts';
import { signCallback } from '../networks/airtel-callbacks.ts';

let test: MobileMoney;
let staff: TestActor;

beforeAll(async () => {
  test = await startMobileMoney();
  staff = await createStaff(test.owner);
});

interface Notice {
  readonly id: string;
  readonly reference: string;
}

const tell = async (path: string, body: unknown): Promise<number> => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${test.serverUrl}/callbacks/${path}`, {
    method: 'POST',
    body: payload,
  });
  return response.status;
};
const list = async (): Promise<Notice[]> =>
  (await test.call(staff, 'GET', '/NetworkNotices')).body.data;
const noticesOf = async (reference: string): Promise<Notice[]> =>
  (await list()).filter((notice) => notice.reference === reference);
const readAttention = async () =>
  (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data;
const attention = async () => (await readAttention()).unknownPayments;

const mtnPath = (id: string): string =>
  `mtn/${id}.${createSealer(testCredentialKey).mark(`mtn callback|${id}`)}`;
const paidAtMtn = (id: string) => ({
  status: 'SUCCESSFUL',
  amount: '1500',
  currency: 'EUR',
  externalId: toShortId(id),
});

it('keeps what MTN says about a payment that does not exist here, and counts repetitions', async () => {
  const id = uuidV7();
  expect(await tell(mtnPath(id), paidAtMtn(id))).toBe(200);
  expect(await tell(mtnPath(id), paidAtMtn(id))).toBe(200);
  const found = await noticesOf(id);
  expect(found).toMatchObject([{ network: 'MTN', isProven: true, times: 2 }]);
  expect(found[0]).toMatchObject({
    said: expect.stringContaining('paid'),
    content: expect.stringContaining('SUCCESSFUL'),
  });
  expect(await attention()).toMatchObject({ count: 1 });
  const metrics = await test.app.inject('/metrics');
  expect(metrics.body).toContain('sente_network_notices_open{proven="yes"} 1');
});

it('adds what a repetition says for the first time', async () => {
  const id = uuidV7();
  const said = { ...paidAtMtn(id), currency: 'UGX' };
  await tell(mtnPath(id), said);
  // As before the amounts were kept.
  await test.owner.rows('update network_notices set amount = null where reference = $1', [id]);
  expect(await noticesOf(id)).toMatchObject([{ amount: null, direction: null }]);
  await tell(mtnPath(id), { ...said, payer: { partyId: '256770000001' } });
  expect(await noticesOf(id)).toMatchObject([{ amount: 1500, direction: 'collection', times: 2 }]);
});

it('keeps what Airtel says under an id that is not one of ours', async () => {
  const transaction = { id: 'of another system', status_code: 'TS', airtel_money_id: 'MP1' };
  const hash = signCallback(JSON.stringify(transaction), test.simulator.keys.airtel.callbackKey);
  expect(await tell('airtel', { transaction, hash })).toBe(200);
  expect(await noticesOf(transaction.id)).toMatchObject([
    { network: 'AIRTEL', said: 'paid', isProven: true, times: 1 },
  ]);
});

it('keeps unproven messages as such, whatever they contain, and they do not ring the bell', async () => {
  const before = await attention();
  const id = uuidV7();
  expect(await tell(`mtn/${id}.guess`, paidAtMtn(id))).toBe(404);
  expect(await noticesOf(id)).toMatchObject([{ isProven: false, times: 1 }]);
  const strange = { transaction: { id: 'x\u0000\ud800'.repeat(100), status_code: 'TS' } };
  expect(await tell('airtel', strange)).toBe(404);
  expect(await tell('airtel', 'x'.repeat(60_000))).toBe(404);
  expect(await tell('mtn/nothing', '[]')).toBe(404);
  expect((await list()).filter(({ reference }) => reference === '')).toMatchObject([
    { said: 'a message that cannot be read', isProven: false },
    { said: 'a message that cannot be read', isProven: false },
  ]);
  expect(await attention()).toEqual(before);
  expect((await readAttention()).openNotices).toBe((await list()).length);
});

it('limits what strangers can store', async () => {
  for (let number = 0; number < 110; number++) {
    const id = uuidV7();
    expect(await tell(`mtn/${id}.guess`, paidAtMtn(id))).toBe(404);
  }
  const stored = await test.owner.row<{ count: number }>(
    "select count(*)::int as count from network_notices where network = 'MTN' and not is_proven",
  );
  expect(stored?.count).toBe(100);
  // Proven ones are still kept.
  const id = uuidV7();
  expect(await tell(mtnPath(id), paidAtMtn(id))).toBe(200);
  expect(await noticesOf(id)).toHaveLength(1);
});

it('staff close one with a note, which is audited; a later message opens a new one', async () => {
  const id = uuidV7();
  await tell(mtnPath(id), paidAtMtn(id));
  const [notice] = await noticesOf(id);
  const close = (body: object) =>
    test.call(staff, 'POST', `/NetworkNotices/${notice?.id}/close`, body);
  expect((await close({ note: ' ' })).body.fields).toEqual({ note: 'A note is required' });
  expect((await close({ note: 'Paid back' })).status).toBe(200);
  expect((await close({ note: 'Paid back' })).status).toBe(404);
  expect(await noticesOf(id)).toEqual([]);
  const logged = await test.owner.row(
    "select actor_id, details from audit_log where action = 'networkNotices.close' and result = 'done'",
  );
  expect(logged).toMatchObject({
    actor_id: staff.userId,
    details: { network: 'MTN', reference: id, note: 'Paid back' },
  });
  await tell(mtnPath(id), paidAtMtn(id));
  expect(await noticesOf(id)).toMatchObject([{ times: 1 }]);
});
