import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createPayment } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { toShortId } from '../db/short-id.ts';
import { factParts } from './fact-parts.queries.ts';
import { searchTermsOf } from './search-terms.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let stranger: TestActor;
let companyId: string;
/** The payments by name. */
const ids: Record<string, string> = {};

const payments = {
  pass: { phoneNumber: '256779632264', network: 'MTN', networkReference: '501220931' },
  rent: { phoneNumber: '256777685588', network: 'MTN', reference: 'MTN-501220544' },
  agent: { phoneNumber: '256706223125', network: 'AIRTEL', networkReference: 'MP88120045671' },
  order: { phoneNumber: '256701998811', network: 'AIRTEL', reference: 'Order-Nakato/7' },
  /** Its payer has a number that is the reference of `twin`. */
  namesake: { phoneNumber: '256783555001', network: 'MTN' },
  twin: { phoneNumber: '256752000222', network: 'AIRTEL', networkReference: '783555001' },
};

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId });
  stranger = await createMember(test.owner, { companyId: await createCompany(test.owner) });
  const accountId = await createAccount(test.owner, companyId);
  for (const [name, { networkReference = null, ...payment }] of Object.entries<
    (typeof payments)[keyof typeof payments] & { networkReference?: string }
  >(payments)) {
    const id = await createPayment(test.owner, companyId, { accountId, ...payment });
    await test.owner.rows('update payments set network_reference = $2 where id = $1', [
      id,
      networkReference,
    ]);
    ids[name] = id;
  }
});

const nameOf = (id: string | null | undefined): string =>
  Object.keys(ids).find((name) => ids[name] === id) ?? 'unknown';

/** What each list and each search box finds, in the order of the names. */
async function findEverywhere(text: string, own = member) {
  const search = `search=${encodeURIComponent(text)}`;
  const read = async (actor: TestActor, path: string, idOf: (row: never) => string | null) => {
    const answer = await test.call(actor, 'GET', path);
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body as { data: { payments?: never[] } & never[] };
    return (data.payments ?? data).map((row: never) => nameOf(idOf(row))).toSorted();
  };
  const transactionOf = (row: { apiTransactionId: string | null }) => row.apiTransactionId;
  const company = own === member ? companyId : (own.companyId ?? '');
  return {
    transactions: await read(own, `/Transaction/company/${company}?${search}`, transactionOf),
    apiTransactions: await read(
      own,
      `/Transaction/${company}/transactions?${search}`,
      (row: { record_id: string }) => row.record_id,
    ),
    backOffice: await read(own === member ? staff : own, `/Transaction?${search}`, transactionOf),
    ownSearch: await read(own, `/Search/own-company?${search}`, (row: { id: string }) => row.id),
    ...(own === member && {
      staffSearch: await read(staff, `/Search?${search}`, (row: { id: string }) => row.id),
    }),
  };
}

it.each([
  ['a reference of nine digits, which a phone number has too', '501220931', ['pass']],
  ['with the network before it', 'MTN-501220931', ['pass']],
  ['in small letters', 'mtn-501220931', ['pass']],
  ['with a space', 'Mtn 501220931', ['pass']],
  ['its beginning', 'MTN-5012209', ['pass']],
  ['without the prefix that it is stored with', '501220544', ['rent']],
  ['its beginning without the prefix', '5012205', ['rent']],
  ['as stored, in small letters', 'mtn-501220544', ['rent']],
  ['as in the text message of Airtel', 'mp88120045671', ['agent']],
  ['without the letters of Airtel', '88120045671', ['agent']],
  ['with the network for them', 'airtel-88120045671', ['agent']],
  ["a merchant's reference", 'order-nakato/7', ['order']],
  ['its beginning', 'Order-Nak', ['order']],
  ['the middle of a phone', '779632', ['pass']],
  ['the middle of a phone in groups', '779 632', ['pass']],
  ['the middle of a phone with a dash', '779-632', ['pass']],
  ['four digits of a phone', '9632', ['pass']],
  ['five digits of a phone', '6322 6', ['pass']],
  ['four digits before its last', '3226', ['pass']],
  ['six digits that begin with nought', '062231', ['agent']],
  ['the end of a phone', '32264', ['pass']],
  ['its beginning', '0779 63', ['pass']],
  ['the whole phone', '0779 632 264', ['pass']],
  ['a number that is also a reference', '0783555001', ['namesake']],
  ['a reference that is also a number', '783555001', ['namesake', 'twin']],
  ['what is no part of any', '779 633', []],
])('every list and both searches find %s: %s', async (_, text, wanted) => {
  const found = await findEverywhere(text);
  for (const [where, names] of Object.entries(found)) {
    // So few digits are also in the ids of others, now and then.
    const isShort = /^\d{4}$/.test(text);
    expect(names, where).toEqual(isShort ? expect.arrayContaining(wanted) : wanted);
  }
});

it('every list and both searches find our ids', async () => {
  const id = ids['pass'] ?? '';
  for (const text of [id, id.toUpperCase(), toShortId(id), toShortId(id).toLowerCase()]) {
    const found = await findEverywhere(text);
    for (const [where, names] of Object.entries(found)) expect(names, where).toEqual(['pass']);
  }
});

it.each(['501220931', 'MTN-501220931', '779632', '3226', '783555001'])(
  'another company does not find it by %s',
  async (text) => {
    const found = await findEverywhere(text, stranger);
    for (const [where, names] of Object.entries(found)) expect(names, where).toEqual([]);
  },
);

it.each(['9632', '501220931', 'MTN-501220931'])(
  '%s is looked up, and nothing is scanned',
  async (text) => {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const facts = { count: '5', most: 300, companyId };
    const parts = factParts(searchTermsOf(text), bind, facts).map((part) => `(${part})`);
    const plan = await test.database.within(platformScope, async (db) => {
      // The tables of a test are so small that reading all of them would be right.
      await db.rows('set local enable_seqscan = off');
      return db.rows<{ 'QUERY PLAN': string }>(`explain ${parts.join(' union all ')}`, values);
    });
    const lines = plan.map((row) => row['QUERY PLAN']);
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([]);
    const conditions = lines.filter((line) => line.includes('Index Cond')).join('\n');
    expect(conditions).toMatch(text === '9632' ? /phone_number.*"from"/ : /network_reference/);
  },
);
