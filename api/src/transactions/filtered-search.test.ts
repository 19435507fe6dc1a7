import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../test/factories.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { platformScope } from '../db/scope.ts';
import { noHits } from '../search/hits.ts';
import { readFiltered, readTotals } from './filtered-list.ts';
import { sourceOf } from './filtered-source.ts';

const day = (n: number) => new Date(`2026-03-${String(n).padStart(2, '0')}T09:00:00Z`);
const march = { startDate: '2026-03-01', endDate: '2026-03-15' };
const number = '256772111222';

let test: TestApp;
let companyId: string;
let accountId: string;
/** By the day of March. */
const ids: Record<number, string> = {};

beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 0n });
  for (let n = 1; n <= 9; n++) await add(n, { description: n < 3 ? 'Fare to MBARARA' : 'Other' });
});

async function add(
  n: number,
  { description, paidFor = n }: { description: string; paidFor?: number },
) {
  const id = await createTransaction(test.owner, companyId, accountId, {
    amount: 1_000n,
    at: day(n),
    description,
  });
  const payment = await createPayment(test.owner, companyId, {
    id: lowestUuidV7(day(paidFor).getTime() + n),
    accountId,
    phoneNumber: number,
    status: 'SUCCESS',
    transactionId: id,
    at: day(paidFor),
  });
  await test.owner.rows('update payments set network_reference = $2 where id = $1', [
    payment,
    `MBARARA-${n}`,
  ]);
  ids[n] = id;
}

const daysOf = (rows: readonly { id: string }[]) =>
  rows.map(({ id }) => Number(Object.keys(ids).find((n) => ids[Number(n)] === id)));

type Query = Omit<Parameters<typeof readFiltered>[1], 'limit' | 'after'>;

/** All pages, as an export reads them. */
async function pagesOf(query: Query, { limit, walk }: { limit: number; walk: number }) {
  const pages: number[][] = [];
  let after: string | null = null;
  do {
    const page = await readFiltered(
      test.owner,
      { ...query, limit, ...(after !== null && { after }) },
      { walk, isInOrder: true },
    );
    pages.push(daysOf(page.data));
    after = page.meta.nextAfter;
  } while (after !== null && pages.length < 20);
  return pages.flat();
}

describe('the payments of a number', () => {
  for (const dateBy of ['created', 'finished'] as const) {
    for (const phone of [number, '222']) {
      it(`with ${phone}, of older days by ${dateBy}, are found behind newer ones`, async () => {
        const query = { phone, dateBy, startDate: '2026-03-02', endDate: '2026-03-03' };
        const found = await readFiltered(test.owner, { ...query, limit: 5 }, { walk: 3 });
        expect(daysOf(found.data)).toEqual([3, 2]);
        expect(found.meta).toEqual({ nextAfter: null, searchedTo: null });
      });

      it(`with ${phone}, by ${dateBy}, come page by page to the oldest`, async () => {
        const query = { phone, dateBy, ...march };
        const all = [9, 8, 7, 6, 5, 4, 3, 2, 1];
        expect(await pagesOf(query, { limit: 2, walk: 3 })).toEqual(all);
        expect(await pagesOf({ ...query, minAmount: 1 }, { limit: 5, walk: 3 })).toEqual(all);
      });
    }
  }

  it('are read from the index of their transactions, and of the chosen days alone', async () => {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const days = { startMs: day(2).getTime(), endMs: day(4).getTime() };
    const none = { accountId: null, type: null, status: null, kind: null, network: null };
    const open = {
      ...none,
      companyId,
      phone: number,
      search: '',
      minAmount: null,
      maxAmount: null,
    };
    const { walked } = sourceOf(
      { ...open, ...days, hits: noHits, dateBy: 'created' },
      { belowId: lowestUuidV7(day(30).getTime()), belowAt: null },
      { walk: 500, withFar: false },
      { values, bind },
    );
    const plan = await test.database.within(platformScope, async (db) => {
      // The table of a test is so small that reading all of it would be right.
      await db.rows('set local enable_seqscan = off');
      await db.rows('set local enable_bitmapscan = off');
      return db.rows<{ 'QUERY PLAN': string }>(`explain ${walked}`, values);
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(
      /payments_phone_transaction_idx.*\n\s+Index Cond: .*transaction_id < .*transaction_id >=/,
    );
  });

  it('are in the order of their transactions, also one that was booked long after', async () => {
    await add(20, { description: 'Booked late', paidFor: 1 });
    const query = { phone: number, ...march, endDate: '2026-03-31' };
    expect(await pagesOf(query, { limit: 2, walk: 3 })).toEqual([20, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const { data } = await readFiltered(test.owner, { ...query, limit: 1 }, { walk: 2 });
    expect(daysOf(data)).toEqual([20]);
    await test.owner.rows('delete from payments where transaction_id = $1', [ids[20]]);
    delete ids[20];
  });
});

describe('a search that is also the beginning of a reference', () => {
  it('shows at once what the index finds, and goes on looking for words', async () => {
    const query = { ...march, search: 'MBARARA-4', limit: 10 };
    const { data, meta } = await readFiltered(test.owner, query, { walk: 2 });
    expect(daysOf(data)).toEqual([4]);
    expect(meta).toEqual({ nextAfter: ids[8], searchedTo: day(8).toISOString() });
    const next = await readFiltered(
      test.owner,
      { ...query, search: 'MBARARA', after: ids[3] ?? '' },
      { walk: 5 },
    );
    expect(daysOf(next.data)).toEqual([2, 1]);
    expect(next.meta).toEqual({ nextAfter: null, searchedTo: null });
  });

  it('is not added up as if all were known', async () => {
    const query = { ...march, search: 'MBARARA-4' };
    expect(await readTotals(test.owner, query, 2)).toMatchObject({ isExact: false, count: 1 });
    expect(await readTotals(test.owner, query)).toMatchObject({ isExact: true, count: 1 });
  });

  it('lists each once, in order, when more match than the index is read for', async () => {
    const read = async (search: string, most: number) => {
      const found: number[] = [];
      let after: string | null = null;
      do {
        const page = await readFiltered(
          test.owner,
          { ...march, search, limit: 2, ...(after !== null && { after }) },
          { walk: 3, isInOrder: true, mostHits: most },
        );
        found.push(...daysOf(page.data));
        after = page.meta.nextAfter;
      } while (after !== null && found.length < 20);
      return found;
    };
    for (const most of [1, 3, 1_000]) {
      expect(await read('MBARARA', most), `${most}`).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(await read('222', most), `${most}`).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    }
    const old = { search: 'MBARARA-', startDate: '2026-03-03', endDate: '2026-03-04', limit: 5 };
    const page = await readFiltered(test.owner, old, { mostHits: 2 });
    expect(daysOf(page.data)).toEqual([4, 3]);
  });
});
