import type { ApiTransaction } from '@sente/contract/api-transactions';
import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import type { Payment } from '@sente/contract/payments';
import type { SystemTransaction } from '@sente/contract/system-transactions';
import type { Transaction } from '@sente/contract/transactions';
import { beforeAll, describe, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { finishAll, postAll } from '../src/ledger/posting.queries.ts';
import type { Leg } from '../src/ledger/posting.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { reverseWithTwo } from './approvals.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createPayment, createTransaction } from './factories.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';

/* Payments around a midnight in Kampala (21:00 UTC) between the 14th and the 15th of January 2026. */

const before = (minutes: number): Date => new Date(Date.UTC(2026, 0, 14, 21, -minutes));
const after = (minutes: number): Date => before(-minutes);
const lastMoment = new Date(before(0).getTime() - 1);

let test: TestApp;
let staff: TestActor;
let credential: TestCredential;
let companyId: string;
let accountId: string;
const names = new Map<string, string>();

/** A payment and its transaction, as they are stored when both are through. */
async function arrange(
  name: string,
  direction: 'collection' | 'payout',
  [amountUgx, feeUgx]: readonly [number, number],
  [at, finishedAt]: readonly [created: Date, finished: Date | null],
  to: 'completed' | 'failed' = 'completed',
): Promise<void> {
  const [amount, fee] = [BigInt(amountUgx) * 100n, BigInt(feeUgx) * 100n];
  const isIn = direction === 'collection';
  const { clearing, fees } = await systemAccountsOf(test.owner, companyId);
  const posting = { companyId, accountId, kind: direction, description: name, legs: [], at };
  const [pending] = await postAll(test.owner, [
    {
      ...posting,
      type: isIn ? 'credit' : 'debit',
      amount,
      hold: isIn ? 0n : amount + fee,
      key: uuidV7(),
    },
  ]);
  const transactionId = pending?.transactionId ?? '';
  const own = isIn ? amount - fee : -(amount + fee);
  const legs: Leg[] = [
    { accountId, amount: own },
    { accountId: clearing.get('MTN') ?? '', amount: isIn ? -amount : amount },
    ...(fee ? [{ accountId: fees, amount: fee }] : []),
  ];
  if (finishedAt) {
    const end = { companyId, transactionId, accountId, to, at: finishedAt };
    await finishAll(test.owner, [{ ...end, legs: to === 'failed' ? [] : legs }]);
  }
  const id = await createPayment(test.owner, companyId, {
    direction,
    accountId,
    amount,
    fee,
    transactionId,
    at,
    status: finishedAt ? (to === 'failed' ? 'FAILED' : 'SUCCESS') : 'PROCESSING',
  });
  await test.owner.rows('update payments set finished_at = $2 where id = $1', [id, finishedAt]);
  for (const each of [id, toShortId(id), transactionId]) names.set(each, name);
}

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  credential = await createCredential(test.owner, companyId);
  accountId = await createAccount(test.owner, companyId);
  const opening = await createTransaction(test.owner, companyId, accountId, {
    amount: 100_000_00n,
    at: before(3_000),
  });
  names.set(opening, 'opening');
  // In the order in which they finish.
  await arrange('early', 'collection', [1_000, 0], [before(50), before(40)]);
  await arrange('last moment', 'collection', [2_000, 30], [before(5), lastMoment]);
  await arrange('over midnight', 'collection', [33_000, 495], [before(2), after(3)]);
  await arrange('refused', 'payout', [7_000, 500], [before(20), after(60)], 'failed');
  await arrange('approved late', 'payout', [10_000, 500], [before(30), after(90)]);
  await arrange('waiting', 'payout', [4_000, 200], [after(10), null]);
});

const day = (date: string, more = '') => `?startDate=${date}&endDate=${date}${more}`;

interface Page<Row> {
  readonly data: Row[];
  readonly meta: { readonly nextAfter: string | null };
}
async function read<Row>(path: string): Promise<Page<Row>> {
  const answer = await test.call(staff, 'GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page<Row>;
}
const transactionsOf = (query: string) =>
  read<Transaction>(`/Transaction/company/${companyId}${query}`);
const requestsOf = (query: string) =>
  read<ApiTransaction>(`/Transaction/${companyId}/transactions${query}`);
const systemOf = (query: string) => read<SystemTransaction>(`/AdminDashboard/transactions${query}`);
const paymentsOf = async (query: string) => {
  const path = `/v1/Payments${query}`;
  const answer = await callSigned(test, credential, { method: 'GET', path });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page<Payment>;
};

interface Found {
  readonly names: (string | undefined)[];
  readonly nextAfter: string | null;
}
const lists: Record<string, (query: string) => Promise<Found>> = {
  transactions: async (query) => {
    const { data, meta } = await transactionsOf(query);
    return { names: data.map(({ id }) => names.get(id)), ...meta };
  },
  'API transactions': async (query) => {
    const { data, meta } = await requestsOf(query);
    return { names: data.map((row) => names.get(row.record_id)), ...meta };
  },
  'payments of the API': async (query) => {
    const { data, meta } = await paymentsOf(query);
    return { names: data.map((row) => names.get(row.transactionId)), ...meta };
  },
};

describe.each(Object.entries(lists))('%s', (_, find) => {
  const namesOf = async (query: string) => (await find(query)).names;

  it('are those created on a day, by default and on request', async () => {
    const created = ['over midnight', 'last moment', 'refused', 'approved late', 'early'];
    expect(await namesOf(day('2026-01-14'))).toEqual(created);
    expect(await namesOf(day('2026-01-14', '&dateBy=created'))).toEqual(created);
    expect(await namesOf(day('2026-01-15'))).toEqual(['waiting']);
  });

  it('are those finished on a day, the last finished first', async () => {
    expect(await namesOf(day('2026-01-14', '&dateBy=finished'))).toEqual(['last moment', 'early']);
    expect(await namesOf(day('2026-01-15', '&dateBy=finished'))).toEqual([
      'approved late',
      'refused',
      'over midnight',
    ]);
  });

  it('go on from page to page in the order of the finish, each row once', async () => {
    const whole = '?startDate=2026-01-13&endDate=2026-01-31&dateBy=finished';
    const read: Found['names'] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Found = await find(`${whole}&limit=2${next && `&after=${next}`}`);
      read.push(...page.names);
      next = page.nextAfter;
    }
    expect(read).toEqual(await namesOf(whole));
    expect(new Set(read).size).toBe(5);
  });
});

describe('the transactions of a company by finish', () => {
  it('filter by status, type and text, and are counted', async () => {
    const byFinish = '?startDate=2026-01-13&endDate=2026-01-31&dateBy=finished';
    for (const [query, found] of [
      ['', ['approved late', 'refused', 'over midnight', 'last moment', 'early']],
      ['&status=failed', ['refused']],
      ['&status=failed&type=credit', []],
      ['&status=completed', ['approved late', 'over midnight', 'last moment', 'early']],
      ['&status=pending', []],
      ['&type=debit', ['approved late', 'refused']],
      ['&type=credit&search=MIDNIGHT', ['over midnight']],
    ] as const) {
      const { data, meta } = await transactionsOf(byFinish + query);
      expect(
        data.map(({ id }) => names.get(id)),
        query,
      ).toEqual(found);
      expect(meta, query).toMatchObject({ totalCount: found.length, isCountExact: true });
    }
  });

  it("a day's net is what the day's statement moved", async () => {
    for (const date of ['2026-01-14', '2026-01-15']) {
      const { data } = await transactionsOf(day(date, '&dateBy=finished'));
      const net = data.reduce((sum, row) => sum + (row.net ?? 0), 0);
      const file = await test.call(staff, 'GET', `/Account/${accountId}/statement${day(date)}`);
      const balances = file.text
        .split('\r\n')
        .filter((line) => line.includes('balance'))
        .map((line) => Number(line.split(',').at(-1)?.replaceAll('"', '')));
      expect(net, date).toBe((balances[1] ?? 0) - (balances[0] ?? 0));
      expect(net, date).not.toBe(0);
    }
  });
});

describe('gross, fee and net', () => {
  const amounts = {
    'over midnight': { amount: 33_000, fee: 495, net: 32_505 },
    'approved late': { amount: 10_000, fee: 500, net: -10_500 },
    refused: { amount: 7_000, fee: 0, net: null },
    waiting: { amount: 4_000, fee: 200, net: null },
    early: { amount: 1_000, fee: 0, net: 1_000 },
  };
  const ofNames = (rows: readonly (readonly [string | undefined, object])[]) =>
    Object.fromEntries(rows.filter(([name]) => name && name in amounts));
  const wanted = '?startDate=2026-01-13&endDate=2026-01-31';

  it('are those of the ledger, in each list and in the details', async () => {
    const { data } = await transactionsOf(wanted);
    const own = data.map(({ id, amount, fee, net }) => [names.get(id), { amount, fee, net }]);
    expect(ofNames(own as [string, object][])).toEqual(amounts);
    const requests = (await requestsOf(wanted)).data.map(
      ({ record_id, transaction_amount: amount, fee, net }) =>
        [names.get(record_id), { amount, fee, net }] as const,
    );
    expect(ofNames(requests)).toEqual(amounts);
    const system = (await systemOf('')).data.map(
      ({ id, amount, fee, net }) => [names.get(id), { amount, fee, net }] as const,
    );
    expect(ofNames(system)).toEqual(amounts);
    const { id } = data.find((row) => names.get(row.id) === 'over midnight') ?? { id: '' };
    const details = await test.call(staff, 'GET', `/Transaction/${id}`);
    expect(details.body.data).toMatchObject(amounts['over midnight']);
  });

  it('a reversal returns the fee', async () => {
    const posted = await createTransaction(test.owner, companyId, accountId, { amount: 500n });
    const reversed = async (id = '') => {
      const { body } = await reverseWithTwo(test, staff, id);
      return (await test.call(staff, 'GET', `/Transaction/${body.data.id}`)).body.data;
    };
    expect(await reversed(posted)).toMatchObject({ type: 'debit', amount: 5, fee: 0, net: -5 });
    const paid = (await transactionsOf(wanted)).data.find(
      ({ id }) => names.get(id) === 'over midnight',
    );
    expect(await reversed(paid?.id)).toMatchObject({
      type: 'debit',
      amount: 33_000,
      fee: -495,
      net: -32_505,
    });
  });
});

describe('the sums of a list', () => {
  it('are the figures of its days, without what these leave out', async () => {
    const member = await createMember(test.owner, { companyId });
    const { data } = await transactionsOf('?startDate=2020-01-01');
    const answer = await test.call(
      member,
      'GET',
      '/v1/CompanyDashboard/analytics?startDate=2020-01-01',
    );
    expect(answer.status, answer.text).toBe(200);
    const figures = answer.body.data as CompanyAnalytics;
    const counted = data.filter(({ status, isLeftOut }) => status === 'completed' && !isLeftOut);
    const sumOf = (type: Transaction['type']) =>
      counted.reduce((sum, row) => sum + (row.type === type ? row.amount : 0), 0);
    const points = figures.points ?? [];
    expect(sumOf('credit')).toBe(points.reduce((sum, { credits }) => sum + credits, 0));
    expect(sumOf('debit')).toBe(points.reduce((sum, { debits }) => sum + debits, 0));
    // Two reversals and what they took back.
    const leftOut = data.filter((row) => row.isLeftOut);
    expect([leftOut.length, figures.leftOut]).toEqual([4, 4]);
  });
});

describe('the transactions of all companies by finish', () => {
  it('have the last finished first, without pending ones, from page to page', async () => {
    const { data } = await systemOf('?dateBy=finished&limit=200');
    const finishes = data.map(({ finishedAt }) => finishedAt ?? '');
    expect(finishes).toEqual(finishes.toSorted().toReversed());
    const found = data.map(({ id }) => names.get(id)).filter((name) => name !== undefined);
    expect(found.slice(-6)).toEqual([
      'approved late',
      'refused',
      'over midnight',
      'last moment',
      'early',
      'opening',
    ]);
    const read: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Page<SystemTransaction> = await systemOf(
        `?dateBy=finished&limit=2${next && `&after=${next}`}`,
      );
      read.push(...page.data.map(({ id }) => id));
      next = page.meta.nextAfter;
    }
    expect(read).toEqual(data.map(({ id }) => id));
  });

  it.each([
    ['&status=failed', ['refused']],
    ['&type=debit&status=success', ['approved late']],
    ['&status=pending', []],
  ])('by finish filter %s', async (query, found) => {
    const { data } = await systemOf(`?dateBy=finished${query}`);
    const known = data.map(({ id }) => names.get(id)).filter((name) => name !== undefined);
    expect(known).toEqual(found);
  });
});

describe('a request that makes no sense', () => {
  it('names the field', async () => {
    const pending = [...names].find(([id, name]) => name === 'waiting' && id.includes('-'))?.[0];
    const message = 'Must be the nextAfter of a page by finish';
    for (const [path, fields] of [
      [
        `/Transaction/company/${companyId}?dateBy=paid`,
        { dateBy: 'Must be one of created, finished' },
      ],
      [`/Transaction/company/${companyId}?dateBy=finished&after=${uuidV7()}`, { after: message }],
      [
        `/Transaction/${companyId}/transactions?dateBy=finished&after=${pending}`,
        { after: message },
      ],
      [`/AdminDashboard/transactions?dateBy=finished&after=${uuidV7()}`, { after: message }],
      [
        `/Transaction/${companyId}/transactions?startDate=2026-01-02&endDate=2026-01-01`,
        { startDate: 'Start date must not be after end date' },
      ],
    ] as const) {
      const answer = await test.call(staff, 'GET', path);
      expect(answer.status, path).toBe(400);
      expect(answer.body.fields, path).toEqual(fields);
    }
  });
});
