import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postWithAdvance } from '../ledger/advances.ts';
import { findViolations } from '../ledger/invariants.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let companyId: string;
let from: string;
let to: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

beforeEach(async () => {
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  from = await createAccount(test.owner, companyId, { balance: 10_000_00n, held: 1_000_00n });
  to = await createAccount(test.owner, companyId, { balance: 500_00n });
  await test.owner.rows("update accounts set name = 'Savings' where id = $1", [to]);
});

function transfer(fields: Record<string, unknown> = {}, actor = member) {
  const body = { fromAccountId: from, toAccountId: to, amount: 4_000, note: null, ...fields };
  return test.call(actor, 'POST', '/Transaction/transfers', body);
}

async function balances(): Promise<number[]> {
  const rows = await test.owner.rows<{ balance: number }>(
    `select balance::float8 / 100 as balance from accounts
     where company_id = $1 and kind = 'customer' order by id`,
    [companyId],
  );
  return rows.map(({ balance }) => balance);
}

const violations = () => test.asOwner((db) => findViolations(db));

describe('a transfer', () => {
  it('moves money between two accounts at once, without a fee, and is listed on both', async () => {
    const { status, body } = await transfer({ note: 'For rent' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      kind: 'transfer',
      type: 'debit',
      status: 'completed',
      amount: 4_000,
      fee: 0,
      net: -4_000,
      accountId: from,
      description: 'Transfer from Main account to Savings: For rent',
      isLeftOut: true,
    });
    expect(await balances()).toEqual([6_000, 4_500]);
    const movementOn = async (id: string) =>
      (await test.call(member, 'GET', `/Account/${id}/movements?kind=transfer`)).body.data;
    expect(await movementOn(from)).toMatchObject([{ amount: -4_000, balanceAfter: 6_000 }]);
    expect(await movementOn(to)).toMatchObject([{ amount: 4_000, balanceAfter: 4_500 }]);
    const statement = await test.call(member, 'GET', `/Account/${to}/statement`);
    expect(statement.text).toContain(
      '"Transfer from Main account to Savings: For rent","","4000.00","4500.00"',
    );
    const details = (await test.call(member, 'GET', `/Transaction/${body.data.id}`)).body.data;
    expect(details).toMatchObject({ askedBy: 'Test Person', askedById: member.userId });
    expect(details.legs).toEqual([
      expect.objectContaining({ account: 'Main account', amount: -4_000 }),
      expect.objectContaining({ account: 'Savings', amount: 4_000 }),
    ]);
    expect(await violations()).toEqual([]);
  });

  it('is in no figure: nothing came to the company, and nothing left it', async () => {
    const figures = async () => {
      const dashboard = await test.call(member, 'GET', '/v1/CompanyDashboard/statistics');
      const analytics = await test.call(member, 'GET', '/v1/CompanyDashboard/analytics');
      const totals = await test.call(member, 'GET', '/Transaction/totals?status=completed');
      const report = await test.call(
        staff,
        'GET',
        `/AdminDashboard/report?companyId=${companyId}&by=company`,
      );
      return { dashboard, analytics, totals, report };
    };
    const before = await figures();
    await transfer();
    const after = await figures();
    for (const name of ['dashboard', 'analytics', 'totals', 'report'] as const) {
      expect([before[name].status, after[name].status], name).toEqual([200, 200]);
    }
    const [old, now] = [before.totals.body.data, after.totals.body.data];
    expect(now).toEqual({ ...old, count: old.count + 1, leftOut: old.leftOut + 1 });
    const { points, statuses, leftOut } = after.analytics.body.data;
    expect({ points, statuses }).toEqual({
      points: before.analytics.body.data.points,
      statuses: before.analytics.body.data.statuses,
    });
    expect(leftOut).toBe(before.analytics.body.data.leftOut + 1);
    const sums = ({ creditSummary, debitSummary }: Record<string, { totalAmount: number }>) => [
      creditSummary?.totalAmount,
      debitSummary?.totalAmount,
    ];
    expect(sums(after.report.body.data)).toEqual(sums(before.report.body.data));
  });

  it('is written to the audit log once, in the history of the account', async () => {
    const idempotencyKey = uuidV7();
    const { data } = (await transfer({ idempotencyKey })).body;
    await transfer({ idempotencyKey });
    const entries = await test.owner.rows(
      `select action, company_id, details from audit_log
       where subject_type = 'accounts' and subject_id = $1`,
      [from],
    );
    expect(entries).toEqual([
      {
        action: 'transactions.transfer',
        company_id: companyId,
        details: { to, amount: 4_000, transaction: data.id },
      },
    ]);
  });

  it('cannot be reversed: the company transfers the money back', async () => {
    const { data } = (await transfer()).body;
    const answer = await test.call(staff, 'POST', `/Transaction/${data.id}/reverse`, {
      reason: 'Wrong',
    });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'A transfer cannot be reversed: the company transfers the money back',
    ]);
  });

  it('repays nothing of what the company owes: it gained nothing', async () => {
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    await test.database.within(platformScope, (db) =>
      postWithAdvance(db, {
        companyId,
        accountId: to,
        type: 'debit',
        amount: 2_500_00n,
        legs: [
          { accountId: to, amount: -2_500_00n },
          { accountId: settlement, amount: 2_500_00n },
        ],
        kind: 'withdrawal',
        key: 'what left before',
        description: 'It had left',
      }),
    );
    expect(await balances()).toEqual([10_000, 0]);
    expect((await transfer()).status).toBe(200);
    expect(await balances()).toEqual([6_000, 4_000]);
    expect(await violations()).toEqual([]);
  });
});

describe('a transfer that is refused', () => {
  it.each([
    ['more than what is not held', { amount: 9_001 }, 409, 'amount'],
    ['nothing', { amount: 0 }, 400, 'amount'],
    ['less than nothing', { amount: -5 }, 400, 'amount'],
    ['cents', { amount: 10.5 }, 400, 'amount'],
    ['more than any balance', { amount: 1e15 }, 400, 'amount'],
    ['a note that is too long', { note: 'x'.repeat(201) }, 400, 'note'],
  ])('names the field: %s', async (_, fields, status, field) => {
    const answer = await transfer(fields);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(await balances()).toEqual([10_000, 500]);
  });

  it('says what can be spent, and leaves no trace', async () => {
    const answer = await transfer({ amount: 9_001 });
    expect(answer.body).toMatchObject({
      code: 'insufficient_funds',
      message: 'Only UGX 9,000 can be spent on this account',
    });
    const rows = await test.owner.rows(
      "select from transactions where company_id = $1 and kind = 'transfer'",
      [companyId],
    );
    expect(rows).toEqual([]);
    expect((await transfer({ amount: 9_000 })).status).toBe(200);
  });

  it('from an account to itself', async () => {
    const answer = await transfer({ toAccountId: from });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      toAccountId: 'Choose another account than the one it comes from',
    });
  });

  it.each(['fromAccountId', 'toAccountId'] as const)(
    'an inactive or frozen account as %s, also after an attempt with the same key',
    async (field) => {
      const id = field === 'fromAccountId' ? from : to;
      const idempotencyKey = uuidV7();
      await test.owner.rows('update accounts set is_active = false where id = $1', [id]);
      const inactive = await transfer({ idempotencyKey });
      expect([inactive.status, inactive.body.code]).toEqual([409, 'account_inactive']);
      expect(Object.keys(inactive.body.fields)).toEqual([field]);
      await test.owner.rows('update accounts set is_active = true where id = $1', [id]);
      await test.call(staff, 'POST', `/Account/${id}/freeze`, { reason: 'Court order' });
      const frozen = await transfer({ idempotencyKey });
      expect([frozen.status, frozen.body.code]).toEqual([409, 'account_frozen']);
      expect(Object.keys(frozen.body.fields)).toEqual([field]);
      expect(await balances()).toEqual([10_000, 500]);
      await test.call(staff, 'POST', `/Account/${id}/unfreeze`);
      expect((await transfer({ idempotencyKey })).status).toBe(200);
    },
  );

  it('in a suspended company', async () => {
    await test.call(staff, 'POST', `/Company/${companyId}/suspend`, { reason: 'Fraud' });
    const answer = await transfer();
    expect([answer.status, answer.body.code]).toEqual([409, 'company_suspended']);
    expect(await balances()).toEqual([10_000, 500]);
  });

  it('with accounts of another company, in the words for accounts that there are not', async () => {
    const other = await createCompany(test.owner);
    const foreign = await createAccount(test.owner, other, { balance: 7_000_00n });
    for (const field of ['fromAccountId', 'toAccountId'] as const) {
      const answer = await transfer({ [field]: foreign });
      const none = await transfer({ [field]: uuidV7() });
      expect(answer.status).toBe(404);
      expect({ ...answer.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
      expect(answer.body.fields).toEqual({ [field]: 'Account not found' });
    }
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    expect((await transfer({ fromAccountId: settlement })).status).toBe(404);
    const untouched = await test.owner.row('select balance from accounts where id = $1', [foreign]);
    expect(untouched).toEqual({ balance: '700000' });
  });

  it('by whoever may not send money, and by the provider', async () => {
    const viewer = await createMember(test.owner, { companyId, role: 'client_user' });
    expect((await transfer({}, viewer)).status).toBe(403);
    expect((await transfer({}, staff)).status).toBe(403);
    expect(await balances()).toEqual([10_000, 500]);
  });

  it('by the ledger itself if a company posts to another one', async () => {
    const other = await createCompany(test.owner);
    const foreign = await createAccount(test.owner, other);
    const posting = {
      companyId,
      accountId: from,
      type: 'debit',
      amount: 1_00n,
      legs: [
        { accountId: from, amount: -1_00n },
        { accountId: foreign, amount: 1_00n },
      ],
      kind: 'transfer',
      key: 'across',
      description: 'Across',
    } as const;
    const scopeOf = (id: string) => ({ platform: false, companyId: id, userId: null });
    const [outcome] = await test.database.within(scopeOf(companyId), (db) =>
      postAll(db, [posting]),
    );
    expect(outcome).toMatchObject({ status: 'failed', reason: 'unknown_account' });
    await expect(
      test.database.within(scopeOf(other), (db) => postAll(db, [posting])),
    ).rejects.toThrow('acts for another company');
  });
});

describe('a repeated transfer', () => {
  it('moves the money once, also at the same time and after the account was frozen', async () => {
    const idempotencyKey = uuidV7();
    const answers = await Promise.all([1, 2, 3, 4].map(() => transfer({ idempotencyKey })));
    await test.call(staff, 'POST', `/Account/${to}/freeze`, { reason: 'Court order' });
    answers.push(await transfer({ idempotencyKey }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await balances()).toEqual([6_000, 4_500]);
    const other = await transfer({ idempotencyKey, amount: 1 });
    expect(other.body.code).toBe('idempotency_key_reused');
  });

  it('with the key of a colleague is another transfer', async () => {
    const idempotencyKey = uuidV7();
    const colleague = await createMember(test.owner, { companyId });
    await transfer({ idempotencyKey, amount: 1_000 });
    await transfer({ idempotencyKey, amount: 2_000 }, colleague);
    expect(await balances()).toEqual([7_000, 3_500]);
  });
});

it('of all the money, twice at the same time: one is refused', async () => {
  const third = await createAccount(test.owner, companyId);
  const answers = await Promise.all([
    transfer({ amount: 9_000 }),
    transfer({ amount: 9_000, toAccountId: third }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [first = 0] = await balances();
  expect(first).toBe(1_000);
  expect(await violations()).toEqual([]);
});

it('random transfers at the same time keep the sum, stay above zero, and repeat nothing', async () => {
  const wish = fc.record({
    from: fc.nat(3),
    to: fc.nat(3),
    amount: fc.integer({ min: 1, max: 6_000 }),
    times: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 5, maxLength: 12 }), async (wishes) => {
      const company = await createCompany(test.owner);
      const actor = await createMember(test.owner, { companyId: company });
      const places: string[] = [];
      for (const balance of [5_000_00n, 3_000_00n, 0n, 100_00n]) {
        places.push(await createAccount(test.owner, company, { balance }));
      }
      const made = await Promise.all(
        wishes.map(async (one) => {
          const idempotencyKey = uuidV7();
          const fields = {
            fromAccountId: places[one.from],
            toAccountId: places[one.to],
            amount: one.amount,
            idempotencyKey,
          };
          const answers = [];
          for (let time = 0; time < one.times; time++) answers.push(await transfer(fields, actor));
          return { ...one, answers };
        }),
      );
      const expected = [5_000, 3_000, 0, 100];
      for (const { from: source, to: target, amount, answers } of made) {
        const done = answers.filter(({ status }) => status === 200);
        expect(new Set(done.map(({ body }) => body.data.id)).size).toBeLessThanOrEqual(1);
        // Refused at first for lack of money, and possible when it was repeated.
        for (const { status } of answers.slice(answers.indexOf(done[0]!))) {
          if (done.length > 0) expect(status).toBe(200);
        }
        if (done.length === 0) continue;
        expected[source]! -= amount;
        expected[target]! += amount;
      }
      const rows = await test.owner.rows<{ id: string; balance: number }>(
        `select id, balance::float8 / 100 as balance from accounts
         where company_id = $1 and kind = 'customer'`,
        [company],
      );
      const found = places.map((id) => rows.find((row) => row.id === id)?.balance);
      expect(found).toEqual(expected);
      expect(Math.min(...expected)).toBeGreaterThanOrEqual(0);
      expect(expected.reduce((sum, balance) => sum + balance, 0)).toBe(8_100);
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(await violations()).toEqual([]);
});
