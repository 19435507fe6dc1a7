import { startOfDay, dayMs, kampalaDay } from '@sente/contract/kampala';
import { toHundredths } from '@sente/contract/money';
import type { Movement, MovementTotals } from '@sente/contract/movements';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createPayment, createRoleWith } from '../../test/factories.ts';
import { createTarget, move, moveUgx, postNow, type Target } from '../../test/movements.ts';
import { readMovements, readMovementTotals } from './movements.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const at = (text: string) => new Date(`${text}T09:00:00Z`);

async function list(accountId: string, query = '', actor = staff) {
  const answer = await test.call(actor, 'GET', `/Account/${accountId}/movements${query}`);
  expect(answer.status, answer.text).toBe(200);
  const meta = answer.body.meta as { nextBefore: number | null; searchedTo: string | null };
  return { rows: answer.body.data as Movement[], ...meta };
}

async function totals(accountId: string, query = '', actor = staff): Promise<MovementTotals> {
  const answer = await test.call(actor, 'GET', `/Account/${accountId}/movements/totals${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as MovementTotals;
}

describe('the movements of an account', () => {
  let target: Target;
  let paid: string;

  beforeAll(async () => {
    target = await createTarget(test.owner);
    const post = (ugx: number, day: string, kind: string, description: string) =>
      postNow(test.owner, moveUgx(target, ugx, at(day), { kind, description }));
    await post(900, '2026-03-01', 'deposit', 'Start');
    const sale = await post(500, '2026-03-02', 'collection', 'Sale');
    await createPayment(test.owner, target.companyId, {
      accountId: target.accountId,
      amount: 50_000n,
      status: 'SUCCESS',
      phoneNumber: '256772111222',
      network: 'MTN',
      transactionId: sale,
      at: at('2026-03-02'),
    });
    paid = await post(-300, '2026-03-03', 'payout', 'Rent');
    await post(50, '2026-03-04', 'collection', 'Small sale');
  });

  it('are listed with the balance that each left, newest first', async () => {
    const { rows, nextBefore } = await list(target.accountId);
    expect(
      rows.map(({ description, amount, balanceAfter }) => [description, amount, balanceAfter]),
    ).toEqual([
      ['Small sale', 50, 1150],
      ['Rent', -300, 1100],
      ['Sale', 500, 1400],
      ['Start', 900, 900],
    ]);
    expect(rows[2]).toMatchObject({
      number: 2,
      kind: 'collection',
      phoneNumber: '256772111222',
      network: 'MTN',
      date: '2026-03-02T09:00:00.000Z',
      reversalOf: null,
      reversedBy: null,
    });
    expect(nextBefore).toBeNull();
  });

  it('keep their balances when days, kind and direction are filtered, and are added up', async () => {
    const query = '?startDate=2026-03-02&endDate=2026-03-04&kind=collection&type=credit';
    const { rows } = await list(target.accountId, query);
    expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual([1150, 1400]);
    expect(await totals(target.accountId, query)).toEqual({
      count: 2,
      isExact: true,
      credits: 550,
      debits: 0,
      net: 550,
      openingBalance: 900,
      closingBalance: 1150,
    });
    expect(await totals(target.accountId, '?endDate=2026-03-03')).toEqual({
      count: 3,
      isExact: true,
      credits: 1400,
      debits: 300,
      net: 1100,
      openingBalance: 0,
      closingBalance: 1100,
    });
  });

  it('are found by words, number and amount, with the balance that each left', async () => {
    for (const [search, balances] of [
      ['SALE', [1150, 1400]],
      ['0772 111', [1400]],
      ['+256 772 111222', [1400]],
      ['UGX 300', [1100]],
      ['nothing', []],
    ] as const) {
      const query = `?search=${encodeURIComponent(search)}`;
      const { rows } = await list(target.accountId, query);
      expect([search, rows.map(({ balanceAfter }) => balanceAfter)]).toEqual([search, balances]);
      expect((await totals(target.accountId, query)).count).toBe(balances.length);
    }
    expect((await list(target.accountId, '?search=sale&type=credit&limit=1')).rows).toHaveLength(1);
  });

  it('are empty on days without any, and for a new account', async () => {
    expect((await list(target.accountId, '?startDate=2026-04-01')).rows).toEqual([]);
    expect(await totals(target.accountId, '?startDate=2026-04-01')).toMatchObject({
      count: 0,
      openingBalance: 1150,
      closingBalance: 1150,
    });
    const empty = await createAccount(test.owner, target.companyId);
    expect((await list(empty)).rows).toEqual([]);
    expect(await totals(empty)).toMatchObject({ count: 0, net: 0, closingBalance: 0 });
  });

  it('name the reversal and what it took back', async () => {
    await reverseWithTwo(test, staff, paid);
    const { rows } = await list(target.accountId);
    const reversal = rows[0];
    const reversed = rows.find(({ transactionId }) => transactionId === paid);
    expect(reversal).toMatchObject({ amount: 300, balanceAfter: 1450, reversalOf: paid });
    expect(reversed).toMatchObject({ reversedBy: reversal?.transactionId });
  });

  it('refuse wrong filters by name', async () => {
    for (const [query, field] of [
      ['?startDate=2026-03-05&endDate=2026-03-04', 'startDate'],
      ['?kind=gift', 'kind'],
      ['?type=in', 'type'],
      ['?before=0', 'before'],
      ['?limit=201', 'limit'],
    ]) {
      const answer = await test.call(
        staff,
        'GET',
        `/Account/${target.accountId}/movements${query}`,
      );
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
  });

  it('are shown to the company with the permission to view transactions, and to no other', async () => {
    const own = await createMember(test.owner, { companyId: target.companyId });
    expect((await list(target.accountId, '?limit=1', own)).rows).toHaveLength(1);
    const stranger = await createMember(test.owner);
    const role = await createRoleWith(test.owner, 'canViewAccounts');
    const colleague = await createMember(test.owner, { companyId: target.companyId, role });
    for (const path of ['movements', 'movements/totals']) {
      const url = `/Account/${target.accountId}/${path}`;
      expect((await test.call(stranger, 'GET', url)).status).toBe(404);
      expect((await test.call(colleague, 'GET', url)).status).toBe(403);
      expect((await test.call(null, 'GET', url)).status).toBe(401);
    }
  });

  it('go on where a call stopped looking, and count what they cannot add up', async () => {
    const few = await createTarget(test.owner);
    for (let day = 1; day <= 9; day += 1) {
      const kind = day === 1 ? 'deposit' : 'collection';
      await postNow(test.owner, moveUgx(few, 10, at(`2026-03-0${day}`), { kind }));
    }
    const query = { limit: 5, kind: 'deposit' as const };
    const first = await readMovements(test.owner, few.accountId, query, 4);
    expect(first).toEqual({
      data: [],
      meta: { nextBefore: 6, searchedTo: '2026-03-06T09:00:00.000Z' },
    });
    const second = await readMovements(test.owner, few.accountId, { ...query, before: 6 }, 4);
    expect(second.meta).toEqual({ nextBefore: 2, searchedTo: '2026-03-02T09:00:00.000Z' });
    const third = await readMovements(test.owner, few.accountId, { ...query, before: 2 }, 4);
    expect(third.data.map(({ balanceAfter }) => balanceAfter)).toEqual([10]);
    expect(third.meta).toEqual({ nextBefore: null, searchedTo: null });
    const days = { startDate: '2026-03-02' };
    expect(await readMovementTotals(test.owner, few.accountId, days, 4)).toEqual({
      count: 8,
      isExact: true,
      credits: null,
      debits: null,
      net: 80,
      openingBalance: 10,
      closingBalance: 90,
    });
    const kind = { kind: 'collection' as const };
    expect(await readMovementTotals(test.owner, few.accountId, kind, 4)).toMatchObject({
      isExact: false,
      credits: null,
      net: null,
    });
  });
});

interface EntryRow {
  readonly number: number;
  readonly amount: string;
  readonly kind: string;
  readonly day: string;
}

describe('for any movements, days, kind, direction and page size', () => {
  const kinds = ['deposit', 'collection', 'payout', 'charge'] as const;
  const firstDay = startOfDay('2026-02-01');
  const dayText = (day: number) => kampalaDay(firstDay + day * dayMs);
  const postings = fc.array(
    fc.record({
      /** Hundredths of UGX; a debit that is not covered fails and leaves no entry. */
      amount: fc.integer({ min: -50_000, max: 60_000 }).filter((amount) => amount !== 0),
      kind: fc.constantFrom(...kinds),
      daysLater: fc.nat(2),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const filters = fc.record(
    {
      startDate: fc.nat(30).map(dayText),
      endDate: fc.integer({ min: 31, max: 50 }).map(dayText),
      kind: fc.constantFrom(...kinds),
      type: fc.constantFrom('credit', 'debit'),
    },
    { requiredKeys: [] },
  );

  it('every balance is the sum of the entries up to it, and the first one that of the account', async () => {
    await fc.assert(
      fc.asyncProperty(
        postings,
        filters,
        fc.integer({ min: 1, max: 7 }),
        async (given, asked, size) => {
          const target = await createTarget(test.owner);
          let day = 0;
          for (const { amount, kind, daysLater } of given) {
            day += daysLater;
            const posting = move(target, BigInt(amount), {
              kind,
              at: new Date(firstDay + day * dayMs),
            });
            await postNow(test.owner, posting).catch(() => null);
          }
          const entries = await test.owner.rows<EntryRow>(
            `select e.number::int as number, e.amount, t.kind, kampala_day(t.finished_at)::text as day
           from entries e join transactions t on t.id = e.transaction_id and t.company_id = e.company_id
           where e.company_id = $1 and e.account_id = $2 order by e.number`,
            [target.companyId, target.accountId],
          );
          const balanceAt = (number: number) =>
            entries.slice(0, number).reduce((sum, { amount }) => sum + BigInt(amount), 0n);

          const rows = await everyPage(target.accountId, asked, size);
          const passing = entries.filter(
            ({ amount, kind, day: on }) =>
              (asked.startDate === undefined || on >= asked.startDate) &&
              (asked.endDate === undefined || on <= asked.endDate) &&
              (asked.kind === undefined || kind === asked.kind) &&
              (asked.type === undefined || BigInt(amount) > 0n === (asked.type === 'credit')),
          );
          expect(rows.map(({ number }) => number)).toEqual(
            passing.map(({ number }) => number).toReversed(),
          );
          for (const row of rows) {
            expect(toHundredths(row.balanceAfter)).toBe(balanceAt(row.number));
          }

          const sums = await totals(target.accountId, `?${new URLSearchParams(asked)}`);
          const net = passing.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
          expect(sums).toMatchObject({ count: passing.length, isExact: true });
          expect(toHundredths(sums.net ?? Number.NaN)).toBe(net);
          const whole = await everyPage(target.accountId, {}, size);
          const account = await test.call(staff, 'GET', `/Account/${target.accountId}`);
          expect(whole[0]?.balanceAfter ?? 0).toBe(account.body.data.balance);
          expect(toHundredths(account.body.data.balance)).toBe(balanceAt(entries.length));
        },
      ),
      { numRuns: 25 },
    );
  });

  async function everyPage(accountId: string, asked: object, size: number): Promise<Movement[]> {
    const rows: Movement[] = [];
    let before: number | null = null;
    do {
      const place: object = before === null ? {} : { before: String(before) };
      const query = new URLSearchParams({ ...asked, limit: String(size), ...place });
      const page = await list(accountId, `?${query}`);
      expect(page.rows.length).toBeLessThanOrEqual(size);
      rows.push(...page.rows);
      before = page.nextBefore;
    } while (before !== null);
    return rows;
  }
});
