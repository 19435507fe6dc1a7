import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { ListedTransaction } from '@sente/contract/transactions';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createTransaction,
} from '../../test/factories.ts';
import { readFiltered, readTotals } from './filtered-list.ts';

const day = (text: string) => new Date(`${text}T09:00:00Z`);

let test: TestApp;
let staff: TestActor;
let companyId: string;
let accountId: string;
let otherCompanyId: string;
let otherAccountId: string;
/** By their reference. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Gulu Builders' });
  accountId = await createAccount(test.owner, companyId, { balance: 0n });
  otherCompanyId = await createCompany(test.owner, { name: 'Mbale Foods' });
  otherAccountId = await createAccount(test.owner, otherCompanyId, { balance: 0n });
  const add = async (
    name: string,
    amount: bigint,
    at: string,
    more: { phone?: string; network?: string; isPending?: boolean; isOther?: boolean } = {},
  ) => {
    const [company, account] = more.isOther
      ? [otherCompanyId, otherAccountId]
      : [companyId, accountId];
    const isPending = more.isPending ?? false;
    const id = await createTransaction(test.owner, company, account, {
      amount,
      at: day(at),
      isPending,
    });
    if (more.phone) {
      await createPayment(test.owner, company, {
        accountId: account,
        amount: amount < 0n ? -amount : amount,
        status: isPending ? 'PENDING' : 'SUCCESS',
        direction: amount < 0n ? 'payout' : 'collection',
        phoneNumber: more.phone,
        network: more.network ?? 'MTN',
        transactionId: id,
        at: day(at),
      });
      await test.owner.rows(
        'update payments set network_reference = $2 where transaction_id = $1',
        [id, `NET-${name.toUpperCase()}`],
      );
    }
    ids[name] = id;
  };
  await add('first', 900_000n, '2026-03-01');
  await add('mtn', 50_000n, '2026-03-02', { phone: '256772111222' });
  await add('airtel', 70_000n, '2026-03-03', { phone: '256752111333', network: 'AIRTEL' });
  await add('paid', -30_000n, '2026-03-04', { phone: '256772111222' });
  await add('failed', -99_999_999n, '2026-03-05');
  await add('waits', -20_000n, '2026-03-06', { phone: '256772999222', isPending: true });
  await add('other', 40_000n, '2026-03-07', { phone: '256772111222', isOther: true });
});

async function list(query: string, actor = staff) {
  const answer = await test.call(actor, 'GET', `/Transaction${query}`);
  expect(answer.status, answer.text).toBe(200);
  const rows = answer.body.data as ListedTransaction[];
  return {
    rows,
    meta: answer.body.meta as { nextAfter: string | null; searchedTo: string | null },
  };
}

async function totals(query: string, actor = staff): Promise<TransactionTotals> {
  const answer = await test.call(actor, 'GET', `/Transaction/totals${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const names = (rows: readonly { id: string }[]) =>
  rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? 'unknown');

describe('the list of transactions', () => {
  it.each([
    ['', ['other', 'waits', 'failed', 'paid', 'airtel', 'mtn', 'first']],
    ['&type=debit', ['waits', 'failed', 'paid']],
    ['&status=completed', ['other', 'paid', 'airtel', 'mtn', 'first']],
    ['&status=failed', ['failed']],
    ['&status=pending&type=debit', ['waits']],
    ['&status=pending&type=credit', []],
    ['&network=AIRTEL', ['airtel']],
    ['&phone=0772 111 222', ['other', 'paid', 'mtn']],
    ['&phone=%2B256772111222&type=debit', ['paid']],
    ['&phone=222', ['other', 'waits', 'paid', 'mtn']],
    ['&minAmount=500&maxAmount=700', ['airtel', 'mtn']],
    ['&startDate=2026-03-03&endDate=2026-03-04', ['paid', 'airtel']],
  ])('finds by %s', async (query, wanted) => {
    // Of days that no other test uses.
    const days = query.includes('startDate') ? '' : '&startDate=2026-03-01&endDate=2026-03-31';
    const { rows, meta } = await list(`?limit=50${query}${days}`);
    expect(names(rows)).toEqual(wanted);
    expect(meta).toEqual({ nextAfter: null, searchedTo: null });
  });

  it('finds by company, account and kind', async () => {
    const of = async (query: string) => names((await list(`?endDate=2026-03-31${query}`)).rows);
    expect(await of(`&companyId=${otherCompanyId}`)).toEqual(['other']);
    expect(await of(`&accountId=${otherAccountId}`)).toEqual(['other']);
    expect(await of(`&companyId=${companyId}&status=failed`)).toEqual(['failed']);
    expect(await of('&kind=advance')).toEqual([]);
  });

  it('shows company, phone, network and amounts of each', async () => {
    const { rows } = await list('?phone=0752111333');
    expect(rows).toEqual([
      expect.objectContaining({
        id: ids['airtel'],
        companyId,
        companyName: 'Gulu Builders',
        phoneNumber: '256752111333',
        network: 'AIRTEL',
        amount: 700,
        net: 700,
        status: 'completed',
      }),
    ]);
  });

  it('goes on page by page', async () => {
    const query = '?limit=3&startDate=2026-03-01&endDate=2026-03-31';
    const first = await list(query);
    expect(names(first.rows)).toEqual(['other', 'waits', 'failed']);
    expect(first.meta.nextAfter).toBe(ids['failed']);
    const second = await list(`${query}&after=${first.meta.nextAfter}`);
    expect(names(second.rows)).toEqual(['paid', 'airtel', 'mtn']);
    const last = await list(`${query}&after=${second.meta.nextAfter}`);
    expect(names(last.rows)).toEqual(['first']);
    expect(last.meta.nextAfter).toBeNull();
  });

  it('one call looks through a limited number, says how far, and the next goes on there', async () => {
    const query = { limit: 10, network: 'AIRTEL', startDate: '2026-03-01', endDate: '2026-03-31' };
    const walk = 4;
    const first = await readFiltered(test.owner, query, { walk });
    expect(names(first.data)).toEqual([]);
    expect(first.meta).toEqual({
      nextAfter: ids['paid'],
      searchedTo: day('2026-03-04').toISOString(),
    });
    const second = await readFiltered(test.owner, { ...query, after: ids['paid'] }, { walk });
    expect(names(second.data)).toEqual(['airtel']);
    expect(second.meta).toEqual({ nextAfter: null, searchedTo: null });
  });

  it.each([
    ['phone=ab', 'phone'],
    ['minAmount=x', 'minAmount'],
    ['status=done', 'status'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ['minAmount=5&maxAmount=4', 'maxAmount'],
  ])('refuses %s and names the field', async (query, field) => {
    for (const path of ['/Transaction', '/Transaction/totals']) {
      const answer = await test.call(staff, 'GET', `${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
  });

  it('searches by what a caller quotes, whatever its age, and by words among the newest', async () => {
    const find = async (search: string) => {
      const days = 'startDate=2026-03-01&endDate=2026-03-31';
      const query = `search=${encodeURIComponent(search)}&${days}`;
      const found = names((await list(`?${query}`)).rows);
      expect(await totals(`?${query}`), search).toMatchObject({ count: found.length });
      return found;
    };
    expect(await find('0772 111 222')).toEqual(['other', 'paid', 'mtn']);
    expect(await find('2111333')).toEqual(['airtel']);
    expect(await find(ids['airtel'] ?? '')).toEqual(['airtel']);
    expect(await find('NET-AIRTEL')).toEqual(['airtel']);
    expect(await find('nothing like it')).toEqual([]);
    // Older than what is looked through for words.
    const query = { limit: 10, startDate: '2026-03-01', endDate: '2026-03-31' };
    const far = await readFiltered(test.owner, { ...query, search: 'NET-AIR' }, { walk: 2 });
    expect(names(far.data)).toEqual(['airtel']);
    const goesOn = { nextAfter: ids['waits'], searchedTo: day('2026-03-06').toISOString() };
    expect(far.meta).toEqual(goesOn);
    const words = await readFiltered(test.owner, { ...query, search: 'no such word' }, { walk: 2 });
    expect(words.meta).toEqual(goesOn);
  });

  it('goes by the day of the finish, page by page, without pending ones', async () => {
    const query = '?dateBy=finished&startDate=2026-03-01&endDate=2026-03-31&limit=4';
    const first = await list(query);
    expect(names(first.rows)).toEqual(['other', 'failed', 'paid', 'airtel']);
    const second = await list(`${query}&after=${first.meta.nextAfter}`);
    expect(names(second.rows)).toEqual(['mtn', 'first']);
    expect(second.meta.nextAfter).toBeNull();
    expect((await list(`${query}&status=pending`)).rows).toEqual([]);
    expect(await totals('?dateBy=finished&status=pending')).toMatchObject({ count: 0 });
    const ofNumber = await list(`${query}&search=0772111222`);
    expect(names(ofNumber.rows)).toEqual(['other', 'paid', 'mtn']);
  });

  it('a company narrows its own list by the same filters', async () => {
    const member = await createMember(test.owner, { companyId });
    const days = 'startDate=2026-03-01&endDate=2026-03-31';
    for (const [query, wanted] of [
      ['&network=AIRTEL', ['airtel']],
      ['&minAmount=500&maxAmount=700', ['airtel', 'mtn']],
      [`&accountId=${accountId}&type=debit`, ['waits', 'failed', 'paid']],
      ['&kind=advance', []],
      ['&search=0772111222', ['paid', 'mtn']],
      ['&search=NET-AIRTEL', ['airtel']],
      ['&search=2111222&dateBy=finished', ['paid', 'mtn']],
    ] as const) {
      const answer = await test.call(
        member,
        'GET',
        `/Transaction/company/${companyId}?${days}${query}`,
      );
      expect(names(answer.body.data), query).toEqual(wanted);
      expect(answer.body.meta, query).toMatchObject({
        totalCount: wanted.length,
        isCountExact: true,
      });
    }
  });
});

describe('the totals', () => {
  it('count what passes and add up what is completed', async () => {
    expect(await totals('?startDate=2026-03-01&endDate=2026-03-31')).toEqual({
      count: 7,
      isExact: true,
      credits: 10_600,
      debits: 300,
      fees: 0,
      ownFees: 0,
      net: 10_300,
      leftOut: 0,
    });
    expect(await totals('?phone=0752111333')).toMatchObject({ count: 1, credits: 700, debits: 0 });
  });

  it('add up what failed or is pending where that is what is listed', async () => {
    const days = 'startDate=2026-03-01&endDate=2026-03-31';
    const none = { isExact: true, fees: null, ownFees: null, net: null, leftOut: null };
    const failed = { count: 1, credits: 0, debits: 999_999.99, sumsOf: 'failed', ...none };
    expect(await totals(`?${days}&status=failed`)).toEqual({ ...failed, leftOut: 0 });
    expect(await totals(`?${days}&status=pending`)).toEqual({
      count: 1,
      credits: 0,
      debits: 200,
      sumsOf: 'pending',
      ...none,
    });
    const many = { startDate: '2026-03-01', endDate: '2026-03-31', status: 'failed' } as const;
    expect(await readTotals(test.owner, many, 0)).toEqual(failed);
  });

  it('count a fee that is a transaction of its own among the fees, as the report does', async () => {
    const company = await createCompany(test.owner);
    const account = await createAccount(test.owner, company, { balance: 0n });
    const at = day('2026-04-02');
    await createTransaction(test.owner, company, account, { amount: 50_000n, at });
    const charged = { amount: -12_500n, at, kind: 'charge', against: 'fees' } as const;
    await createTransaction(test.owner, company, account, charged);
    const found = await totals(`?companyId=${company}`);
    expect(found).toMatchObject({ debits: 125, fees: 125, ownFees: 125, net: 375 });
    const days = 'startDate=2026-04-01&endDate=2026-04-30';
    const report = await test.call(
      staff,
      'GET',
      `/AdminDashboard/report?by=day&companyId=${company}&${days}`,
    );
    expect(report.body.data).toMatchObject({ fees: 125, debitSummary: { totalAmount: 125 } });
  });

  it('leave out a reversal and what it took back, and say how many', async () => {
    const company = await createCompany(test.owner);
    const account = await createAccount(test.owner, company, { balance: 0n });
    const kept = await createTransaction(test.owner, company, account, { amount: 50_000n });
    const id = await createTransaction(test.owner, company, account, { amount: 10_000n });
    await reverseWithTwo(test, staff, id);
    expect(kept).not.toBe(id);
    expect(await totals(`?companyId=${company}`)).toMatchObject({
      count: 3,
      credits: 500,
      debits: 0,
      net: 500,
      leftOut: 2,
    });
  });

  it('of more than can be added up come from the figures, if these know them', async () => {
    const days = { startDate: '2026-03-01', endDate: '2026-03-31' };
    for (const query of [days, { ...days, companyId }, { ...days, status: 'completed' as const }]) {
      const { count, credits, debits } = await readTotals(test.owner, query);
      expect(await readTotals(test.owner, query, 3)).toEqual({
        count,
        isExact: true,
        credits,
        debits,
        fees: null,
        ownFees: null,
        net: null,
        leftOut: null,
      });
    }
  });

  it('say when there are too many to add up', async () => {
    const query = { kind: 'collection' as const, startDate: '2026-03-01', endDate: '2026-03-31' };
    expect(await readTotals(test.owner, query, 3)).toEqual({
      count: 0,
      isExact: false,
      credits: null,
      debits: null,
      fees: null,
      ownFees: null,
      net: null,
      leftOut: null,
    });
  });
});

describe('who may read them', () => {
  it('a company finds and adds up its own only', async () => {
    const member = await createMember(test.owner, { companyId: otherCompanyId });
    expect(names((await list('?phone=0772111222', member)).rows)).toEqual(['other']);
    expect(await totals('', member)).toMatchObject({ count: 1, credits: 400 });
    for (const path of ['/Transaction', '/Transaction/totals']) {
      const answer = await test.call(member, 'GET', `${path}?companyId=${companyId}`);
      expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
      const role = await createRoleWith(test.owner, 'canManageAccounts');
      const nobody = await createMember(test.owner, { companyId, role });
      expect((await test.call(nobody, 'GET', path)).status).toBe(403);
    }
  });
});
