import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';

const initial = {
  depositLimit: 1_000_000,
  payoutExpiryDays: 3,
  approvalExpiryDays: 7,
  settlementFee: 0,
  examinationDays: 0,
  staffNeedFactor: false,
};

let test: TestApp;
let chief: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  chief = await createStaff(test.owner);
});

const read = async () => (await test.call(chief, 'GET', '/PlatformSettings')).body.data;
const save = (changes: object, actor = chief) =>
  test.call(actor, 'PUT', '/PlatformSettings', { ...initial, ...changes });

it('applies what is stricter at once, and writes down what was changed', async () => {
  expect(await read()).toEqual(initial);
  const { body } = await save({ depositLimit: 500_000, payoutExpiryDays: 5 });
  expect(body.meta).toEqual({ approvalId: null });
  expect(await read()).toEqual({ ...initial, depositLimit: 500_000, payoutExpiryDays: 5 });
  const written = await test.owner.row<{ details: object }>(
    "select details from audit_log where action = 'platformSettings.update' order by id desc limit 1",
  );
  expect(written?.details).toEqual({
    changed: ['depositLimit', 'payoutExpiryDays'],
    from: { depositLimit: 1_000_000, payoutExpiryDays: 3 },
    to: { depositLimit: 500_000, payoutExpiryDays: 5 },
  });
});

it('raises the deposit limit only with a second person, who needs the permission for limits', async () => {
  const longer = { payoutExpiryDays: 5, approvalExpiryDays: 14 };
  const { body } = await save({ depositLimit: 2_000_000, ...longer });
  const { approvalId } = body.meta as { approvalId: string };
  expect(await read()).toEqual({ ...initial, depositLimit: 500_000, ...longer });
  expect((await save({ depositLimit: 3_000_000, ...longer })).body.message).toBe(
    'A change of these settings waits for a second person already',
  );
  const second = await createStaff(test.owner);
  const { askedAt, sentence, limitOf, companyId, companyName } = (
    await test.call(second, 'GET', `/Approvals/${approvalId}`)
  ).body.data;
  // It is stored with Head Office, and concerns no company.
  expect([limitOf, companyId, companyName]).toEqual(['platform-settings', null, null]);
  expect(sentence).toBe(
    'Change the settings of the platform: one person can deposit UGX 2,000,000 a day without a second person. Until then: one person can deposit UGX 500,000 a day without a second person.',
  );
  const approve = (actor: TestActor) =>
    test.call(actor, 'POST', `/Approvals/${approvalId}/approve`, { askedAt });
  expect((await approve(chief)).status).toBe(409);
  expect((await approve(second)).status).toBe(200);
  expect((await read()).depositLimit).toBe(2_000_000);
});

it('shortens an expiry only with a second person, and keeps hours that were set by hand', async () => {
  const hours = () =>
    test.owner.row('select payout_expiry_hours, approval_expiry_hours from platform_settings');
  await test.owner.rows(
    'update platform_settings set payout_expiry_hours = 60, approval_expiry_hours = 160',
  );
  const now = await read();
  expect(now).toMatchObject({ payoutExpiryDays: 3, approvalExpiryDays: 7 });
  const { body } = await save({ ...now, payoutExpiryDays: 1 });
  const { approvalId: id } = body.meta as { approvalId: string };
  expect(id).toBeTruthy();
  expect(await hours()).toEqual({ payout_expiry_hours: 60, approval_expiry_hours: 160 });
  const second = await createStaff(test.owner);
  const { askedAt, sentence } = (await test.call(second, 'GET', `/Approvals/${id}`)).body.data;
  expect(sentence).toBe(
    'Change the settings of the platform: payouts expire after 1 day. Until then: payouts expire after 3 days.',
  );
  await test.call(second, 'POST', `/Approvals/${id}/approve`, { askedAt });
  expect(await hours()).toEqual({ payout_expiry_hours: 24, approval_expiry_hours: 160 });
});

it.each([
  [{ depositLimit: -1 }, 'Deposit limit must be an amount of UGX'],
  [{ depositLimit: 0.001 }, 'Deposit limit must be an amount of UGX'],
  [{ depositLimit: 2_000_000_000 }, 'Deposit limit must be at most UGX 1,000,000,000'],
  [{ payoutExpiryDays: 0 }, 'Payouts must be from 1 to 30 days'],
  [{ payoutExpiryDays: 1.5 }, 'Payouts must be from 1 to 30 days'],
  [{ approvalExpiryDays: 91 }, 'Other requests must be from 1 to 90 days'],
])('refuses %j', async (changes, message) => {
  const { status, body } = await save(changes);
  expect([status, body.errors]).toEqual([400, [message]]);
});

it('is changed by staff with the permission for settings only', async () => {
  const admin = await createStaff(test.owner, 'Admin');
  expect((await save({}, admin)).status).toBe(403);
});

it('raises the settlement fee at once, and lowers it only with a second person', async () => {
  const now = await read();
  expect((await save({ ...now, settlementFee: 3_000 })).body.meta).toEqual({ approvalId: null });
  const { body } = await save({ ...now, settlementFee: 1_000 });
  expect([body.data.settlementFee, (await read()).settlementFee]).toEqual([3_000, 3_000]);
  const second = await createStaff(test.owner);
  const { approvalId } = body.meta as { approvalId: string };
  const { askedAt } = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
  await test.call(second, 'POST', `/Approvals/${approvalId}/approve`, { askedAt });
  expect((await read()).settlementFee).toBe(1_000);
});
