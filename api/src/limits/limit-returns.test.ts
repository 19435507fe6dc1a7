import { describe, expect, it } from 'vitest';
import { limit, limitActs } from '../../test/limits.ts';
import { payingCompany, payoutActs } from '../../test/paying-company.ts';
import { orderOf } from '../../test/products.ts';
import { runJobs } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';

const given = payingCompany();
const { setRule, lastPayout } = payoutActs(given);
const { ask, pay, save, statusOf, accept, end } = limitActs(given);

describe('what failed', () => {
  it('counts no longer, and again if it succeeded after all', async () => {
    await save(limit('day', 10_000));
    expect(await statusOf(8_000)).toBe(202);
    await end('FAILED');
    expect(await statusOf(10_000)).toBe(202);
    await end('FAILED');
    await end('SUCCESS');
    expect(await statusOf(1_000)).toBe(409);
  });

  it('frees a number that is new again, and counts it again if it succeeded', async () => {
    await save(limit('new_numbers', 1));
    expect(await statusOf(500, '256772000001')).toBe(202);
    expect(await statusOf(500, '256772000002')).toBe(409);
    await end('FAILED');
    await end('SUCCESS');
    expect(await statusOf(500, '256772000002')).toBe(409);
    await end('FAILED');
    expect(await statusOf(500, '256772000002')).toBe(202);
    expect(await statusOf(500, '256772000002')).toBe(202);
    // Another payment with the number still counts.
    await end('FAILED');
    expect(await statusOf(500, '256772000003')).toBe(409);
    await end('FAILED');
    await given.test.owner.rows("update payments set status = 'FAILED' where company_id = $1", [
      given.companyId,
    ]);
    expect(await statusOf(500, '256772000003')).toBe(202);
  });

  const returns = async () =>
    (
      await given.test.owner.row<{ count: number }>(
        'select count(*)::int as count from limit_returns where company_id = $1',
        [given.companyId],
      )
    )?.count;
  const collect = async (phoneNumber: string) =>
    expect((await pay(500, phoneNumber, 'collections')).status).toBe(202);
  const fail = (where: string) =>
    given.test.owner.rows(
      `update payments set status = 'FAILED' where company_id = $1 and ${where}`,
      [given.companyId],
    );

  it('is kept only where a limit or a rule counts it', async () => {
    await setRule(10_000, 50_000);
    await collect('256772000001');
    await fail("direction = 'collection'");
    expect(await returns()).toBe(0);
    expect(await statusOf(4_000)).toBe(202);
    await fail("direction = 'payout'");
    expect(await returns()).toBe(1);
    expect(await statusOf(10_000)).toBe(202);
    expect(await lastPayout()).toMatchObject({ approval: 'none' });

    // A limit that comes later finds what failed before and since.
    await save(limit('new_numbers', 2));
    await save(limit('new_numbers', 2), limit('new_numbers', 1, { direction: 'collection' }));
    await collect('256772000002');
    await fail("direction = 'collection'");
    await collect('256772000003');
    expect((await pay(500, '256772000004', 'collections')).status).toBe(409);
  });

  it('counts with the amount with which it was counted', async () => {
    await save(limit('day', 10_000));
    expect(await statusOf(8_000)).toBe(202);
    await given.test.owner.rows('update payments set amount = 600000 where company_id = $1', [
      given.companyId,
    ]);
    expect(await statusOf(4_001)).toBe(409);
    await end('FAILED');
    expect(await statusOf(10_000)).toBe(202);
  });

  it('gives a new number back to whom it was counted: not to systems if a person was first', async () => {
    await save(limit('new_numbers', 1, { scope: 'api' }));
    const first = '0772123456';
    expect((await ask(500)).status).toBe(200);
    expect(await statusOf(500, `256${first.slice(1)}`)).toBe(202);
    expect(await statusOf(500, '256772000001')).toBe(202);
    await fail(`phone_number = '256${first.slice(1)}'`);
    expect(await statusOf(500, '256772000002')).toBe(409);
  });

  it('is taken off a thousand at a time, and no count waits for it', async () => {
    await save(limit('day', 10_000), limit('new_numbers', 60_000));
    expect(await statusOf(500)).toBe(202);
    const count = 50_000;
    await given.test.owner.rows(
      `update limit_usage set amount = amount + $2 * 100, new_numbers = new_numbers + $2
       where company_id = $1`,
      [given.companyId, count],
    );
    await given.test.owner.rows(
      `insert into limit_returns (company_id, direction, is_api, day, created_at, phone_number, amount)
       select $1, 'payout', true, kampala_day(now()), now(), 'number ' || n, 100
       from generate_series(1, $2::int) n`,
      [given.companyId, count],
    );
    expect(await statusOf(9_501)).toBe(409);
    expect(await statusOf(9_500)).toBe(202);
    expect(await returns()).toBe(count - 2_000);
    await given.test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(given.test);
    expect(await returns()).toBe(count - 12_000);
    const usage = await given.test.owner.row(
      `select amount::int, new_numbers from limit_usage
       where company_id = $1 and scope = 'api' and period = 'day'`,
      [given.companyId],
    );
    expect(usage).toEqual({ amount: 1_000_000 + (count - 12_000) * 100, new_numbers: 38_001 });
  });

  it('of a call that a limit refuses leaves the sum that goes at once to the next one', async () => {
    await setRule(10_000, 50_000);
    await save(limit('payment', 6_000));
    const order = (amount: bigint) =>
      orderOf(given.companyId, { direction: 'payout', amount, transactionId: uuidV7() });
    const rows = await accept([order(7_000_00n), order(6_000_00n)]);
    expect(rows.map(({ refusal, approval }) => [refusal, approval])).toEqual([
      ['limit_exceeded', 'none'],
      [null, 'none'],
    ]);
  });
});
