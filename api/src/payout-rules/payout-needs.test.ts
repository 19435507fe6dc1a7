import { describe, expect, it } from 'vitest';
import { acceptHeld } from '../../test/held-orders.ts';
import { payingCompany, payoutActs } from '../../test/paying-company.ts';
import { orderOf } from '../../test/products.ts';
import { uuidV7 } from '../db/uuid.ts';
import { findViolations } from '../ledger/invariants.ts';

const given = payingCompany();
const { ask, payThroughApi, lastPayout, setRule } = payoutActs(given);
/** What the portal and the API need for an amount. */
const neededFor = async (amount: number) => {
  expect((await ask(amount)).status).toBe(200);
  const portal = (await lastPayout())?.approval;
  expect((await payThroughApi(amount)).status).toBe(202);
  return [portal, (await lastPayout())?.approval];
};

describe('what a payout needs', () => {
  it('without rules: the provider in the portal, nothing through the API', async () => {
    expect(await neededFor(5_000)).toEqual(['provider', 'none']);
    // A ceiling alone is no rule.
    await given.test.owner.rows('insert into payout_rules (company_id, ceiling) values ($1, 100)', [
      given.companyId,
    ]);
    expect(await neededFor(5_000)).toEqual(['provider', 'none']);
  });

  it('follows the amount, for the portal and the API alike', async () => {
    await setRule(10_000, 50_000);
    expect(await neededFor(5_000)).toEqual(['none', 'none']);
    expect(await lastPayout()).toMatchObject({ awaits_approval: false, is_due: true });
    expect(await neededFor(10_001)).toEqual(['colleague', 'colleague']);
    expect(await neededFor(50_000)).toEqual(['colleague', 'colleague']);
    expect(await neededFor(50_001)).toEqual(['colleague_and_provider', 'colleague_and_provider']);
    expect(await lastPayout()).toMatchObject({ awaits_approval: true, is_due: false });
    const found = await given.test.asOwner((db) => findViolations(db));
    expect(found.filter(({ invariant }) => invariant.includes('approvals'))).toEqual([]);
  });

  it('counts what the company paid out at once on this day, whoever asked', async () => {
    await setRule(10_000, 50_000);
    expect(await neededFor(4_000)).toEqual(['none', 'none']);
    expect(await neededFor(4_000)).toEqual(['colleague', 'colleague']);
    await ask(2_001, given.manager);
    expect((await lastPayout())?.approval).toBe('colleague');
    await ask(2_000, given.manager);
    expect((await lastPayout())?.approval).toBe('none');
    // What failed does not count, nor does yesterday.
    await given.test.owner.rows(
      "update payments set status = 'FAILED' where requested_by = $1 and approval = 'none'",
      [given.owner.userId],
    );
    expect(await neededFor(4_000)).toEqual(['none', 'colleague']);
    // As if all of it had been yesterday in Kampala.
    await given.test.owner.rows(
      `update payments set created_at = created_at - interval '1 day' where company_id = $1`,
      [given.companyId],
    );
    await given.test.owner.rows(
      'update limit_usage set starts = starts - 1 where company_id = $1',
      [given.companyId],
    );
    expect(await neededFor(5_000)).toEqual(['none', 'none']);
  });

  it('of 60 at once, from two servers, exactly ten go at once', async () => {
    await setRule(100_000, 100_000);
    const order = () =>
      orderOf(given.companyId, {
        direction: 'payout',
        amount: 10_000_00n,
        transactionId: uuidV7(),
      });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? payThroughApi(10_000) : acceptHeld(given.test.database, [order()]),
      ),
    );
    const rows = await given.test.owner.rows(
      `select approval, count(*)::int from payments where company_id = $1 group by 1 order by 1`,
      [given.companyId],
    );
    expect(rows).toEqual([
      { approval: 'colleague', count: 50 },
      { approval: 'none', count: 10 },
    ]);
  });

  it('nobody at the provider pays out at once', async () => {
    await setRule(10_000, 50_000);
    await ask(100_00, given.staff);
    expect((await lastPayout())?.approval).toBe('colleague');
  });
});
