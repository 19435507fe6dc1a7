import type { FileExport } from '@sente/contract/file-exports';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  addRequests,
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createTransaction,
} from '../../test/factories.ts';
import { readSheet } from '../../test/read-zip.ts';
import { runJobs } from '../../test/webhooks.ts';
import { writeExport } from './write-export.ts';

const day = (n: number) => new Date(`2026-03-0${n}T10:00:00Z`);

let test: TestApp;
let staff: TestActor;
let companyId: string;
let accountId: string;
let person: TestActor;
let colleague: TestActor;
let stranger: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Gulu Builders' });
  accountId = await createAccount(test.owner, companyId, { balance: 0n });
  person = await createMember(test.owner, { companyId });
  colleague = await createMember(test.owner, { companyId });
  const other = await createCompany(test.owner, { name: 'Mbale Foods' });
  stranger = await createMember(test.owner, { companyId: other });
  await add(companyId, accountId, 50_000n, day(1), '=cmd()');
  await add(companyId, accountId, 120_050n, day(2), 'Rent');
  await add(companyId, accountId, -30_000n, day(3), 'Paid back');
  const otherAccount = await createAccount(test.owner, other, { balance: 0n });
  await add(other, otherAccount, 70_000n, day(4), 'Of another company');
  await createPayment(test.owner, companyId, {
    accountId,
    status: 'SUCCESS',
    amount: 90_000n,
    phoneNumber: '256772000001',
    reference: '+order',
    at: day(5),
  });
});

async function add(company: string, account: string, amount: bigint, at: Date, text: string) {
  await createTransaction(test.owner, company, account, { amount, at, description: text });
}

const march = { startDate: '2026-03-01', endDate: '2026-03-31' };

async function start(
  actor: TestActor,
  filters: Record<string, string> = march,
  more: object = {},
): Promise<FileExport> {
  const body = { list: 'transactions', format: 'csv', filters, ...more };
  const answer = await test.call(actor, 'POST', '/Exports', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const stateOf = async (actor: TestActor, id: string): Promise<FileExport> =>
  (await test.call(actor, 'GET', `/Exports/${id}`)).body.data;

async function fileOf(actor: TestActor, id: string) {
  const answer = await test.call(actor, 'GET', `/Exports/${id}/file`);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const linesOf = (csv: string): string[] => csv.trim().split('\r\n');

describe('an export', () => {
  it('is a job that writes everything that passes the filters, and then a file', async () => {
    const begun = await start(person);
    expect(begun).toMatchObject({
      list: 'transactions',
      format: 'csv',
      state: 'waiting',
      rowCount: 0,
      totalCount: 3,
      fileName: expect.stringMatching(/^transactions-\d{4}-\d\d-\d\d\.csv$/),
    });
    const early = await test.call(person, 'GET', `/Exports/${begun.id}/file`);
    expect([early.status, early.body.message]).toEqual([409, 'The file is not complete yet']);
    await runJobs(test);
    expect(await stateOf(person, begun.id)).toMatchObject({
      state: 'done',
      rowCount: 3,
      isCut: false,
    });
    const { headers, text, bytes } = await fileOf(person, begun.id);
    expect(headers['content-disposition']).toBe(`attachment; filename="${begun.fileName}"`);
    // Excel reads the file as UTF-8 by this mark.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = linesOf(text);
    expect(lines[0]).toMatch(/^"Created","Finished","Phone Number","Network","Type","Amount/);
    expect(lines[0]).not.toContain('Company');
    expect(lines[1]).toContain('"Debit","300","0","0","-300","Completed"');
    expect(lines[2]).toContain('"2026-03-02 13:00:00","","","Credit","1200.50"');
    expect(lines[3]).toContain(`"'=cmd()"`);
    expect(lines).toHaveLength(4);
    expect(text).not.toContain('Of another company');
  });

  it('is an Excel workbook with numbers and times', async () => {
    const { id } = await start(person, { ...march, type: 'credit' }, { format: 'xlsx' });
    await runJobs(test);
    const { bytes, headers } = await fileOf(person, id);
    expect(headers['content-type']).toBe('application/octet-stream');
    const [heading, first, second, ...more] = readSheet(bytes);
    expect(more).toEqual([]);
    expect(heading?.slice(0, 6)).toEqual([
      'Created',
      'Finished',
      'Phone Number',
      'Network',
      'Type',
      'Amount (UGX)',
    ]);
    expect(first?.[5]).toBe(1200.5);
    expect(first?.[0]).toBeGreaterThan(46_000);
    expect(second).toContain('=cmd()');
    expect((await stateOf(person, id)).sizeBytes).toBe(bytes.length);
  });

  it('of API transactions has the requests of the own company', async () => {
    const more = { list: 'api-transactions' };
    const { id } = await start(person, { status: 'SUCCESS' }, more);
    await runJobs(test);
    const lines = linesOf((await fileOf(person, id)).text);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"256772000001","MTN","Collection","900"');
    expect(lines[1]).toContain(`"Completed","'+order"`);
  });

  it('of API transactions has also those of which words are found far back', async () => {
    const company = await createCompany(test.owner);
    const owner = await createMember(test.owner, { companyId: company });
    const account = await createAccount(test.owner, company);
    const far = { accountId: account, at: day(1), status: 'SUCCESS' };
    await createPayment(test.owner, company, { ...far, reference: 'Order BINGO 1' });
    await addRequests(test.owner, company, account, { count: 20_100, from: day(2) });
    const near = { accountId: account, at: day(5), status: 'SUCCESS' };
    await createPayment(test.owner, company, { ...near, reference: 'Order BINGO 2' });
    const more = { list: 'api-transactions' };
    const { id } = await start(owner, { search: 'BINGO' }, more);
    await runJobs(test);
    const lines = linesOf((await fileOf(owner, id)).text);
    expect(lines.slice(1).map((line) => /Order BINGO \d/.exec(line)?.[0])).toEqual([
      'Order BINGO 2',
      'Order BINGO 1',
    ]);
    expect(await stateOf(owner, id)).toMatchObject({ rowCount: 2, isCut: false });
  });

  it('of staff has every company, or the chosen one', async () => {
    const all = await start(staff);
    const one = await start(staff, { ...march, companyId }, { format: 'xlsx' });
    // One after the other.
    await runJobs(test);
    await runJobs(test);
    expect((await fileOf(staff, all.id)).text).toContain('"Mbale Foods"');
    expect(readSheet((await fileOf(staff, one.id)).bytes)).toHaveLength(4);
  });

  it('goes on part by part, and ends at the most rows that a file may have', async () => {
    const company = await createCompany(test.owner);
    const owner = await createMember(test.owner, { companyId: company });
    const account = await createAccount(test.owner, company, { balance: 0n });
    for (let n = 0; n < 5; n++) await add(company, account, 100n, new Date(), `Row ${n}`);
    const { id } = await start(owner, {}, { format: 'xlsx' });
    await writeExport(test.database, id, 2);
    expect(await stateOf(owner, id)).toMatchObject({ state: 'done', rowCount: 2, isCut: true });
    expect(readSheet((await fileOf(owner, id)).bytes)).toHaveLength(3);
  });

  it('refuses filters that the list does not have, and an empty list', async () => {
    const refusedWith = async (filters: object, more: object = {}) => {
      const body = { list: 'transactions', format: 'csv', filters, ...more };
      return test.call(person, 'POST', '/Exports', body);
    };
    expect((await refusedWith({ status: 'gone' })).body.fields).toHaveProperty('filters.status');
    expect((await refusedWith({ colour: 'red' })).body.errors).toEqual([
      'Unknown field: filters.colour',
    ]);
    expect((await refusedWith({}, { format: 'pdf' })).body.fields).toHaveProperty('format');
    const empty = await refusedWith({ startDate: '2020-01-01', endDate: '2020-01-02' });
    expect([empty.status, empty.body.message]).toEqual([409, 'There is nothing to export']);
  });
});

describe('whose it is', () => {
  it('nobody else sees, downloads or deletes it, not even staff or a colleague', async () => {
    const { id } = await start(person);
    await runJobs(test);
    for (const other of [colleague, stranger, staff]) {
      for (const path of [`/Exports/${id}`, `/Exports/${id}/file`]) {
        expect((await test.call(other, 'GET', path)).status).toBe(404);
      }
      expect((await test.call(other, 'DELETE', `/Exports/${id}`)).status).toBe(404);
      const mine = (await test.call(other, 'GET', '/Exports')).body.data as FileExport[];
      expect(mine.some((each) => each.id === id)).toBe(false);
    }
    expect((await stateOf(person, id)).state).toBe('done');
  });

  it('needs the permission of the list, also when it is written and downloaded', async () => {
    const role = await createRoleWith(test.owner, 'canManageAccounts');
    const nobody = await createMember(test.owner, { companyId, role });
    const body = { list: 'transactions', format: 'csv', filters: {} };
    expect((await test.call(nobody, 'POST', '/Exports', body)).status).toBe(403);
    const leaving = await createMember(test.owner, { companyId });
    const { id } = await start(leaving);
    await test.owner.rows('delete from user_roles where user_id = $1', [leaving.userId]);
    await runJobs(test);
    expect((await test.call(leaving, 'GET', `/Exports/${id}/file`)).status).toBe(403);
    const row = await test.owner.row('select state, row_count from exports where id = $1', [id]);
    expect(row).toEqual({ state: 'failed', row_count: 0 });
  });

  it("a company's people never get another company's rows", async () => {
    for (const list of ['transactions', 'api-transactions']) {
      const body = { list, format: 'csv', filters: { companyId } };
      const answer = await test.call(stranger, 'POST', '/Exports', body);
      expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
    }
  });
});

describe('its life', () => {
  it('is cancelled while it waits, and its job does nothing', async () => {
    const { id } = await start(person);
    expect((await test.call(person, 'DELETE', `/Exports/${id}`)).status).toBe(200);
    await runJobs(test);
    expect((await test.call(person, 'GET', `/Exports/${id}`)).status).toBe(404);
  });

  it('three are written at a time, and the newest ten are kept', async () => {
    const busy = await createMember(test.owner, { companyId });
    for (let n = 0; n < 3; n++) await start(busy);
    const body = { list: 'transactions', format: 'csv', filters: march };
    const fourth = await test.call(busy, 'POST', '/Exports', body);
    expect([fourth.status, fourth.body.message]).toEqual([
      409,
      '3 exports are being written. Wait for one, or cancel it.',
    ]);
    for (let n = 0; n < 9; n++) {
      await runJobs(test);
      await start(busy);
    }
    expect((await test.call(busy, 'GET', '/Exports')).body.data).toHaveLength(10);
  });

  it('ends after a day, with its parts', async () => {
    const { id } = await start(person);
    await runJobs(test);
    await test.owner.rows("update exports set expires_at = now() - interval '1 second'");
    expect((await test.call(person, 'GET', `/Exports/${id}/file`)).status).toBe(404);
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    expect(await test.owner.rows('select from exports')).toEqual([]);
    expect(await test.owner.rows('select from export_parts')).toEqual([]);
  });

  it('fails if its jobs are gone', async () => {
    const { id } = await start(person);
    await test.owner.rows("delete from graphile_worker._private_jobs where key = 'export:' || $1", [
      id,
    ]);
    await test.owner.rows("update exports set created_at = now() - interval '6 minutes'");
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    expect((await stateOf(person, id)).state).toBe('failed');
  });
});
