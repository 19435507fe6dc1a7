import type { LedgerEntry, TrialBalanceRow } from '@sente/contract/accounting';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { runJobs } from '../../test/webhooks.ts';

let test: TestApp;
let staff: TestActor;
let companyId: string;
const count = 620;
const march = { startDate: '2026-03-01', endDate: '2026-03-31' };

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Ledger & Sons' });
  const accountId = await createAccount(test.owner, companyId);
  const book = (at: string, amount: bigint, db = test.owner) =>
    createTransaction(db, companyId, accountId, { at: new Date(at), amount });
  await book('2026-02-28T20:59:59Z', 999_900n);
  await test.asOwner(async (db) => {
    // More than are read at once, several of them at the same moment.
    for (let index = 0; index < count; index++) {
      const minute = String(index % 60).padStart(2, '0');
      await book(`2026-03-15T09:${minute}:00Z`, index % 3 === 0 ? -1n : 250n, db);
    }
  });
  await book('2026-03-31T21:00:00Z', 1n);
});

async function exportOf(format: 'csv' | 'xlsx', filters: object = march) {
  const body = { list: 'ledger-entries', format, filters };
  const begun = await test.call(staff, 'POST', '/Exports', body);
  expect(begun.status, begun.text).toBe(200);
  await runJobs(test);
  const { id } = begun.body.data;
  const state = (await test.call(staff, 'GET', `/Exports/${id}`)).body.data;
  return { state, file: await test.call(staff, 'GET', `/Exports/${id}/file`) };
}

it('has every entry of the days once, in the order of time, and sums to zero', async () => {
  const { state, file } = await exportOf('csv');
  expect(state).toMatchObject({ state: 'done', rowCount: 2 * count, totalCount: 2 * count });
  expect(state.fileName).toMatch(/^general-ledger-.*\.csv$/);
  const [head = '', ...lines] = file.text.trim().split('\r\n');
  expect(head).toContain('"Debit (UGX)","Credit (UGX)","Balance After (UGX)","Entry"');
  expect(new Set(lines).size).toBe(2 * count);
  const cells = lines.map((line) => line.slice(1, -1).split('","'));
  const times = cells.map(([time = '']) => time);
  expect(times).toEqual(times.toSorted());
  const sum = (column: number) =>
    cells.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0);
  expect(sum(5)).toBe(sum(6));
  expect(cells[0]?.slice(1, 5)).toEqual([
    'Ledger & Sons',
    'Main account',
    expect.stringMatching(/^\d+$/),
    'customer',
  ]);
  expect(cells[1]?.[2]).toBe('Settlement');
});

it('names the day that a correction is about', async () => {
  const correction = await test.owner.row<{ id: string }>(
    `insert into corrected_days (company_id, transaction_id, day)
     select company_id, id, '2026-03-02' from transactions
     where company_id = $1 and kampala_day(finished_at) = '2026-03-15' limit 1
     returning transaction_id as id`,
    [companyId],
  );
  const { file } = await exportOf('csv');
  const [head = [], ...lines] = file.text
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  const [corrects, id] = ['Corrects', 'Transaction ID'].map((name) => head.indexOf(name));
  const named = lines.filter((cells) => cells[corrects ?? -1] !== '');
  expect(named.map((cells) => [cells[id ?? -1], cells[corrects ?? -1]])).toEqual(
    [0, 1].map(() => [correction?.id, '2026-03-02']),
  );
});

it('has the entries of one kind of account, on all pages', async () => {
  const { state, file } = await exportOf('csv', { ...march, kind: 'settlement' });
  expect(state).toMatchObject({ state: 'done', rowCount: count, totalCount: count });
  const names = file.text.trim().split('\r\n').slice(1);
  expect(new Set(names.map((line) => line.split('","')[2]))).toEqual(new Set(['Settlement']));
  const clearing = { ...march, kind: 'clearing', network: 'MTN' };
  const body = { list: 'ledger-entries', format: 'csv', filters: clearing };
  expect((await test.call(staff, 'POST', '/Exports', body)).body.message).toBe(
    'There is nothing to export',
  );
});

it('is also an Excel workbook, and empty days are refused', async () => {
  const { state } = await exportOf('xlsx', { ...march, companyId });
  expect(state).toMatchObject({ state: 'done', format: 'xlsx', rowCount: 2 * count });
  const filters = { startDate: '2020-01-01', endDate: '2020-01-02' };
  const body = { list: 'ledger-entries', format: 'csv', filters };
  expect((await test.call(staff, 'POST', '/Exports', body)).body.message).toBe(
    'There is nothing to export',
  );
});

it('is for staff only', async () => {
  const member = await createMember(test.owner, { companyId });
  const body = { list: 'ledger-entries', format: 'csv', filters: march };
  expect((await test.call(member, 'POST', '/Exports', body)).status).toBe(403);
});

it('lists the entries of one row of the trial balance, page by page', async () => {
  const list = (query: string) => test.call(staff, 'GET', `/Accounting/entries?${query}`);
  const days = 'startDate=2026-03-15&endDate=2026-03-15';
  const seen: string[] = [];
  let after = '';
  do {
    const { status, body, text } = await list(`${days}&kind=customer${after}`);
    expect(status, text).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    seen.push(...body.data.map(({ transactionId }: { transactionId: string }) => transactionId));
    const { nextAfter } = body.meta as { nextAfter: string | null };
    after = nextAfter === null ? '' : `&after=${nextAfter}`;
  } while (after !== '');
  expect(new Set(seen).size).toBe(count);
  expect(seen).toHaveLength(count);
  const [first] = (await list(`${days}&kind=settlement`)).body.data;
  expect(first).toMatchObject({ account: 'Settlement', companyName: 'Ledger & Sons' });
  expect([first.debit === null, first.credit === null].filter(Boolean)).toHaveLength(1);
  const backwards = await list('startDate=2026-03-15&endDate=2026-03-14&kind=fees');
  expect(backwards.body.fields).toEqual({
    startDate: 'Start date must not be after end date',
  });
  const member = await createMember(test.owner);
  expect((await test.call(member, 'GET', `/Accounting/entries?${days}&kind=fees`)).status).toBe(
    403,
  );
});

it('runs to what the trial balance shows, over all companies and pages', async () => {
  const other = await createCompany(test.owner, { name: 'Another ledger' });
  const otherAccount = await createAccount(test.owner, other);
  const at = (time: string) => new Date(`2026-03-15T${time}Z`);
  await createTransaction(test.owner, other, otherAccount, { at: at('09:30:10'), amount: 70_000n });
  await createTransaction(test.owner, other, otherAccount, { at: at('18:00:00'), amount: 500n });
  const trial = await test.call(staff, 'GET', '/Accounting/trial-balance?day=2026-03-15');
  for (const kind of ['settlement', 'customer']) {
    const entries: LedgerEntry[] = [];
    let after = '';
    do {
      const query = `startDate=2026-03-15&endDate=2026-03-15&kind=${kind}${after}`;
      const { body } = await test.call(staff, 'GET', `/Accounting/entries?${query}`);
      const { nextAfter } = body.meta as { nextAfter: string | null };
      entries.push(...body.data);
      after = nextAfter === null ? '' : `&after=${nextAfter}`;
    } while (after !== '');
    const { opening, closing } = trial.body.data.rows.find(
      (row: TrialBalanceRow) => row.kind === kind && row.network === null,
    );
    let cents = Math.round(opening * 100);
    for (const { debit, credit, balanceAfter } of entries) {
      cents += Math.round(((credit ?? 0) - (debit ?? 0)) * 100);
      expect(Math.round(balanceAfter * 100)).toBe(cents);
    }
    expect(entries.at(-1)?.balanceAfter).toBe(closing);
  }
});
