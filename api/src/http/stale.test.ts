import { describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { limit, limitActs } from '../../test/limits.ts';
import { openSettlementDesk } from '../../test/settlements.ts';
import { approvalActs, payingCompany } from '../../test/paying-company.ts';

/* A form that was opened before somebody else's change does not write the old values back. */

const given = payingCompany();
const { save, allow } = limitActs(given);
const { approveAsked } = approvalActs(given);
const path = (name: string) => `/Company/${given.companyId}/${name}`;
const put = (to: string, body: object, actor: TestActor = given.staff) =>
  given.test.call(actor, 'PUT', to, body);
const read = async (from: string, actor: TestActor = given.staff) =>
  (await given.test.call(actor, 'GET', from)).body.data;
const changed = (what: string) => [
  409,
  `Someone else changed ${what} in the meantime. Look at what changed, then save again.`,
];
const answerOf = ({ status, body }: { status: number; body: { message: string } }) => [
  status,
  body.message,
];

it('limits that a second person raised meanwhile stay raised', async () => {
  const opened = [limit('payment', 25_000_000), limit('day', 50_000_000)];
  await save(...opened);
  await allow(await save(limit('payment', 30_000_000), limit('day', 50_000_000)));
  const mine = { limits: [limit('payment', 25_000_000), limit('day', 40_000_000)] };
  const refused = await put(path('limits'), { ...mine, basedOn: opened });
  expect(answerOf(refused)).toEqual(changed('these limits'));
  const stored = [limit('payment', 30_000_000), limit('day', 50_000_000)];
  expect(await read(path('limits'))).toMatchObject(
    stored.map((one) => expect.objectContaining(one)).toReversed(),
  );
  // The order in which they are named is of no meaning.
  const again = await put(path('limits'), { ...mine, basedOn: stored });
  expect(again.status, again.text).toBe(200);
});

it('settings of the platform that a second person changed meanwhile stay changed', async () => {
  const chief = await createStaff(given.test.owner);
  const second = await createStaff(given.test.owner);
  const opened = await read('/PlatformSettings', chief);
  const asked = await put('/PlatformSettings', { ...opened, payoutExpiryDays: 2 }, chief);
  const approved = await approveAsked(second, asked);
  expect(approved.status, approved.text).toBe(200);
  const mine = { ...opened, settlementFee: 2_000, basedOn: opened };
  expect(answerOf(await put('/PlatformSettings', mine, chief))).toEqual(changed('these settings'));
  const now = await read('/PlatformSettings', chief);
  expect(now).toEqual({ ...opened, payoutExpiryDays: 2 });
  const again = await put(
    '/PlatformSettings',
    { ...now, settlementFee: 2_000, basedOn: now },
    chief,
  );
  expect(again.status, again.text).toBe(200);
});

it('settings of the platform that were changed after a request are not replaced by it', async () => {
  const chief = await createStaff(given.test.owner);
  const second = await createStaff(given.test.owner);
  const opened = await read('/PlatformSettings', chief);
  const asked = await put('/PlatformSettings', { ...opened, approvalExpiryDays: 6 }, chief);
  await put('/PlatformSettings', { ...opened, approvalExpiryDays: 20 }, chief);
  expect(answerOf(await approveAsked(second, asked))).toEqual([
    409,
    'These settings were changed after this request. Reject it, and ask for the change again.',
  ]);
  expect(await read('/PlatformSettings', chief)).toMatchObject({ approvalExpiryDays: 20 });
});

describe('rules for payouts', () => {
  const rule = (atOnceUpTo: number, colleagueUpTo: number) => ({ atOnceUpTo, colleagueUpTo });
  const ask = (body: object) => put(path('payout-rule'), body, given.owner);
  const stored = async () => {
    const { rule: now, ceiling } = await read(path('payout-rule'), given.owner);
    return { rule: now, ceiling };
  };
  const raise = async (ceiling: number) =>
    allow(await put(path('payout-ceiling'), { ceiling, basedOn: (await stored()).ceiling }));

  it('and their ceiling, which somebody changed meanwhile, stay as they are', async () => {
    await raise(2_000_000);
    const late = await put(path('payout-ceiling'), { ceiling: 1_000_000, basedOn: 0 });
    expect(answerOf(late)).toEqual(changed('this ceiling'));
    await ask({ ...rule(0, 0), basedOn: null });
    expect(answerOf(await ask({ ...rule(0, 0), basedOn: rule(5, 5) }))).toEqual(
      changed('these rules'),
    );
    expect(await stored()).toEqual({ rule: rule(0, 0), ceiling: 2_000_000 });
  });

  it('that were changed after a request are not replaced by it', async () => {
    await raise(2_000_000);
    const higher = await put(path('payout-ceiling'), { ceiling: 9_000_000 });
    await put(path('payout-ceiling'), { ceiling: 500_000 });
    expect(answerOf(await approveAsked(given.second, higher))).toEqual([
      409,
      'This was changed after the request. Reject it, and ask for the change again.',
    ]);
    expect((await stored()).ceiling).toBe(500_000);
  });
});

it('a webhook that somebody changed meanwhile stays changed', async () => {
  const chief = await createStaff(given.test.owner);
  const body = { url: 'https://example.com/hook', isActive: true };
  const made = await put(path('webhook'), { ...body, updatedAt: null }, chief);
  expect(made.status, made.text).toBe(200);
  const { updatedAt } = made.body.data;
  await put(path('webhook'), { ...body, isActive: false, updatedAt }, chief);
  const late = await put(path('webhook'), { ...body, updatedAt }, chief);
  expect(answerOf(late)).toEqual(changed('this webhook'));
  const [own] = (await read('/Webhooks', given.owner)) as { id: string }[];
  const mine = { ...body, description: 'Shop', eventTypes: null, updatedAt };
  const to = `/Webhooks/${own?.id}`;
  expect(answerOf(await put(to, mine, given.owner))).toEqual(changed('this webhook'));
  expect((await read(path('webhook'), chief)).isActive).toBe(false);
});

it('a till that a colleague changed meanwhile stays changed', async () => {
  const { test, manager, accountId } = given;
  const opened = { name: 'Front desk', productIds: [] };
  const made = await test.call(manager, 'POST', '/Tills', { ...opened, accountId });
  const to = `/Tills/${made.body.data.id}`;
  await put(to, { ...opened, name: 'Back door', basedOn: opened }, manager);
  const late = await put(to, { ...opened, name: 'Front door', basedOn: opened }, manager);
  expect(answerOf(late)).toEqual(changed('this till'));
  expect((await read(to, manager)).name).toBe('Back door');
});

it('a schedule of settlements that a colleague changed meanwhile stays changed', async () => {
  const { owner, accountId, bankAccountId, companyId } = await openSettlementDesk(given.test);
  const to = `/Company/${companyId}/settlement-schedule`;
  const opened = { every: 'day', weekday: null, minimum: 50_000, keep: 100_000 };
  const mine = { ...opened, accountId, bankAccountId };
  await put(to, { ...mine, basedOn: null }, owner);
  await put(to, { ...mine, keep: 200_000, basedOn: mine }, owner);
  const late = await put(to, { ...mine, minimum: 60_000, basedOn: mine }, owner);
  expect(answerOf(late)).toEqual(changed('this schedule'));
  const second = await put(to, { ...mine, keep: 200_000, basedOn: null }, owner);
  expect(answerOf(second)).toEqual(changed('this schedule'));
  expect((await read(`/Company/${companyId}/settlement-terms`, owner)).schedule).toEqual({
    ...mine,
    keep: 200_000,
  });
});

describe('of six who save at the same moment, one does not overwrite another', () => {
  /** Fails unless one is saved and the others are told. */
  async function raced(save: (round: number) => Promise<{ status: number }>): Promise<void> {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(save));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  }

  it('limits', async () => {
    const opened = [limit('payment', 25_000_000)];
    await save(...opened);
    const lower = (round: number) => [limit('payment', 20_000_000 - round)];
    await raced((round) => put(path('limits'), { limits: lower(round), basedOn: opened }));
  });

  it('a schedule', async () => {
    const { owner, accountId, bankAccountId, companyId } = await openSettlementDesk(given.test);
    const to = `/Company/${companyId}/settlement-schedule`;
    const fields = { every: 'day', weekday: null, minimum: 50_000, accountId, bankAccountId };
    await raced((keep) => put(to, { ...fields, keep, basedOn: null }, owner));
    const stored = { ...(await read(`/Company/${companyId}/settlement-terms`, owner)).schedule };
    await raced((round) => put(to, { ...fields, keep: 10 + round, basedOn: stored }, owner));
  });

  it('a till', async () => {
    const { test, manager, accountId } = given;
    const opened = { name: 'Front desk', productIds: [] };
    const made = await test.call(manager, 'POST', '/Tills', { ...opened, accountId });
    const to = `/Tills/${made.body.data.id}`;
    await raced((round) => put(to, { ...opened, name: `Desk ${round}`, basedOn: opened }, manager));
  });

  it('a webhook and an account', async () => {
    const { test, owner, accountId } = given;
    const url = 'https://example.com/hook';
    const body = { url, isActive: true, description: 'Shop', eventTypes: null };
    const { id, updatedAt } = (await test.call(owner, 'POST', '/Webhooks', body)).body.data;
    await raced((round) =>
      put(`/Webhooks/${id}`, { ...body, description: `Shop ${round}`, updatedAt }, owner),
    );
    const to = `/Account/${accountId}`;
    const account = await read(to);
    await raced((round) =>
      put(to, { accountName: `Shop ${round}`, isActive: true, updatedAt: account.updatedAt }),
    );
  });
});
