import type { LimitBody } from '@sente/contract/limits';
import { describe, expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { someoneWaits } from '../../test/database.ts';
import { createAccount } from '../../test/factories.ts';
import { acceptHeldIn } from '../../test/held-orders.ts';
import { limit, limitActs } from '../../test/limits.ts';
import { payingCompany } from '../../test/paying-company.ts';
import { createProduct, orderOf } from '../../test/products.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';

const given = payingCompany();
const { ask, pay, save, allow, statusOf, accept } = limitActs(given);
const list = async (actor = given.owner) =>
  (await given.test.call(actor, 'GET', `/Company/${given.companyId}/limits`)).body.data;

describe('a limit', () => {
  it.each<[LimitBody, number[], string]>([
    [limit('payment', 5_000), [5_001], 'At most UGX 5,000 in one payout.'],
    [
      limit('day', 10_000),
      [6_000, 4_001],
      'The limit for payouts is UGX 10,000 a day, of which UGX 6,000 is used. It frees on',
    ],
    [
      limit('month', 10_000, { scope: 'api' }),
      [6_000, 4_000, 500],
      'The limit for payouts through the API is UGX 10,000 a month, of which UGX 10,000 is used.',
    ],
    [limit('number', 2), [500, 500, 500], 'The limit is 2 payouts a day with one number.'],
    [limit('new_numbers', 0), [500], 'The limit for payouts is 0 new numbers a day.'],
  ])('refuses what exceeds it: %j', async (one, amounts, text) => {
    expect((await save(one)).status).toBe(200);
    for (const amount of amounts.slice(0, -1)) expect(await statusOf(amount)).toBe(202);
    const refused = await pay(amounts.at(-1) ?? 0);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('limit_exceeded');
    expect(refused.body.message).toContain(text);
    expect(Object.values(refused.body.fields)).toEqual([refused.body.message]);
    // Nothing of it is stored or held.
    const row = await given.test.owner.row(
      'select count(*)::int as count from payments where company_id = $1',
      [given.companyId],
    );
    expect(row).toEqual({ count: amounts.length - 1 });
  });

  it('counts people and systems together, or systems alone, in its direction only', async () => {
    await save(limit('day', 10_000), limit('day', 4_000, { scope: 'api' }));
    expect((await ask(5_000)).status).toBe(200);
    expect(await statusOf(4_001)).toBe(409);
    expect(await statusOf(4_000)).toBe(202);
    expect((await ask(1_001)).body.code).toBe('limit_exceeded');
    expect((await pay(900_000, undefined, 'collections')).status).toBe(202);
    expect(await list()).toMatchObject([
      { scope: 'company', most: 10_000, used: 9_000 },
      { scope: 'api', most: 4_000, used: 4_000 },
    ]);
  });

  it('knows what was paid before it was set, and is gone when it is removed', async () => {
    expect(await statusOf(8_000)).toBe(202);
    await save(limit('day', 10_000));
    expect(await statusOf(2_001)).toBe(409);
    expect(await statusOf(2_000)).toBe(202);
    await allow(await save());
    expect(await statusOf(50_000)).toBe(202);
    await save(limit('day', 60_000));
    expect(await statusOf(1)).toBe(409);
  });

  it('counts a number once as new', async () => {
    await statusOf(500, '256772000001');
    await save(limit('new_numbers', 1));
    expect(await statusOf(500, '256772000001')).toBe(202);
    expect(await statusOf(500, '256772000002')).toBe(409);
    await allow(await save(limit('new_numbers', 2)));
    expect(await statusOf(500, '256772000002')).toBe(202);
    expect(await statusOf(500, '256772000002')).toBe(202);
    expect(await statusOf(500, '256772000003')).toBe(409);
  });

  it('counts a payment that is being accepted while the first limit is set', async () => {
    const order = orderOf(given.companyId, {
      direction: 'payout',
      amount: 8_000_00n,
      transactionId: uuidV7(),
    });
    const [saving] = await given.test.database.within(platformScope, async (db) => {
      await acceptHeldIn(db, [order]);
      const answer = save(limit('day', 10_000));
      await someoneWaits(given.test.owner);
      return [answer];
    });
    await saving;
    expect(await statusOf(5_000)).toBe(409);
  });

  it('holds within one call, and gives back the voucher of what it refuses', async () => {
    await save(
      limit('day', 3_000, { direction: 'collection' }),
      limit('number', 2, { direction: 'collection' }),
    );
    const { code } = await createProduct(given.test.owner, given.companyId, { codes: 5 });
    const rows = await accept([
      orderOf(given.companyId, { phoneNumber: '256772000001', productCode: code }),
      orderOf(given.companyId, { phoneNumber: '256772000001' }),
      orderOf(given.companyId, { phoneNumber: '256772000001', productCode: code }),
      orderOf(given.companyId, { phoneNumber: '256772000002' }),
      orderOf(given.companyId, { phoneNumber: '256772000003', productCode: code }),
    ]);
    expect(rows.map(({ refusal }) => refusal)).toEqual([
      null,
      null,
      'limit_exceeded',
      null,
      'limit_exceeded',
    ]);
    const free = await given.test.owner.row(
      "select count(*)::int as count from product_codes where company_id = $1 and state = 'free'",
      [given.companyId],
    );
    expect(free).toEqual({ count: 4 });
  });

  it('of 60 payouts at once, from two servers, exactly ten fit', async () => {
    await save(limit('day', 100_000), limit('new_numbers', 1_000));
    const order = (index: number) =>
      orderOf(given.companyId, {
        direction: 'payout',
        amount: 10_000_00n,
        transactionId: uuidV7(),
        phoneNumber: `2567720${String(index).padStart(5, '0')}`,
      });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? statusOf(10_000, `2567721${String(index).padStart(5, '0')}`)
          : accept([order(index)]).then(([row]) => (row?.refusal === null ? 202 : 409)),
      ),
    );
    expect(answers.filter((status) => status === 202)).toHaveLength(10);
    expect(answers.filter((status) => status === 409)).toHaveLength(50);
  });

  it('is lowered by one person, and raised or removed by two', async () => {
    const first = await save(limit('day', 10_000), limit('payment', 5_000));
    expect(first.body.meta).toEqual({ approvalId: null });
    expect((await save(limit('day', 9_000), limit('payment', 5_000))).body.meta).toEqual({
      approvalId: null,
    });
    const higher = { what: 'All payouts, a day', before: 'UGX 9,000', after: 'UGX 9,001' };
    const none = { what: 'All payouts, one payout', before: 'UGX 5,000', after: 'no limit' };
    for (const [wanted, change] of [
      [[limit('day', 9_001), limit('payment', 5_000)], higher],
      [[limit('day', 9_000)], none],
    ] as const) {
      const asked = await save(...wanted);
      const { approvalId: id } = asked.body.meta as { approvalId: string };
      expect(asked.body.data).toMatchObject([{ most: 9_000 }, { most: 5_000 }]);
      expect(await statusOf(9_000)).toBe(409);
      const seen = (await given.test.call(given.staff, 'GET', `/Approvals/${id}`)).body.data;
      const { what, before, after } = change;
      expect(seen.sentence).toBe(
        `Change the limits of ${seen.companyName}. ${what}: ${before} → ${after}.`,
      );
      expect(seen.limitOf).toBe('limits');
      expect(seen.changes).toEqual([change]);
      const own = { askedAt: seen.askedAt };
      const alone = await given.test.call(given.staff, 'POST', `/Approvals/${id}/approve`, own);
      expect(alone.body.message).toBe('You cannot approve your own request');
      expect((await save(...wanted)).body.message).toBe(
        'Limits of this company wait for a second person already',
      );
      await given.test.call(given.staff, 'POST', `/Approvals/${id}/withdraw`);
    }
    await allow(await save(limit('day', 20_000)));
    expect(await list()).toMatchObject([{ kind: 'day', most: 20_000 }]);
    expect(await statusOf(9_000)).toBe(202);
  });

  it('is set by staff with the permission, and each change is in the history', async () => {
    const body = { limits: [limit('day', 10_000)] };
    for (const actor of [given.owner, await createStaff(given.test.owner, 'Finance')]) {
      expect(
        (await given.test.call(actor, 'PUT', `/Company/${given.companyId}/limits`, body)).status,
      ).toBe(403);
    }
    await save(limit('day', 10_000));
    await allow(await save(limit('day', 20_000)));
    const { data } = (
      await given.test.call(given.staff, 'GET', `/Audit?companyId=${given.companyId}&action=limits`)
    ).body;
    expect(data[0].details).toEqual({
      approval: expect.any(String),
      changed: ['limits'],
      from: { limits: ['payout, company, day: 10000'] },
      to: { limits: ['payout, company, day: 20000'] },
    });
    const twice = await save(limit('day', 1), limit('day', 2));
    expect(twice.body.fields).toEqual({ limits: 'Each limit can be set once' });
    expect((await save(limit('day', 0.5))).status).toBe(400);
  });
});

describe('a preview', () => {
  const preview = async (...limits: LimitBody[]) =>
    (
      await given.test.call(given.staff, 'POST', `/Company/${given.companyId}/limits/preview`, {
        limits,
      })
    ).body.data;

  it('finds what the same limits would have refused', async () => {
    const limits = [
      limit('payment', 9_000),
      limit('day', 40_000),
      limit('number', 3),
      limit('new_numbers', 4),
      limit('day', 25_000, { scope: 'api' }),
    ];
    // Identifiers of one millisecond have no order: the preview reads the payments in that of theirs.
    const paymentIds = Array.from({ length: 40 }, () => uuidV7()).toSorted();
    const orders = paymentIds.map((paymentId, index) =>
      orderOf(given.companyId, {
        paymentId,
        direction: 'payout',
        origin: index % 3 === 0 ? 'portal' : 'api',
        amount: BigInt(((index * 7) % 11) + 1) * 1_000_00n,
        transactionId: uuidV7(),
        phoneNumber: `25677200000${(index * 5) % 7}`,
      }),
    );
    for (const order of orders) await accept([order]);
    const asked = await preview(...limits);
    expect(asked).toMatchObject({ days: 30, payments: 40, isCut: false });

    // The same orders of another company that has the limits.
    const { companyId: otherId } = await createMember(given.test.owner);
    const other = otherId ?? '';
    await createAccount(given.test.owner, other, { balance: 100_000_000_00n });
    await given.test.call(given.staff, 'PUT', `/Company/${other}/limits`, { limits });
    const refused = [];
    for (const order of orders) {
      const again = { ...order, paymentId: uuidV7(), transactionId: uuidV7(), companyId: other };
      const [row] = await accept([orderOf(other, { ...again, idempotencyKey: uuidV7() })]);
      if (row?.refusal) refused.push(order.amount);
    }
    expect(refused.length).toBeGreaterThan(5);
    expect(asked.refused).toBe(refused.length);
    const sum = refused.reduce((total, amount) => total + amount, 0n);
    expect(asked.refusedAmount).toBe(Number(sum) / 100);
    expect(asked.byLimit.length).toBeGreaterThan(2);
  });

  it('of no limits refuses nothing', async () => {
    await statusOf(5_000);
    expect(await preview()).toMatchObject({ payments: 1, refused: 0, byLimit: [] });
  });
});
