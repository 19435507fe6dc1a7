import { maxRecipients } from '@sente/contract/recipients';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createPayment, createRoleWith } from '../../test/factories.ts';
import { silentConnectors } from '../../test/networks.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { HolderReport } from '../payments/networks/connector.ts';

let test: TestApp;
let member: TestActor;
let stranger: TestActor;

const said: Record<string, HolderReport> = {
  '256772123456': { is: 'registered', name: 'Rose Akello', isBarred: false },
  '256772000003': { is: 'not-registered' },
};
const connectors = silentConnectors.map((connector) => ({
  ...connector,
  holder: async (phoneNumber: string): Promise<HolderReport> =>
    said[phoneNumber] ?? { is: 'unknown', why: 'HTTP 500' },
}));

beforeAll(async () => {
  test = await createTestApp({}, { connectors });
});

beforeEach(async () => {
  member = await createMember(test.owner);
  stranger = await createMember(test.owner);
});

function save(fields: object = {}, actor = member) {
  const body = { label: 'Rose, transport', phoneNumber: '0772 123 456', network: 'MTN', ...fields };
  return test.call(actor, 'POST', '/Recipients', body);
}

const listOf = async (actor: TestActor) => (await test.call(actor, 'GET', '/Recipients')).body.data;

it('keeps a receiver with the name that the network confirmed, for the whole company', async () => {
  const { status, body } = await save();
  expect(status).toBe(200);
  expect(body.data).toEqual({
    id: expect.any(String),
    label: 'Rose, transport',
    phoneNumber: '+256772123456',
    network: 'MTN',
    checkedName: 'Rose Akello',
    checkedAt: expect.any(String),
  });
  await save({ label: 'andrew', phoneNumber: '0701 000 111', network: 'AIRTEL' });
  const colleague = await createMember(test.owner, { companyId: member.companyId ?? '' });
  const labels = (await listOf(colleague)).map(({ label }: { label: string }) => label);
  expect(labels).toEqual(['andrew', 'Rose, transport']);
  expect(await listOf(stranger)).toEqual([]);
});

it('says in the list what was sent to each, to those who may see transactions', async () => {
  const companyId = member.companyId ?? '';
  await save();
  await save({ label: 'Nobody yet', phoneNumber: '0701 000 111', network: 'AIRTEL' });
  const at = new Date('2026-03-04T09:00:00Z');
  const pay = (fields: object) =>
    createPayment(test.owner, companyId, {
      direction: 'payout',
      phoneNumber: '256772123456',
      status: 'SUCCESS',
      at,
      ...fields,
    });
  await pay({ amount: 500_000n, at: new Date('2026-03-01T09:00:00Z') });
  await pay({ amount: 250_000n });
  await pay({ amount: 9_900n, status: 'FAILED' });
  await pay({ amount: 9_900n, direction: 'collection' });
  await pay({ amount: 9_900n, network: 'AIRTEL' });
  await createPayment(test.owner, stranger.companyId ?? '', {
    direction: 'payout',
    phoneNumber: '256772123456',
    status: 'SUCCESS',
  });
  expect(await listOf(member)).toMatchObject([
    { label: 'Nobody yet', payouts: { count: 0, amount: 0, lastAt: null } },
    { payouts: { count: 2, amount: 7_500, lastAt: at.toISOString() } },
  ]);
  const role = await createRoleWith(test.owner, 'canManageAccounts');
  const blind = await createMember(test.owner, { companyId, role });
  expect(await listOf(blind)).toMatchObject([{ payouts: null }, { payouts: null }]);
});

it('is kept without a name if the network cannot be asked, and refused if nobody has the number', async () => {
  const unknown = await save({ phoneNumber: '0772 000 004' });
  expect(unknown.body.data).toMatchObject({ checkedName: null, checkedAt: null });
  const none = await save({ phoneNumber: '0772 000 003' });
  expect([none.status, none.body.fields]).toEqual([
    400,
    { phoneNumber: 'This number is not registered for mobile money on this network' },
  ]);
});

it('has a number once, however it is written; another company may have it too', async () => {
  await save({ label: 'Rose, transport' });
  const again = await save({ label: 'Other', phoneNumber: '+256 772-123456' });
  expect([again.status, again.body.fields]).toEqual([
    400,
    { phoneNumber: 'This number is saved already as Rose, transport' },
  ]);
  expect((await save({}, stranger)).status).toBe(200);
});

it.each([
  [{ label: ' ' }, 'label'],
  [{ label: 'x'.repeat(61) }, 'label'],
  [{ phoneNumber: '12' }, 'phoneNumber'],
  [{ network: 'LYCA' }, 'network'],
])('refuses %j and names the field', async (fields, field) => {
  const answer = await save(fields);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  expect(await listOf(member)).toEqual([]);
});

it('is renamed and removed by its company only, and both are in the audit log', async () => {
  const { id } = (await save()).body.data;
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { label: 'Mine' } : undefined;
    const answer = await test.call(stranger, method, `/Recipients/${id}`, body);
    expect([answer.status, answer.body.message]).toEqual([404, 'Recipient not found']);
  }
  const renamed = await test.call(member, 'PUT', `/Recipients/${id}`, { label: ' Rose ' });
  expect(renamed.body.data).toMatchObject({ id, label: 'Rose', phoneNumber: '+256772123456' });
  expect((await test.call(member, 'DELETE', `/Recipients/${id}`)).status).toBe(200);
  expect(await listOf(member)).toEqual([]);
  const entries = await test.owner.rows(
    "select action from audit_log where company_id = $1 and action like 'recipients.%' order by id",
    [member.companyId],
  );
  expect(entries).toEqual([
    { action: 'recipients.create' },
    { action: 'recipients.rename' },
    { action: 'recipients.remove' },
  ]);
});

it('is for those who may send money', async () => {
  const viewer = await createMember(test.owner, {
    companyId: member.companyId ?? '',
    role: 'client_user',
  });
  const staff = await createStaff(test.owner);
  for (const actor of [viewer, staff]) {
    expect((await save({}, actor)).status).toBe(403);
    expect((await test.call(actor, 'GET', '/Recipients')).status).toBe(403);
  }
});

it(`a company has at most ${maxRecipients}, also of requests at the same moment`, async () => {
  await test.owner.rows(
    `insert into recipients (id, company_id, label, phone_number, network)
     select gen_random_uuid(), $1, 'No ' || n, '+2567720' || n, 'MTN'
     from generate_series(10000, ${10_000 + maxRecipients - 2}) n`,
    [member.companyId],
  );
  const numbers = ['0772 123 001', '0772 123 002', '0772 123 003'];
  const answers = await Promise.all(numbers.map((phoneNumber) => save({ phoneNumber })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'A company has at most 500 recipients. Remove one first.',
  );
});

it('an unknown recipient is not found', async () => {
  const answer = await test.call(member, 'DELETE', `/Recipients/${uuidV7()}`);
  expect(answer.status).toBe(404);
});
