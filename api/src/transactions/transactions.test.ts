import { maxListedTransactions, type Transaction } from '@sente/contract/transactions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { findViolations } from '../ledger/invariants.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { Posting } from '../ledger/posting.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';
const dayMs = 86_400_000;

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

async function list(companyId: string, query = '', actor = staff) {
  const answer = await test.call(actor, 'GET', `/Transaction/company/${companyId}${query}`);
  expect(answer.status, answer.text).toBe(200);
  const data = answer.body.data as Transaction[];
  return {
    data,
    texts: data.map(({ description }) => description),
    meta: answer.body.meta as { nextAfter: string | null; totalCount: number },
  };
}

describe('list', () => {
  let companyId: string;
  let ids: string[];
  const january = '?startDate=2026-01-01&endDate=2026-01-31';

  beforeAll(async () => {
    companyId = await createCompany(test.owner);
    const account = await createAccount(test.owner, companyId);
    const move = (at: string, amount: bigint, description: string, more: object = {}) =>
      createTransaction(test.owner, companyId, account, {
        at: new Date(at),
        amount,
        description,
        ...more,
      });
    ids = [
      // The last moment of 2025 and the first of 2026 in Kampala, then the same around January's end.
      await move('2025-12-31T20:59:59.999Z', 50_000n, 'Old year'),
      await move('2025-12-31T21:00:00Z', 1_050n, 'New year', { reference: 'REF-77' }),
      await move('2026-01-10T12:00:00Z', -100n, 'School fees'),
      await move('2026-01-10T12:00:01Z', -99_000_000n, 'Too much'),
      await move('2026-01-20T12:00:00Z', -200n, 'Waiting payout', { isPending: true }),
      await move('2026-01-31T20:59:59.999Z', 300n, 'End 100% _sure_'),
      await move('2026-01-31T21:00:00Z', 400n, 'February'),
    ];
    const other = await createCompany(test.owner);
    await createTransaction(test.owner, other, await createAccount(test.owner, other), {
      at: new Date('2026-01-10T12:00:00Z'),
      amount: 5n,
      description: 'School of others',
    });
  });

  it('shows whole Kampala days, newest first, in portal terms', async () => {
    const { data, texts, meta } = await list(companyId, january);
    expect(texts).toEqual([
      'End 100% _sure_',
      'Waiting payout',
      'Too much',
      'School fees',
      'New year',
    ]);
    expect(meta).toEqual({
      totalCount: 5,
      isCountExact: true,
      isCapped: false,
      nextAfter: null,
      searchedTo: null,
    });
    expect(data.at(-1)).toEqual({
      id: ids[1],
      kind: 'test',
      reference: 'REF-77',
      description: 'New year',
      type: 'credit',
      amount: 10.5,
      fee: 0,
      tax: 0,
      net: 10.5,
      status: 'completed',
      date: '2025-12-31T21:00:00.000Z',
      finishedAt: '2025-12-31T21:00:00.000Z',
      accountId: expect.any(String),
      accountName: 'Main account',
      accountNumber: expect.stringMatching(/^\d{12}$/),
      reason: null,
      isLeftOut: false,
      apiTransactionId: null,
      phoneNumber: null,
      network: null,
      reversalOf: null,
      reversedBy: null,
      refundOf: null,
      bulkId: null,
      refunded: null,
      check: null,
    });
    expect(data.map(({ status }) => status)).toEqual([
      'completed',
      'pending',
      'failed',
      'completed',
      'completed',
    ]);
  });

  it('shows one day when both ends are the same', async () => {
    const { texts } = await list(companyId, '?startDate=2025-12-31&endDate=2025-12-31');
    expect(texts).toEqual(['Old year']);
  });

  it('shows today and the thirty days before by default', async () => {
    const recent = await createCompany(test.owner);
    const account = await createAccount(test.owner, recent);
    for (const days of [32, 29, 0]) {
      await createTransaction(test.owner, recent, account, {
        at: new Date(Date.now() - days * dayMs),
        amount: 1n,
        description: `${days} days ago`,
      });
    }
    const { texts, meta } = await list(recent);
    expect(texts).toEqual(['0 days ago', '29 days ago']);
    expect(meta.totalCount).toBe(2);
  });

  it('filters by status and type, and counts what passes', async () => {
    for (const [query, count] of [
      ['&status=completed', 3],
      ['&status=pending', 1],
      ['&status=failed', 1],
      ['&type=debit', 3],
      ['&type=debit&status=completed', 1],
      ['&type=credit&status=failed', 0],
    ] as const) {
      const { data, meta } = await list(companyId, january + query);
      expect([data.length, meta.totalCount], query).toEqual([count, count]);
    }
  });

  it('searches description, reference and id, case-insensitively, and takes wildcards literally', async () => {
    for (const [search, found] of [
      ['SCHOOL', ['School fees']],
      ['ref-77', ['New year']],
      [ids[4]?.toUpperCase() ?? '', ['Waiting payout']],
      ['0%25 _', ['End 100% _sure_']],
      ['%25', ['End 100% _sure_']],
      ['no such thing', []],
      ['school&status=failed', []],
    ] as const) {
      const { texts, meta } = await list(companyId, `${january}&search=${search}`);
      expect(texts, search).toEqual(found);
      expect(meta).toMatchObject({ totalCount: found.length, isCountExact: true });
    }
  });

  it('is paged, with the overall total on each page', async () => {
    // No id contains an n.
    for (const search of ['', '&search=n']) {
      const seen: string[] = [];
      let after = '';
      for (let page = 1; page <= 3; page++) {
        const { texts, meta } = await list(companyId, `${january}&limit=2${search}${after}`);
        seen.push(...texts);
        expect(meta).toMatchObject({
          totalCount: search ? 3 : 5,
          isCapped: meta.nextAfter !== null,
        });
        if (meta.nextAfter === null) break;
        after = `&after=${meta.nextAfter}`;
      }
      expect(seen).toEqual((await list(companyId, january + search)).texts);
    }
    const { texts } = await list(companyId, `${january}&after=${ids[6]}`);
    expect(texts[0], 'a row outside of the days moves no bound').toBe('End 100% _sure_');
  });

  it('has no page after one that ends exactly at the last row', async () => {
    const { meta } = await list(companyId, `${january}&limit=5`);
    expect(meta).toMatchObject({ isCapped: false, nextAfter: null });
  });

  it.each([
    ['?startDate=2026-02-01&endDate=2026-01-31', 'startDate'],
    ['?startDate=2026-02-30', 'startDate'],
    ['?endDate=yesterday', 'endDate'],
    ['?status=done', 'status'],
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?after=1', 'after'],
  ])('refuses %s at its field', async (query, field) => {
    const answer = await test.call(staff, 'GET', `/Transaction/company/${companyId}${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it("answers for days outside the database's calendar", async () => {
    const { meta } = await list(companyId, '?startDate=0000-01-01&endDate=9999-12-31');
    expect(meta.totalCount).toBe(7);
    expect((await list(companyId, '?endDate=0000-01-01')).data).toEqual([]);
  });

  it('only the company and staff can read it; for others the company does not exist', async () => {
    const member = await createMember(test.owner, { companyId });
    expect((await list(companyId, january, member)).texts).toHaveLength(5);
    const restricted = await createMember(test.owner, { companyId, role: 'Restricted' });
    const path = `/Transaction/company/${companyId}`;
    expect((await test.call(restricted, 'GET', path)).status).toBe(403);
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'GET', path)).status).toBe(404);
    const archived = await createCompany(test.owner);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [archived]);
    for (const id of [unknownId, archived]) {
      const answer = await test.call(staff, 'GET', `/Transaction/company/${id}`);
      expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
    }
  });
});

describe('a long list', () => {
  let companyId: string;
  const count = maxListedTransactions + 24;

  beforeAll(async () => {
    companyId = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, companyId);
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    const posting = (n: number): Posting => ({
      companyId,
      accountId,
      type: 'credit',
      amount: 1n,
      legs: [
        { accountId: settlement, amount: -1n },
        { accountId, amount: 1n },
      ],
      kind: 'test',
      key: uuidV7(),
      description: n % 2 === 0 ? 'Even' : 'Odd',
      at: new Date(Date.UTC(2026, 0, 5) + n),
    });
    for (let n = 0; n < count; n += 256) {
      await postAll(
        test.owner,
        Array.from({ length: 256 }, (_, more) => posting(n + more)),
      );
    }
  });
  const days = '?startDate=2026-01-01&endDate=2026-01-31';

  it('a long list is capped and says so, with the exact total', async () => {
    const { data, meta } = await list(companyId, days);
    expect(data).toHaveLength(maxListedTransactions);
    expect(meta).toEqual({
      totalCount: count,
      isCountExact: true,
      isCapped: true,
      nextAfter: data.at(-1)?.id,
      searchedTo: null,
    });
  });

  it('a long list counts search results up to a limit', async () => {
    expect((await list(companyId, `${days}&search=even&limit=10`)).meta).toMatchObject({
      totalCount: count / 2,
      isCountExact: true,
      isCapped: true,
    });
    expect((await list(companyId, `${days}&search=even`)).meta).toMatchObject({
      totalCount: count / 2,
      isCapped: false,
    });
    expect((await list(companyId, `${days}&search=01&limit=10`)).meta).toMatchObject({
      totalCount: maxListedTransactions,
      isCountExact: false,
      isCapped: true,
    });
  });
});

describe('reversal', () => {
  let companyId: string;
  let account: string;
  beforeEach(async () => {
    companyId = await createCompany(test.owner);
    account = await createAccount(test.owner, companyId);
  });
  const post = (amount: bigint, more: object = {}) =>
    createTransaction(test.owner, companyId, account, { amount, ...more });
  const reverse = (id: string, actor = staff) => reverseWithTwo(test, actor, id, 'Paid twice');
  const transactionOf = async (id: string) =>
    (await test.call(staff, 'GET', `/Transaction/${id}`)).body.data;
  const balanceOf = async (id = account) =>
    (await test.owner.row<{ balance: string }>('select balance from accounts where id = $1', [id]))
      ?.balance;
  const expectRefused = async (id: string, message: string) => {
    const before = await test.owner.rows('select id from transactions where company_id = $1', [
      companyId,
    ]);
    const answer = await reverse(id);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body).toMatchObject({ code: 'refused', message });
    const after = await test.owner.rows('select id from transactions where company_id = $1', [
      companyId,
    ]);
    expect(after).toEqual(before);
  };

  it('posts an opposite transaction and records the reason', async () => {
    const id = await post(700n, { description: 'Collection', reference: 'R-1' });
    const answer = await reverse(id);
    expect(answer.status).toBe(200);
    expect(await transactionOf(answer.body.data.id)).toMatchObject({
      description: 'Reversal: Collection',
      reference: 'R-1',
      type: 'debit',
      amount: 7,
      status: 'completed',
    });
    expect(await balanceOf()).toBe('0');
    const stored = await test.owner.row(
      'select kind, reversal_of from transactions where id = $1',
      [answer.body.data.id],
    );
    expect(stored).toEqual({ kind: 'reversal', reversal_of: id });
    const log = await test.owner.rows(
      `select action, actor_id, company_id, details from audit_log
       where subject_type = 'accounts' and subject_id = $1 order by id`,
      [account],
    );
    const approval = expect.any(String);
    const asked = { actor_id: staff.userId, company_id: companyId };
    const done = { actor_id: expect.not.stringMatching(staff.userId), company_id: companyId };
    const reversal = answer.body.data.id;
    expect(log).toEqual([
      {
        action: 'approvals.ask',
        ...asked,
        details: { kind: 'reversal', approval, reason: 'Paid twice' },
      },
      {
        action: 'transactions.reverse',
        ...done,
        details: { reason: 'Paid twice', transaction: id, reversal, approval },
      },
      { action: 'approvals.approve', ...done, details: { kind: 'reversal', approval } },
    ]);
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('returns every leg, including fees', async () => {
    await post(10_000n);
    const { settlement, fees } = await systemAccountsOf(test.owner, companyId);
    const [outcome] = await postAll(test.owner, [
      {
        companyId,
        accountId: account,
        type: 'debit',
        amount: 5_000n,
        legs: [
          { accountId: account, amount: -5_100n },
          { accountId: settlement, amount: 5_000n },
          { accountId: fees, amount: 100n },
        ],
        kind: 'payout',
        key: uuidV7(),
        description: 'Payout',
      },
    ]);
    const answer = await reverse(outcome?.transactionId ?? '');
    expect(await transactionOf(answer.body.data.id)).toMatchObject({ type: 'credit', amount: 50 });
    expect([await balanceOf(), await balanceOf(fees)]).toEqual(['10000', '0']);
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('happens once, even when requested many times concurrently', async () => {
    await post(10_000n);
    const id = await post(700n);
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await balanceOf()).toBe('10000');
    await expectRefused(id, 'This transaction was already reversed');
  });

  const debt = async () =>
    (
      await test.owner.row<{ debt: string }>(
        "select -balance as debt from accounts where company_id = $1 and kind = 'receivable'",
        [companyId],
      )
    )?.debt;
  const preview = async (id: string) =>
    (await test.call(staff, 'GET', `/Transaction/${id}`)).body.data.reversal;

  it('without sufficient funds leaves the rest as a debt of the company, as announced', async () => {
    const id = await post(700n);
    await post(-200n);
    expect(await preview(id)).toEqual({ advanced: 2, repaid: 0, owed: 2 });
    expect((await reverse(id)).status).toBe(200);
    expect(await balanceOf()).toBe('0');
    expect(await debt()).toBe('200');
    expect(await preview(id)).toBeNull();
  });

  it('does not use held money', async () => {
    const id = await post(700n);
    await post(-500n, { isPending: true });
    expect((await reverse(id)).status).toBe(200);
    expect(await balanceOf()).toBe('500');
    expect(await debt()).toBe('500');
  });

  it('that gives money back repays what the company owes, as announced', async () => {
    const id = await post(700n);
    const out = await post(-700n);
    await reverse(id);
    expect(await debt()).toBe('700');
    expect(await preview(out)).toEqual({ advanced: 0, repaid: 7, owed: 0 });
    expect((await reverse(out)).status).toBe(200);
    expect([await balanceOf(), await debt()]).toEqual(['0', '0']);
  });

  it('is refused for advances and repayments', async () => {
    const id = await post(700n);
    await post(-700n);
    await reverse(id);
    await post(300n);
    const written = await test.owner.rows<{ id: string; kind: string }>(
      `select id, kind from transactions
       where company_id = $1 and kind in ('advance', 'repayment') order by id`,
      [companyId],
    );
    expect(written.map(({ kind }) => kind)).toEqual(['advance', 'repayment']);
    for (const one of written) {
      await expectRefused(
        one.id,
        'Advances and repayments cannot be reversed: later credits repay what is owed',
      );
      expect(await preview(one.id)).toBeNull();
    }
  });

  it('is refused on an inactive account, and possible once it is active', async () => {
    const id = await post(700n);
    const switchTo = (isActive: boolean) =>
      test.owner.rows('update accounts set is_active = $2 where id = $1', [account, isActive]);
    await switchTo(false);
    await expectRefused(id, 'Account is inactive');
    await switchTo(true);
    expect((await reverse(id)).status).toBe(200);
  });

  it('is only for completed transactions, and not for reversals', async () => {
    const id = await post(700n);
    const pending = await post(-5n, { isPending: true });
    const failed = await post(-9_999n);
    for (const unfinished of [pending, failed]) {
      await expectRefused(unfinished, 'Only a completed transaction can be reversed');
    }
    await post(1_000n);
    const reversal = (await reverse(id)).body.data.id;
    await expectRefused(reversal, 'A reversal cannot be reversed');
  });

  it('answers 404 for transactions that do not exist or whose company is archived', async () => {
    const id = await post(700n);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
    for (const unknown of [id, unknownId, '17']) {
      const answer = await reverse(unknown);
      expect([answer.status, answer.body.message]).toEqual([404, 'Transaction not found']);
    }
    expect(await balanceOf()).toBe('700');
  });

  it('only staff can reverse, and a reason is required', async () => {
    const id = await post(700n);
    const member = await createMember(test.owner, { companyId });
    expect((await reverse(id, member)).status).toBe(403);
    const answer = await test.call(staff, 'POST', `/Transaction/${id}/reverse`, { reason: ' ' });
    expect(answer.body.fields).toEqual({ reason: 'Reason is required' });
    expect(await balanceOf()).toBe('700');
  });
});
