import type { Found } from '@sente/contract/search';
import type { PermissionName } from '@sente/contract/permissions';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  addRequests,
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
} from '../../test/factories.ts';
import { createProduct } from '../../test/products.ts';
import { platformScope } from '../db/scope.ts';
import { toShortId } from '../db/short-id.ts';
import { factParts } from './fact-parts.queries.ts';
import { searchTermsOf } from './search-terms.ts';

const everything: PermissionName[] = [
  'canViewTransactions',
  'canViewAccounts',
  'canViewUsers',
  'canViewProducts',
  'canRevealCodes',
];

let test: TestApp;
let staff: TestActor;
let company: string;
let member: TestActor;
let stranger: TestActor;
let payment: string;
let transaction: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  company = await createCompany(test.owner, { name: 'Kira Road WiFi' });
  const other = await createCompany(test.owner, { name: 'Elsewhere' });
  const role = await createRoleWith(test.owner, ...everything);
  member = await createMember(test.owner, { companyId: company, role });
  stranger = await createMember(test.owner, { companyId: other, role });
  payment = await createPayment(test.owner, company, {
    phoneNumber: '256772480099',
    amount: 3_712_300n,
    reference: 'Order-Nakato/7',
    network: 'AIRTEL',
    description: 'A day of WiFi',
  });
  await test.owner.rows("update payments set network_reference = 'MP26.A7731' where id = $1", [
    payment,
  ]);
  const row = await test.owner.row<{ transaction_id: string }>(
    'select transaction_id from payments where id = $1',
    [payment],
  );
  transaction = row?.transaction_id ?? '';
  // Others of both companies, newer than the one to be found.
  for (const [index, companyId] of [company, other, company, other].entries()) {
    await createPayment(test.owner, companyId, {
      phoneNumber: `25670111000${index}`,
      reference: `other ${index}`,
      amount: 500n,
    });
  }
});

async function find(actor: TestActor, text: string): Promise<Found> {
  const path = actor === staff ? '/Search' : '/Search/own-company';
  const answer = await test.call(actor, 'GET', `${path}?search=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const facts: [what: string, text: () => string, match: string][] = [
  ['national phone', () => '0772480099', 'phone'],
  ['phone in groups', () => '0772 480 099', 'phone'],
  ['international phone', () => '+256 772 480099', 'phone'],
  ['phone without its zero', () => '772480099', 'phone'],
  ['last three digits', () => '099', 'phonePart'],
  ['last six digits', () => '480 099', 'phonePart'],
  ['beginning of the phone', () => '0772 48', 'phonePart'],
  ['API transaction id', () => toShortId(payment), 'id'],
  ['beginning of the API transaction id', () => toShortId(payment).slice(0, 20), 'id'],
  ['payment id', () => payment, 'id'],
  ['transaction id', () => transaction.toUpperCase(), 'transactionId'],
  ['network reference', () => 'MP26.A7731', 'networkReference'],
  ['network reference in small letters', () => 'mp26.a7731', 'networkReference'],
  ['merchant reference', () => 'Order-Nakato/7', 'reference'],
  ['beginning of the merchant reference', () => 'Order-Nak', 'reference'],
  ['amount', () => '37123', 'amount'],
  ['amount as written', () => 'UGX 37,123', 'amount'],
  ['words of the description', () => 'DAY of wifi', 'description'],
  ['a part within the merchant reference', () => 'nakato/', 'reference'],
];

it.each(facts)('staff and the company find a payment by its %s', async (_, text, match) => {
  for (const actor of [staff, member]) {
    expect((await find(actor, text())).payments).toEqual([
      {
        id: payment,
        transactionId: transaction,
        companyName: 'Kira Road WiFi',
        phoneNumber: '256772480099',
        amount: 37_123,
        direction: 'collection',
        status: 'PENDING',
        check: null,
        network: 'AIRTEL',
        reference: 'Order-Nakato/7',
        networkReference: 'MP26.A7731',
        description: 'A day of WiFi',
        date: expect.any(String),
        match,
      },
    ]);
  }
});

it.each(facts)('another company does not find it by its %s', async (_, text) => {
  const found = await find(stranger, text());
  expect([found.payments, found.transactions]).toEqual([[], []]);
  // Its own accounts and people may have these digits in their ids.
  expect(JSON.stringify(found)).not.toContain(company);
});

it('a payment that an earlier system booked is found by its amount, like one of ours', async () => {
  const amount = 2_468_000n;
  const taken = await createPayment(test.owner, company, {
    amount,
    origin: 'import',
    status: 'SUCCESS',
  });
  const ours = await createPayment(test.owner, company, { amount });
  for (const actor of [staff, member]) {
    expect((await find(actor, '24680')).payments.map(({ id }) => id)).toEqual([ours, taken]);
  }
  expect((await find(stranger, '24680')).payments).toEqual([]);
});

it('of a busy number the newest payments are found, the surest match first', async () => {
  const ids: string[] = [];
  for (let minute = 9; minute > 0; minute--) {
    const at = new Date(Date.now() - minute * 60_000);
    ids.unshift(
      await createPayment(test.owner, company, { at, phoneNumber: '256783555001', amount: 900n }),
    );
  }
  const newest = ids.slice(0, 5);
  for (const text of ['0783555001', '5001', '0783 555']) {
    expect((await find(staff, text)).payments.map(({ id }) => id)).toEqual(newest);
  }
  const named = await createPayment(test.owner, company, {
    reference: '0783555001',
    phoneNumber: '256701222333',
  });
  expect((await find(member, '0783555001')).payments[0]).toMatchObject({
    id: named,
    match: 'reference',
  });
});

it('of many references that begin alike the newest are found, however they are counted', async () => {
  const account = await createAccount(test.owner, company);
  const from = new Date(Date.now() - 6 * 3_600_000);
  await addRequests(test.owner, company, account, { count: 2_400, from, reference: 'COUNT-' });
  const newest = ['02400', '02399', '02398', '02397', '02396'];
  const down = { accountId: account, status: 'SUCCESS', reference: 'COUNT-00000' };
  for (const actor of [staff, member]) {
    for (const text of ['COUNT-', 'NET-COUNT-']) {
      const found = (await find(actor, text)).payments;
      const wanted = newest.map((n) => `COUNT-${n}`);
      expect(
        found.map(({ reference }) => reference),
        text,
      ).toEqual(wanted);
    }
  }
  const last = await createPayment(test.owner, company, down);
  await test.owner.rows(`update payments set network_reference = 'NET-COUNT-0' where id = $1`, [
    last,
  ]);
  for (const text of ['COUNT-', 'NET-COUNT-']) {
    expect((await find(member, text)).payments[0]?.id, text).toBe(last);
  }
});

it('a voucher is found by its whole code, masked, by people who may reveal it', async () => {
  const { code } = await createProduct(test.owner, company, {
    codes: ['SECRET-4411', 'SECRET-4412'],
  });
  const found = await find(member, 'SECRET-4411');
  expect(found.codes).toEqual([
    {
      id: expect.any(String),
      companyId: company,
      companyName: 'Kira Road WiFi',
      maskedCode: '•••411',
      productName: expect.any(String),
      state: 'free',
      paymentId: null,
      match: 'voucherCode',
    },
  ]);
  expect((await find(staff, 'SECRET-4411')).codes).toEqual(found.codes);
  expect((await find(member, 'SECRET-44')).codes).toEqual([]);
  expect((await find(stranger, 'SECRET-4411')).codes).toEqual([]);
  for (const actor of [staff, member]) {
    expect((await find(actor, code)).products).toMatchObject([
      { code, companyId: company, companyName: 'Kira Road WiFi', match: 'productCode' },
    ]);
  }
  expect((await find(stranger, code)).products).toEqual([]);
});

it('finds only what the person may open', async () => {
  const phone = '0772480099';
  for (const [permission, kinds] of [
    ['canViewAnalytics', []],
    ['canViewProducts', []],
    ['canViewTransactions', ['payments']],
  ] as const) {
    const role = await createRoleWith(test.owner, permission);
    const actor = await createMember(test.owner, { companyId: company, role });
    const found = Object.entries(await find(actor, phone));
    expect(found.flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []))).toEqual(kinds);
  }
  const support = await createStaff(test.owner, 'Support');
  const answer = await test.call(support, 'GET', '/Search?search=SECRET-4412');
  expect(answer.body.data.codes).toEqual([]);
});

it('finds roles by name', async () => {
  expect((await find(staff, 'financ')).roles).toMatchObject([{ name: 'Finance', match: 'name' }]);
});

it('the two searches are for the two portals', async () => {
  expect((await test.call(member, 'GET', '/Search?search=x1')).status).toBe(403);
  expect((await test.call(staff, 'GET', '/Search/own-company?search=x1')).status).toBe(403);
});

it('of references only those are read that begin with the text, in any spelling', async () => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const parts = factParts(searchTermsOf('ref-31'), bind, {
    count: '5',
    most: 300,
    companyId: null,
  });
  const plan = await test.database.within(platformScope, async (db) => {
    // The table of a test is so small that reading all of it would be right.
    await db.rows('set local enable_seqscan = off');
    await db.rows('set local enable_bitmapscan = off');
    return db.rows<{ 'QUERY PLAN': string }>(
      `explain ${parts.map((part) => `(${part})`).join(' union all ')}`,
      values,
    );
  });
  const lines = plan.map((row) => row['QUERY PLAN']);
  expect(lines.filter((line) => /Index Cond: .*reference/.test(line)).length).toBeGreaterThan(3);
  expect(lines.filter((line) => /Filter: .*reference/.test(line))).toEqual([]);
});
