import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { openBrakeDesk } from '../../test/brakes.ts';
import { openBulkDesk, openBulkWorld, receivers } from '../../test/bulk-payouts.ts';
import { request, type MobileMoney } from '../../test/mobile-money.ts';
import { until } from '../../test/until.ts';
import { findViolations } from '../ledger/invariants.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';
import { makeSome } from './make-payments.ts';
import { lockBulk } from './stored-bulks.queries.ts';

let test: MobileMoney;
beforeAll(async () => {
  test = await openBulkWorld();
});

const accountOf = (accountId: string) =>
  test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [accountId],
  );

it(
  'whatever the lines are, those that are paid are what the account lost',
  { timeout: 120_000 },
  async () => {
    const endings = ['approved', 'refused', 'no funds', 'no wallet', 'answer lost'] as const;
    const line = fc.record({
      network: fc.constantFrom('MTN' as const, 'AIRTEL' as const),
      ending: fc.constantFrom(...endings),
      amount: fc.integer({ min: 1, max: 50_000 }),
      isBad: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 900_000 }),
        async (drawn, spent) => {
          const desk = await openBulkDesk(test, 1_000_000_00n);
          const { accountId } = desk.merchant;
          const id = await desk.checked(
            drawn.map(({ network, ending, amount, isBad }, i) =>
              isBad ? `12,${amount},,,` : `${magicNumberOf(network, ending)},${amount},,,Line ${i}`,
            ),
          );
          const { okCount } = await desk.get(id);
          const asked = await desk.submit(id, { leaveOutFaulty: true });
          expect(asked.status).toBe(okCount === 0 ? 409 : 200);
          if (okCount === 0) return;
          // Some of the money is held for something else.
          const hold = (amount: number) =>
            test.owner.rows('update accounts set held = held + $2 where id = $1', [
              accountId,
              amount,
            ]);
          await hold(spent * 100);
          const { amount } = await desk.get(id);
          const isEnough = 1_000_000 - spent >= amount;
          expect((await desk.approve(id)).status).toBe(isEnough ? 200 : 409);
          const done = isEnough ? await desk.untilState(id, 'finished') : await desk.get(id);
          expect(done.paidCount + done.failedCount).toBe(isEnough ? okCount : 0);
          await hold(-spent * 100);
          const balance = String(1_000_000_00 - done.paidAmount * 100);
          expect(await accountOf(accountId)).toEqual({ balance, held: '0' });
        },
      ),
      { numRuns: 6 },
    );
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  },
);

it('is not approved without the money, and fails the rest clearly if the money goes meanwhile', async () => {
  const desk = await openBulkDesk(test, 10_000_00n);
  const lines = Array.from({ length: 10 }, (_, i) => `077${2_200_000 + i},1000,,,`);
  const poor = await desk.checked([...lines, '0772300001,1,,,']);
  await desk.submit(poor);
  const refused = await desk.approve(poor);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'It takes UGX 10,001 with fees, and the account has UGX 10,000 available',
  ]);
  expect((await desk.get(poor)).state).toBe('waiting');
  const id = await desk.checked(lines);
  await desk.submit(id, { payDoubled: true });
  // As a payout that is accepted in the moment after the approval.
  await test.owner.rows(`
    create function spend_at_once() returns trigger language plpgsql security definer as
      'begin perform set_config(''app.platform'', ''on'', true); update accounts set held = 3500 * 100 where id = new.account_id; return new; end'`);
  await test.owner.rows(`create trigger spend_at_once after update on bulk_payouts
    for each row when (old.state = 'waiting' and new.state = 'running') execute function spend_at_once()`);
  expect((await desk.approve(id)).status).toBe(200);
  await test.owner.rows('drop function spend_at_once cascade');
  const done = await desk.untilState(id, 'finished');
  expect(done).toMatchObject({ paidCount: 6, failedCount: 4, paidAmount: 6_000 });
  const failed = await desk.lines(id, 'failed');
  expect(failed.map(({ number }) => number)).toEqual([8, 9, 10, 11]);
  expect(failed[0]?.reason).toBe(
    'The account did not hold enough money for this line and those after it',
  );
  expect(await accountOf(desk.merchant.accountId)).toEqual({ balance: '400000', held: '350000' });
});

it('pays what fits into limits that came while it waited, and says of each other line why not', async () => {
  const desk = await openBulkDesk(test);
  const limit = (kind: string, most: number) =>
    test.owner.rows(
      `insert into payment_limits (company_id, scope, direction, kind, most)
       values ($1, 'company', 'payout', $2, $3)`,
      [desk.merchant.companyId, kind, most * 100],
    );
  const amounts = [1_000, 2_001, 1_500, 1_200, 400];
  const id = await desk.checked(amounts.map((amount, i) => `077${2_400_000 + i},${amount},,,`));
  expect((await desk.submit(id)).body.data).toMatchObject({ state: 'waiting', okCount: 5 });
  await limit('payment', 2_000);
  await limit('day', 3_100);
  expect((await desk.approve(id)).status).toBe(200);
  const done = await desk.untilState(id, 'finished');
  expect(done).toMatchObject({ paidCount: 3, failedCount: 2, paidAmount: 2_900 });
  const failed = await desk.lines(id, 'failed');
  expect(failed.map(({ amount, reason }) => [amount, reason])).toEqual([
    [2_001, expect.stringMatching(/^At most UGX 2,000 in one payout/)],
    [1_200, expect.stringMatching(/^The limit for payouts is UGX 3,100 a day, of which UGX 2,500/)],
  ]);
  expect(await accountOf(desk.merchant.accountId)).toEqual({
    balance: String(10_000_000_00 - 2_900_00),
    held: '0',
  });
});

it('ends clearly when the company is suspended, and waits while payouts are stopped', async () => {
  const desk = await openBulkDesk(test);
  const { companyId } = desk.merchant;
  const id = await desk.checked(receivers(3));
  await desk.submit(id);
  const suspend = (at: string) =>
    test.owner.rows(
      `update companies set suspended_at = ${at}, suspension_reason = $2 where id = $1`,
      [companyId, at === 'null' ? null : 'A test'],
    );
  await suspend('now()');
  expect((await desk.approve(id)).body.code).toBe('company_suspended');
  await suspend('null');
  const brakes = await openBrakeDesk(test);
  const brakeId = await brakes.trip(desk.merchant);
  expect((await desk.approve(id)).status).toBe(200);
  await until('three payouts that are held', async () => {
    const rows = await test.owner.rows('select from braked_payments where brake_id = $1', [
      brakeId,
    ]);
    return rows.length === 3;
  });
  expect(await desk.get(id)).toMatchObject({ state: 'running', pendingCount: 3, isBraked: true });
});

it(
  'makes each line once, however many servers take it up at once',
  { timeout: 60_000 },
  async () => {
    const desk = await openBulkDesk(test);
    const id = await desk.checked(receivers(60, 100));
    await desk.submit(id);
    await desk.approve(id);
    const bulk = await test.asOwner((db) => lockBulk(db, id));
    if (!bulk) throw new Error('It is there');
    await Promise.all(Array.from({ length: 6 }, () => makeSome(test.database, bulk)));
    const done = await desk.untilState(id, 'finished');
    expect(done.paidCount).toBe(60);
    const rows = await test.owner.rows('select from payments where company_id = $1', [
      desk.merchant.companyId,
    ]);
    expect(rows).toHaveLength(60);
  },
);

it('does not keep the payout of another company waiting', { timeout: 60_000 }, async () => {
  const [large, other] = [await openBulkDesk(test), await openBulkDesk(test)];
  const id = await large.approved(receivers(300, 100));
  const paymentId = await request(test, other.merchant, 'payouts', '256772400001');
  await until('the payout of another company', async () => {
    const row = await test.owner.row<{ status: string }>(
      'select status from payments where id = $1',
      [paymentId],
    );
    return row?.status === 'SUCCESS';
  });
  expect((await large.get(id)).state).toBe('running');
  await large.untilState(id, 'finished');
});
