import { dayMs, kampalaDay } from '@sente/contract/kampala';
import type { CompanyOverview } from '@sente/contract/company-overview';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createTransaction,
  createUser,
} from '../../test/factories.ts';
import { createTarget, moveUgx, postNow, waitUgx, type Target } from '../../test/movements.ts';
import { createWebhook } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from '../ledger/posting.queries.ts';

let test: TestApp;
let staff: TestActor;
let target: Target;

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  target = await createTarget(test.owner);
});

async function overview(companyId: string, actor = staff): Promise<CompanyOverview> {
  const answer = await test.call(actor, 'GET', `/AdminDashboard/company/${companyId}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as CompanyOverview;
}

it('adds up the money of a company and its last 30 days, without reversals', async () => {
  await postNow(test.owner, moveUgx(target, 5_000, daysAgo(40)));
  await postNow(test.owner, moveUgx(target, 900, daysAgo(30)));
  await postNow(test.owner, moveUgx(target, -200, daysAgo(1)));
  const wrong = await postNow(test.owner, moveUgx(target, 70, daysAgo(1)));
  await reverseWithTwo(test, staff, wrong);
  await postAll(test.owner, [waitUgx(target, -300, new Date(), 'payout')]);
  const tooMuch = { amount: -99_999_999n };
  await createTransaction(test.owner, target.companyId, target.accountId, tooMuch);
  const { balance, held, owed, trend, volume } = await overview(target.companyId);
  expect({ balance, held, owed }).toEqual({ balance: 5_700, held: 300, owed: 0 });
  expect(trend).toHaveLength(31);
  expect(trend[0]).toEqual({ date: kampalaDay(Date.now() - 30 * dayMs), credits: 900, debits: 0 });
  expect(trend.at(-1)?.date).toBe(kampalaDay(Date.now()));
  expect(volume).toEqual({ credits: 900, debits: 200, completedCount: 2, failedCount: 1 });
});

it('lists the largest accounts and the people who signed in last, and counts all', async () => {
  const companyId = await createCompany(test.owner);
  const ids: string[] = [];
  for (const balance of [1n, 700n, 20n, 0n, 30n, 500n]) {
    ids.push(await createAccount(test.owner, companyId, { balance: balance * 100n }));
  }
  await test.owner.rows('update accounts set is_active = false where id = $1', [ids[0]]);
  await test.owner.rows(
    "update accounts set frozen_at = now(), freeze_reason = 'Asked' where id = $1",
    [ids[1]],
  );
  const first = await createUser(test.owner, { companyId });
  const last = await createUser(test.owner, { companyId });
  await test.owner.rows("update users set last_login_at = '2026-03-01T09:00:00Z' where id = $1", [
    last,
  ]);
  // As in the list of the company itself, somebody who has not come yet is not active.
  const invited = await createUser(test.owner, { companyId });
  await test.owner.rows('update users set password_hash = null where id = $1', [invited]);
  const { accounts, users } = await overview(companyId);
  expect(accounts).toMatchObject({ count: 6, activeCount: 5, frozenCount: 1 });
  expect(accounts.largest.map(({ balance, isFrozen }) => [balance, isFrozen])).toEqual([
    [700, true],
    [500, false],
    [30, false],
    [20, false],
    [1, false],
  ]);
  expect(users).toMatchObject({ count: 3, activeCount: 2, pendingCount: 1 });
  expect(users.latest.map(({ id, lastLoginAt }) => [id, lastLoginAt])).toEqual([
    [last, '2026-03-01T09:00:00.000Z'],
    [first, null],
    [invited, null],
  ]);
});

it('tells the health of the webhook', async () => {
  const companyId = await createCompany(test.owner);
  expect((await overview(companyId)).webhook).toEqual({
    url: null,
    isActive: false,
    switchedOff: null,
    failing: null,
    recentCount: 0,
    recentDeliveredCount: 0,
    lastDeliveredAt: null,
    waitingCount: 0,
    gaveUpCount: 0,
  });
  await createWebhook(test.owner, companyId, 'https://shop.test/hook');
  for (const [state, at] of [
    ['delivered', '2026-03-01T09:00:00Z'],
    ['gave_up', null],
    ['waiting', null],
  ]) {
    await test.owner.rows(
      `insert into webhook_deliveries (company_id, id, event_id, webhook_id, state, delivered_at)
       values ($1, $2, $2, $1, $3, $4)`,
      [companyId, uuidV7(), state, at],
    );
  }
  expect((await overview(companyId)).webhook).toEqual({
    url: 'https://shop.test/hook',
    isActive: true,
    switchedOff: null,
    failing: null,
    recentCount: 3,
    recentDeliveredCount: 1,
    lastDeliveredAt: '2026-03-01T09:00:00.000Z',
    waitingCount: 1,
    gaveUpCount: 1,
  });
});

it('tells of the keys only to those who may see them, and never the secret', async () => {
  const companyId = await createCompany(test.owner);
  const none = { isSet: false, isActive: false, lastUsedAt: null };
  expect((await overview(companyId)).credentials).toEqual(none);
  await test.call(staff, 'POST', '/Company/credentials', { companyId });
  expect((await overview(companyId)).credentials).toEqual({ ...none, isSet: true, isActive: true });
  const support = await createStaff(test.owner, 'Support');
  expect((await overview(companyId, support)).credentials).toBeNull();
});

it('is for staff, and for companies that exist', async () => {
  const member = await createMember(test.owner, { companyId: target.companyId });
  const url = `/AdminDashboard/company/${target.companyId}`;
  expect((await test.call(member, 'GET', url)).status).toBe(403);
  await test.owner.rows('update companies set archived_at = now() where id = $1', [
    target.companyId,
  ]);
  expect((await test.call(staff, 'GET', url)).status).toBe(404);
});
