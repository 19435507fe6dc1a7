import { describe, expect, it, onTestFinished } from 'vitest';
import { payingCompany, payoutActs } from '../../test/paying-company.ts';

const given = payingCompany();
const { setRule } = payoutActs(given);

const wish = (fields: object) => ({
  accountId: given.accountId,
  amount: 5_000,
  phoneNumber: '0772 123456',
  network: 'MTN',
  ...fields,
});
const review = (fields: object = {}) =>
  given.test.call(given.owner, 'POST', `/Company/${given.companyId}/payout-approval`, wish(fields));
const send = (fields: object = {}) =>
  given.test.call(given.owner, 'POST', `/Transaction/company/${given.companyId}/requests`, {
    ...wish(fields),
    kind: 'send-money',
  });
const stored = () =>
  given.test.owner.row(
    `select (select count(*)::int from payments where company_id = $1) as payments,
       (select count(*)::int from transactions where company_id = $1 and kind = 'payout') as transactions,
       (select coalesce(sum(amount), 0)::int from limit_usage
         where company_id = $1 and scope = 'at_once') as at_once,
       held from accounts where id = $2`,
    [given.companyId, given.accountId],
  );
const nothing = { payments: 0, transactions: 0, at_once: 0, held: '0' };

describe('before a payout is sent', () => {
  it('says who will have to approve it, and stores nothing', async () => {
    expect((await review()).body.data).toEqual({
      approval: 'provider',
      colleagues: [],
      isWithoutColleague: false,
      isBraked: false,
    });
    await setRule(10_000, 50_000);
    // Not counted against what goes at once, however often it is asked.
    for (let time = 0; time < 3; time++) {
      expect((await review()).body.data.approval).toBe('none');
    }
    expect((await review({ amount: 10_001 })).body.data).toMatchObject({
      approval: 'colleague',
      colleagues: ['Test Person'],
    });
    await given.test.owner.rows('update users set is_active = false where id = $1', [
      given.manager.userId,
    ]);
    expect((await review({ amount: 50_001 })).body.data).toMatchObject({
      approval: 'colleague_and_provider',
      colleagues: [],
      isWithoutColleague: true,
    });
    expect(await stored()).toEqual(nothing);
  });

  it.each([
    ['a bad number', '', { phoneNumber: '123' }, 'validation_failed'],
    ['a foreign number', '', { phoneNumber: '+14155550000' }, 'validation_failed'],
    ['another network', '', { network: 'AIRTEL' }, 'network_differs'],
    ['an unknown network', '', { network: 'LYCA' }, 'validation_failed'],
    ['an unknown account', '', { accountId: crypto.randomUUID() }, 'validation_failed'],
    [
      'too little money',
      'update accounts set balance = 0 where company_id = $1',
      {},
      'insufficient_funds',
    ],
    [
      'an inactive account',
      'update accounts set is_active = false where company_id = $1',
      {},
      'account_inactive',
    ],
    [
      'a frozen account',
      "update accounts set frozen_at = now(), freeze_reason = 'Court' where company_id = $1",
      {},
      'account_frozen',
    ],
    [
      'a suspended company',
      "update companies set suspended_at = now(), suspension_reason = 'Court' where id = $1",
      {},
      'company_suspended',
    ],
    [
      'a number that the company blocked',
      `insert into blocked_numbers (id, company_id, phone_number, reason)
       values (gen_random_uuid(), $1, '256772123456', 'Stolen')`,
      {},
      'number_blocked',
    ],
    [
      'a limit',
      `insert into payment_limits (company_id, scope, direction, kind, most)
       values ($1, 'company', 'payout', 'payment', 100000)`,
      {},
      'limit_exceeded',
    ],
  ])('refuses %s as sending does', async (_name, sql, fields, code) => {
    if (sql) await given.test.owner.rows(sql, [given.companyId]);
    const [reviewed, sent] = [await review(fields), await send(fields)];
    expect(reviewed.body.code).toBe(code);
    expect([reviewed.status, reviewed.body.message, reviewed.body.fields]).toEqual([
      sent.status,
      sent.body.message,
      sent.body.fields,
    ]);
    expect(await stored()).toEqual(nothing);
    // Decisions about permission or money are in the audit log, mistyped input is not.
    const lines = await given.test.owner.rows(
      `select action, subject_id, details from audit_log
       where actor_id = $1 and result = 'refused' order by action`,
      [given.owner.userId],
    );
    const isInput = code === 'validation_failed' || code === 'network_differs';
    const line = { subject_id: given.companyId, details: { code } };
    expect(lines).toEqual(
      isInput
        ? []
        : [
            { action: 'payoutRules.expect', ...line },
            { action: 'transactions.request', ...line },
          ],
    );
  });

  it.each(['companies', 'one company'])('says that payouts are stopped: %s', async (which) => {
    await setRule(10_000, 50_000);
    onTestFinished(async () => {
      await given.test.owner.rows('delete from payout_brakes');
    });
    await given.test.owner.rows('select brake_trip($1, $2, $3, $4, $5)', [
      which === 'companies' ? null : given.companyId,
      'person',
      'Something is wrong',
      '[]',
      given.staff.userId,
    ]);
    expect((await review()).body.data).toMatchObject({ approval: 'none', isBraked: true });
    expect((await send()).body.meta).toEqual({ approval: 'none', isBraked: true });
    expect((await send({ amount: 20_000 })).body.meta).toEqual({
      approval: 'colleague',
      isBraked: true,
    });
  });
});
