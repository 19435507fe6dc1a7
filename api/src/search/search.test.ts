import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
  createUser,
} from '../../test/factories.ts';
import type { Found } from '@sente/contract/search';
import type { Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { findCases } from './search.queries.ts';

let test: TestApp;
let staff: TestActor;
let company: string;
let account: string;
let transaction: string;
/** A payout that waits for a second person. */
let payout: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  company = await createCompany(test.owner, { name: 'Kira Road WiFi', email: 'hello@kira.test' });
  await test.owner.rows("update companies set phone = '0772 555111' where id = $1", [company]);
  account = await createAccount(test.owner, company);
  await test.owner.rows(
    "update accounts set name = 'Till money', number = '4455667788' where id = $1",
    [account],
  );
  const user = await createUser(test.owner, { companyId: company, email: 'okello@kira.test' });
  await test.owner.rows(
    "update users set first_name = 'Peter', last_name = 'Okello', username = 'pokello' where id = $1",
    [user],
  );
  const requestedBy = user;
  payout = await createPayment(test.owner, company, {
    awaitsApproval: true,
    requestedBy,
    phoneNumber: '256784000111',
  });
  transaction = await createTransaction(test.owner, company, account, {
    amount: 123_450n,
    at: new Date(Date.now() - 3_600_000),
    description: 'Vouchers of March',
    reference: 'INV-2044',
  });
});

/** A line of a statement that nothing here belongs to. */
async function createCase(): Promise<{ id: string; number: string }> {
  const [id, file] = [uuidV7(), uuidV7()];
  await test.owner.rows(
    `insert into statement_files (id, network, source, name, checksum)
     values ($1, 'MTN', 'folder', 'march.csv', $2)`,
    [file, file],
  );
  const [row] = await test.owner.rows<{ number: string }>(
    `with line as (
       insert into statement_lines (network, file_id, line_number, line_key, at, direction, amount, kind,
         status, text, reference)
       values ('MTN', $2, 1, $1, now() - interval '1 day', 'in', 50000, 'payment', 'completed', '', 'MP-77')
       returning *
     ), taken as (
       insert into reconciliation_lines (line_id, network, at, day, kind, moved, effect, state)
       select id, network, at, kampala_day(at), kind, amount, amount, 'case' from line
     )
     insert into reconciliation_cases (id, network, kind, day, effect, line_id)
     select $1, network, 'only-theirs', kampala_day(at), amount, id from line returning number`,
    [id, file],
  );
  return { id, number: row?.number ?? '' };
}

async function find(text: string): Promise<Found> {
  const answer = await test.call(staff, 'GET', `/Search?search=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}
describe('search', () => {
  it.each(['0784 000', '+256 784 000111', 'kira road', 'peter ok'])(
    'finds a waiting approval by %s',
    async (text) => {
      expect((await find(text)).approvals).toEqual([
        {
          id: payout,
          sentence: expect.stringMatching(/^Pay UGX 10 to /),
          companyName: 'Kira Road WiFi',
          askedAt: expect.any(String),
        },
      ]);
    },
  );

  it.each(['kira ROAD', 'HELLO@kira', '0772 555'])('finds a company by %s', async (text) => {
    expect((await find(text)).companies).toEqual([
      expect.objectContaining({ id: company, name: 'Kira Road WiFi', email: 'hello@kira.test' }),
    ]);
  });

  it.each(['peter ok', 'OKELLO@', 'pOkello'])('finds a person by %s', async (text) => {
    expect((await find(text)).users).toEqual([
      {
        id: expect.any(String),
        name: 'Peter Okello',
        email: 'okello@kira.test',
        companyName: 'Kira Road WiFi',
        match: expect.any(String),
      },
    ]);
  });

  it('finds a case by its number and by the reference of the network', async () => {
    const { id, number } = await createCase();
    for (const text of [number, `#${number}`, `Case ${number}`]) {
      expect((await find(text)).cases).toEqual([
        {
          id,
          number: Number(number),
          kind: 'only-theirs',
          state: 'open',
          network: 'MTN',
          day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          effect: 500,
          match: 'caseNumber',
        },
      ]);
    }
    for (const text of ['MP-77', 'mp-77']) {
      expect((await find(text)).cases).toMatchObject([{ id, match: 'networkReference' }]);
    }
    expect((await find('MP-7')).cases).toEqual([]);
    const member = await createMember(test.owner, { companyId: company });
    const own = await test.call(member, 'GET', '/Search/own-company?search=MP-77');
    expect(own.body.data.cases).toEqual([]);
  });

  it('finds cases by indexes', async () => {
    const plan = await test.database.within(platformScope, async (db) => {
      // The tables of a test are so small that reading all of them would be right.
      await db.rows('set local enable_seqscan = off');
      const explain: Db['rows'] = (sql, values) => db.rows(`explain ${sql}`, values);
      return findCases({ ...db, rows: explain }, '77', 5);
    });
    expect(JSON.stringify(plan)).toContain('reconciliation_cases_number_key');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });

  it('finds an account by name, number and id', async () => {
    for (const text of ['TILL mon', '556677', account, account.slice(-10)]) {
      expect((await find(text)).accounts).toEqual([
        {
          id: account,
          companyId: company,
          accountName: 'Till money',
          accountNumber: '4455667788',
          companyName: 'Kira Road WiFi',
          match: expect.stringMatching(/^(name|accountNumber|id)$/),
        },
      ]);
    }
  });

  it('finds the accounts and the people of a company by the beginning of its name', async () => {
    const { companies, accounts, users } = await find('kira road');
    expect(companies).toHaveLength(1);
    expect(accounts).toContainEqual(expect.objectContaining({ id: account, match: 'companyName' }));
    expect(users).toContainEqual(
      expect.objectContaining({ name: 'Peter Okello', match: 'companyName' }),
    );
  });

  it('finds a transaction by id, its beginning, amount, reference and description', async () => {
    for (const text of [
      transaction,
      transaction.toUpperCase(),
      transaction.slice(0, 8),
      transaction.slice(0, 20),
      '1,234.50',
      'inv-2044',
      'VOUCHERS of',
    ]) {
      expect((await find(text)).transactions, text).toEqual([
        {
          id: transaction,
          companyName: 'Kira Road WiFi',
          reference: 'INV-2044',
          description: 'Vouchers of March',
          type: 'credit',
          check: null,
          amount: 1234.5,
          status: 'completed',
          date: expect.any(String),
          match: expect.stringMatching(/^(transactionId|description|amount|reference)$/),
        },
      ]);
    }
  });

  it('lists prefix matches first, at most five of a kind', async () => {
    for (const name of ['A Zeta', 'B Zeta', 'C Zeta', 'D Zeta', 'E Zeta', 'F Zeta', 'Zeta Last']) {
      await createCompany(test.owner, { name });
    }
    const names = (await find('zeta')).companies.map(({ name }) => name);
    expect(names).toEqual(['Zeta Last', 'A Zeta', 'B Zeta', 'C Zeta', 'D Zeta']);
  });

  it.each(['%', '%_', "''", '\\', 'no such thing'])('finds nothing for %s', async (text) => {
    expect(Object.values(await find(text)).flat()).toEqual([]);
  });
});

it('does not find system accounts, deleted people, or anything of an archived company', async () => {
  const gone = await createCompany(test.owner, { name: 'Vanished Ltd' });
  const closed = await createAccount(test.owner, gone);
  await test.owner.rows("update accounts set name = 'Vanished till' where id = $1", [closed]);
  const [paidIn] = [
    await createTransaction(test.owner, gone, closed, { amount: 5n, description: 'Vanished' }),
    await createTransaction(test.owner, gone, closed, { amount: -5n, description: 'Vanished' }),
  ];
  await createUser(test.owner, { companyId: gone, email: 'vanished@x.test' });
  const deleted = await createUser(test.owner, { companyId: company, email: 'vanished@y.test' });
  await test.owner.rows('update users set deleted_at = now() where id = $1', [deleted]);
  expect((await find('vanished')).companies).toHaveLength(1);
  expect((await test.call(staff, 'DELETE', `/Company/${gone}`)).status).toBe(200);
  expect(Object.values(await find('vanished')).flat()).toEqual([]);
  expect(Object.values(await find(paidIn)).flat()).toEqual([]);
  const system = await test.owner.row<{ id: string }>(
    "select id from accounts where kind <> 'customer' and company_id = $1",
    [company],
  );
  expect((await find(system?.id ?? '')).accounts).toEqual([]);
});

it.each(['', '?search=', '?search=%20%20', `?search=${'x'.repeat(201)}`, '?search=a&limit=9'])(
  'refuses %s',
  async (query) => {
    expect((await test.call(staff, 'GET', `/Search${query}`)).status).toBe(400);
  },
);

it('only staff can search', async () => {
  const member = await createMember(test.owner, { companyId: company });
  expect((await test.call(member, 'GET', '/Search?search=kira')).status).toBe(403);
  expect((await test.call(null, 'GET', '/Search?search=kira')).status).toBe(401);
});
