import { kampalaDay } from '@sente/contract/kampala';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createPayment } from '../../test/factories.ts';
import { createTarget, moveUgx, waitUgx, type Target } from '../../test/movements.ts';
import { uuidV7 } from '../db/uuid.ts';
import { finishAll, postAll } from '../ledger/posting.queries.ts';
import type { Posting } from '../ledger/posting.ts';

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const daysAgo = (days: number): Date => hoursAgo(24 * days);

let test: TestApp;
let staff: TestActor;
/** The user who requested the payouts. */
let asker: TestActor;
let one: Target;
let two: Target;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  [one, two] = [await createTarget(test.owner, 'One'), await createTarget(test.owner, 'Two')];
  await postAll(test.owner, [
    moveUgx(one, 9_000, daysAgo(400)),
    // With days without payouts between them.
    moveUgx(one, -11, daysAgo(300)),
    moveUgx(one, -12, daysAgo(200)),
    moveUgx(two, 5_000, daysAgo(100)),
    moveUgx(two, -13, daysAgo(50)),
    moveUgx(one, 21, hoursAgo(30)),
    moveUgx(one, 22, hoursAgo(5)),
    moveUgx(two, 23, hoursAgo(4)),
    moveUgx(one, -999_999, hoursAgo(30)),
    moveUgx(two, -888_888, hoursAgo(3)),
    waitUgx(two, -33, hoursAgo(2), 'withdrawal'),
    waitUgx(one, 34, hoursAgo(1), 'collection'),
  ]);
  // One finished payout and two that wait for approval.
  const ended = { accountId: two.accountId, direction: 'payout', status: 'SUCCESS' } as const;
  await createPayment(test.owner, two.companyId, ended);
  asker = await createStaff(test.owner);
  for (const [target, at, amount] of [
    [one, hoursAgo(40), 3_100n],
    [two, hoursAgo(2), 3_200n],
  ] as const) {
    await createPayment(test.owner, target.companyId, {
      accountId: target.accountId,
      awaitsApproval: true,
      requestedBy: asker.userId,
      amount,
      fee: 150n,
      description: 'Salaries',
      at,
    });
  }
});

interface Row {
  readonly id: string;
  readonly company: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly date: string;
}

async function list(query = ''): Promise<{ rows: Row[]; nextAfter: string | null }> {
  const answer = await test.call(staff, 'GET', `/AdminDashboard/transactions${query}`);
  expect(answer.status).toBe(200);
  return { rows: answer.body.data, ...(answer.body.meta as { nextAfter: string | null }) };
}
const amountsOf = async (query: string) => (await list(query)).rows.map(({ amount }) => amount);

describe('the transactions of all companies', () => {
  it('system transactions come newest first, in back-office terms', async () => {
    const { rows, nextAfter } = await list();
    expect(rows).toHaveLength(14);
    expect(nextAfter).toBeNull();
    expect(rows[0]).toEqual({
      id: expect.any(String),
      companyId: one.companyId,
      company: 'One',
      type: 'Credit',
      amount: 34,
      fee: 0,
      tax: 0,
      net: null,
      status: 'Pending',
      network: null,
      check: null,
      date: expect.any(String),
      reversalOf: null,
      reversedBy: null,
      finishedAt: null,
    });
    const dates = rows.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each([
    ['?type=credit', [34, 23, 22, 21, 5_000, 9_000]],
    ['?type=debit', [32, 33, 888_888, 999_999, 31, 13, 12, 11]],
    ['?status=success', [23, 22, 21, 13, 5_000, 12, 11, 9_000]],
    ['?status=success&type=debit', [13, 12, 11]],
    ['?status=failed', [888_888, 999_999]],
    ['?status=failed&type=credit', []],
    ['?status=pending', [34, 32, 33, 31]],
    ['?status=pending&type=debit', [32, 33, 31]],
  ])('%s finds its rows, however old', async (query, amounts) => {
    const found = await amountsOf(query);
    expect(found.toSorted()).toEqual(amounts.toSorted());
    // Two have the same timestamp.
    const inOrder = (all: readonly number[]) => all.filter((amount) => ![32, 33].includes(amount));
    expect(inOrder(found)).toEqual(inOrder(amounts));
  });

  it.each(['', 'type=debit', 'status=success', 'status=failed', 'status=pending'])(
    'system transactions are paged, each row once: %s',
    async (filter) => {
      const whole = (await list(`?${filter}`)).rows.map(({ id }) => id);
      const read: string[] = [];
      let after: string | null = null;
      do {
        const more: string = after ? `&after=${after}` : '';
        const page = await list(`?${filter}&limit=1${more}`);
        expect(page.rows.length).toBeLessThanOrEqual(1);
        read.push(...page.rows.map(({ id }) => id));
        after = page.nextAfter;
      } while (after);
      expect(read).toEqual(whole);
    },
  );

  it('answers nothing before the oldest id, and everything before an unknown newer id', async () => {
    const { rows } = await list('?type=credit&after=00000000-0000-7000-8000-000000000000');
    expect(rows).toEqual([]);
    const foreign = await list('?type=credit&after=ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(foreign.rows).toHaveLength(6);
  });

  it.each(['?status=completed', '?type=Credit', '?limit=0', '?limit=201', '?after=17', '?page=2'])(
    'refuses %s',
    async (query) => {
      const answer = await test.call(staff, 'GET', `/AdminDashboard/transactions${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('validation_failed');
    },
  );
});

describe('the attention list', () => {
  const read = async () => (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data;

  it('lists waiting payouts and the failures of the last day, newest first', async () => {
    const { items, ...counts } = await read();
    expect(counts).toMatchObject({
      pendingApprovals: 2,
      paymentReviews: 0,
      failedTransactions: 1,
    });
    expect(
      items.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual([
      ['pending-approval', 32],
      ['failed-transaction', 888_888],
      ['pending-approval', 31],
    ]);
    expect(items[1]).toEqual({
      kind: 'failed-transaction',
      id: expect.any(String),
      companyId: two.companyId,
      company: 'Two',
      type: 'Debit',
      amount: 888_888,
      status: 'Failed',
      date: expect.any(String),
      description: 'Moved -888888',
      reason: 'insufficient_funds',
      since: items[1].date,
      approvalKind: null,
    });
  });

  it('says what waits for approval, and where', async () => {
    const { items } = await read();
    expect(items[0]).toMatchObject({
      kind: 'pending-approval',
      approvalKind: 'payout',
      company: 'Two',
      amount: 32,
    });
    const seen = await test.call(staff, 'GET', `/Approvals/${items[0].id}`);
    expect(seen.body.data).toMatchObject({ kind: 'payout', amount: 32 });
  });

  it('lists the payments that await a decision', async () => {
    const paymentId = await createPayment(test.owner, one.companyId, {
      accountId: one.accountId,
      status: 'FAILED',
      amount: 4_400n,
      reference: 'ORDER-4',
    });
    const id = uuidV7();
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind)
       values ($1, $2, $3, 'late_success')`,
      [id, one.companyId, paymentId],
    );
    const { items, paymentReviews } = await read();
    expect(paymentReviews).toBe(1);
    expect(items[0]).toMatchObject({
      kind: 'payment-review',
      id,
      company: 'One',
      type: 'Credit',
      amount: 44,
      status: 'Pending',
      description: 'ORDER-4',
      approvalKind: null,
    });
    await test.owner.rows(
      "update payments set reference = null, phone_number = '256770000013' where id = $1",
      [paymentId],
    );
    expect((await read()).items[0].description).toBe('+256 770 000013');
    await test.owner.rows('update payment_reviews set closed_at = now() where id = $1', [id]);
    expect((await read()).paymentReviews).toBe(0);
  });

  const fail = async (posting: Posting) => {
    const [asked] = await postAll(test.owner, [posting]);
    await finishAll(test.owner, [
      {
        companyId: one.companyId,
        accountId: one.accountId,
        transactionId: asked?.transactionId ?? '',
        to: 'failed',
        legs: [],
        reason: 'declined',
      },
    ]);
  };

  it('leaves out collections: a payer who declines needs nobody', async () => {
    const before = await read();
    await fail(waitUgx(one, 76, daysAgo(3), 'collection'));
    expect(await read()).toEqual(before);
  });

  it('lists what was requested days ago and failed just now', async () => {
    await fail(waitUgx(one, 77, daysAgo(3), 'deposit'));
    const { items, failedTransactions } = await read();
    expect(failedTransactions).toBe(2);
    expect(items[0]).toMatchObject({ amount: 77, reason: 'declined', status: 'Failed' });
    expect(Date.parse(items[0].since)).toBeGreaterThan(Date.parse(items[0].date));
  });

  it('counts the failures since yesterday as the list to which they lead', async () => {
    const { failedSinceYesterday } = await read();
    const day = (ms: number) => kampalaDay(Date.now() - ms);
    const days = `startDate=${day(24 * 3_600_000)}&endDate=${day(0)}`;
    const listed = await test.call(
      staff,
      'GET',
      `/Transaction?status=failed&kind=no-collection&dateBy=finished&limit=200&${days}`,
    );
    expect(failedSinceYesterday).toBeGreaterThan(0);
    expect(listed.body.data).toHaveLength(failedSinceYesterday);
    const kinds = listed.body.data.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('collection');
  });

  it('lists at most fifty of each kind and counts them all', async () => {
    await postAll(
      test.owner,
      Array.from({ length: 55 }, (_, n) => moveUgx(one, -700_000 - n, new Date())),
    );
    const { items, pendingApprovals, failedTransactions } = await read();
    expect({ pendingApprovals, failedTransactions }).toEqual({
      pendingApprovals: 2,
      failedTransactions: 57,
    });
    const kinds = items.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'failed-transaction')).toHaveLength(50);
    expect(kinds.filter((kind: string) => kind === 'pending-approval')).toHaveLength(2);
  });

  it('lists the payouts that wait longest, and the next ones once those are decided', async () => {
    const companyId = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, companyId, { balance: 1_000_000n });
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      ids.push(
        await createPayment(test.owner, companyId, {
          accountId,
          awaitsApproval: true,
          amount: 100n * BigInt(n + 1),
          at: new Date(Date.now() - 1_000_000_000 + n * 1_000),
        }),
      );
    }
    const shown = async (): Promise<number[]> => {
      const { items, pendingApprovals } = await read();
      const waiting = items.filter(
        (item: { kind: string; companyId: string }) =>
          item.kind === 'pending-approval' && item.companyId === companyId,
      );
      return [pendingApprovals, ...waiting.map(({ amount }: { amount: number }) => amount)];
    };
    // The other two waiting payouts are newer.
    expect(await shown()).toEqual([62, ...Array.from({ length: 50 }, (_, n) => 50 - n)]);
    await test.owner.rows('update payments set awaits_approval = false where id = any ($1)', [
      ids.slice(0, 20),
    ]);
    expect(await shown()).toEqual([42, ...Array.from({ length: 40 }, (_, n) => 60 - n)]);
    await test.owner.rows('update payments set awaits_approval = false where id = any ($1)', [ids]);
  });
});

it.each(['/AdminDashboard/transactions', '/AdminDashboard/attention', '/AdminDashboard/report'])(
  'only staff can call %s',
  async (path) => {
    const member = await createMember(test.owner);
    expect((await test.call(member, 'GET', path)).status).toBe(403);
    expect((await test.call(null, 'GET', path)).status).toBe(401);
  },
);
