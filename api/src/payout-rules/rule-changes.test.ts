import { beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { approvalActs, payingCompany } from '../../test/paying-company.ts';

const given = payingCompany();
const { approveAsked: approve } = approvalActs(given);
const path = (rest = 'payout-rule') => `/Company/${given.companyId}/${rest}`;
const save = (atOnceUpTo: number, colleagueUpTo: number, actor = given.owner) =>
  given.test.call(actor, 'PUT', path(), { atOnceUpTo, colleagueUpTo });
const saveCeiling = (ceiling: number, actor = given.staff) =>
  given.test.call(actor, 'PUT', path('payout-ceiling'), { ceiling });
const rule = async (actor = given.owner) => (await given.test.call(actor, 'GET', path())).body.data;
const setCeiling = async (ceiling: number) => {
  expect((await approve(given.second, await saveCeiling(ceiling))).status).toBe(200);
};

describe('the ceiling', () => {
  it('is raised by two people of the provider, and lowered by one, with the rules', async () => {
    const asked = await saveCeiling(50_000);
    expect(asked.body.data).toMatchObject({ ceiling: 0, rule: null });
    expect((await approve(given.staff, asked)).status).toBe(409);
    expect((await saveCeiling(60_000)).body.message).toBe(
      'A higher ceiling waits for a second person already',
    );
    expect((await approve(given.second, asked)).status).toBe(200);
    await approve(given.manager, await save(10_000, 50_000));
    const lowered = await saveCeiling(5_000);
    expect(lowered.body.meta).toEqual({ approvalId: null });
    expect(lowered.body.data).toMatchObject({
      ceiling: 5_000,
      rule: { atOnceUpTo: 5_000, colleagueUpTo: 5_000 },
    });
    const { data } = (
      await given.test.call(
        given.staff,
        'GET',
        `/Audit?companyId=${given.companyId}&action=payoutRules`,
      )
    ).body;
    expect(data[0].details).toMatchObject({
      from: { ceiling: 'UGX 50,000' },
      to: { ceiling: 'UGX 5,000' },
    });
  });

  it('alone makes no rules, and only staff with the permission set it', async () => {
    await setCeiling(50_000);
    expect(await rule()).toMatchObject({ ceiling: 50_000, rule: null });
    for (const actor of [given.owner, await createStaff(given.test.owner, 'Finance')]) {
      expect((await saveCeiling(1, actor)).status).toBe(403);
    }
  });
});

describe('the rules', () => {
  beforeEach(() => setCeiling(50_000));

  it('are loosened by two people of the company, and tightened by one', async () => {
    const asked = await save(10_000, 50_000);
    expect(asked.body.data).toMatchObject({ rule: null });
    expect((await rule()).waitingId).toBe((asked.body.meta as { approvalId: string }).approvalId);
    expect((await approve(given.owner, asked)).body.message).toBe(
      'You cannot approve your own request',
    );
    expect((await approve(given.staff, asked)).body.message).toBe(
      'It waits for approval by a colleague in the company.',
    );
    expect((await approve(given.manager, asked)).status).toBe(200);
    expect(await rule()).toMatchObject({
      rule: { atOnceUpTo: 10_000, colleagueUpTo: 50_000 },
      waitingId: null,
    });
    for (const [atOnce, colleague] of [
      [10_000, 40_000],
      [0, 40_000],
      [0, 0],
    ] as const) {
      expect((await save(atOnce, colleague)).body.meta).toEqual({ approvalId: null });
    }
    for (const [atOnce, colleague] of [
      [0, 1],
      [1, 1],
    ] as const) {
      const { approvalId } = (await save(atOnce, colleague)).body.meta as { approvalId: string };
      expect(approvalId).toBeTruthy();
      await given.test.call(given.owner, 'POST', `/Approvals/${approvalId}/withdraw`);
    }
  });

  it('that are stricter than none apply at once', async () => {
    expect((await save(0, 0)).body).toMatchObject({
      data: { rule: { atOnceUpTo: 0, colleagueUpTo: 0 } },
      meta: { approvalId: null },
    });
  });

  it('are approved by the provider where no colleague can', async () => {
    await given.test.owner.rows('update users set is_active = false where id = $1', [
      given.manager.userId,
    ]);
    const asked = await save(10_000, 50_000);
    expect((await approve(given.staff, asked)).status).toBe(200);
    expect(await rule()).toMatchObject({ rule: { atOnceUpTo: 10_000 } });
  });

  it('stay below the ceiling, also when it was lowered since', async () => {
    expect((await save(0, 50_001)).body.fields).toEqual({
      colleagueUpTo: 'Must be at most UGX 50,000, the ceiling that the provider set',
    });
    expect((await save(2, 1)).body.fields).toEqual({
      colleagueUpTo: 'Must be at least what goes at once',
    });
    const asked = await save(0, 50_000);
    await saveCeiling(40_000);
    expect((await approve(given.manager, asked)).status).toBe(400);
    expect((await rule()).rule).toBeNull();
  });

  it('are set by who manages the company, and read by who has to know them', async () => {
    expect((await save(0, 0, given.manager)).status).toBe(403);
    const user = await createMember(given.test.owner, {
      companyId: given.companyId,
      role: 'client_user',
    });
    expect((await given.test.call(user, 'GET', path())).status).toBe(403);
    const stranger = await createMember(given.test.owner);
    expect((await save(0, 0, stranger)).status).toBe(404);
    expect((await given.test.call(stranger, 'GET', path())).status).toBe(404);
    expect(await rule(given.manager)).toMatchObject({ approvers: ['Test Person'] });
  });
});

describe('a preview of rules', () => {
  it('agrees with what they do', async () => {
    const amounts = [6_000, 6_000, 4_000, 30_000, 60_000, 10_000];
    await setCeiling(50_000);
    await approve(given.manager, await save(10_000, 50_000));
    for (const amount of amounts) {
      const body = {
        kind: 'withdraw',
        accountId: given.accountId,
        amount,
        phoneNumber: '0772123456',
      };
      const request = { ...body, network: 'MTN', note: null };
      await given.test.call(
        given.owner,
        'POST',
        `/Transaction/company/${given.companyId}/requests`,
        request,
      );
    }
    const rows = await given.test.owner.rows(
      `select approval, count(*)::int as payouts, (sum(amount) / 100)::int as amount
       from payments where company_id = $1 group by 1 order by 1`,
      [given.companyId],
    );
    expect(rows).toEqual([
      { approval: 'colleague', payouts: 3, amount: 46_000 },
      { approval: 'colleague_and_provider', payouts: 1, amount: 60_000 },
      { approval: 'none', payouts: 2, amount: 10_000 },
    ]);
    const body = { atOnceUpTo: 10_000, colleagueUpTo: 50_000 };
    const preview = (await given.test.call(given.owner, 'POST', path('payout-rule/preview'), body))
      .body.data;
    expect(preview).toEqual({
      days: 30,
      none: { payouts: 2, amount: 10_000 },
      colleague: { payouts: 3, amount: 46_000 },
      colleagueAndProvider: { payouts: 1, amount: 60_000 },
      isCut: false,
    });
  });
});
