import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../test/factories.ts';
import { toShortId } from '../db/short-id.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let stranger: TestActor;
let companyId: string;
/** What the receipts are of: a payment that was booked, a deposit, and a payment of an earlier system. */
let paid: { readonly id: string; readonly transactionId: string };
let deposit: string;
let taken: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId, role: 'client_admin' });
  const elsewhere = await createCompany(test.owner);
  stranger = await createMember(test.owner, { companyId: elsewhere, role: 'client_admin' });
  const accountId = await createAccount(test.owner, companyId, { balance: 100_000_00n });
  const book = () => createTransaction(test.owner, companyId, accountId, { amount: 25_000_00n });
  const transactionId = await book();
  const id = await createPayment(test.owner, companyId, {
    accountId,
    status: 'SUCCESS',
    transactionId,
    amount: 25_000_00n,
  });
  paid = { id, transactionId };
  deposit = await book();
  taken = await createPayment(test.owner, companyId, { origin: 'import', status: 'SUCCESS' });
});

async function numberOn(id: string): Promise<string> {
  const answer = await test.call(member, 'GET', `/Transaction/${id}/receipt`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.number;
}

async function find(actor: TestActor, text: string) {
  const path = actor === staff ? '/Search' : '/Search/own-company';
  const answer = await test.call(actor, 'GET', `${path}?search=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  const { payments, transactions } = answer.body.data;
  return [payments, transactions].map((rows: { id: string; match: string }[]) =>
    rows.map(({ id, match }) => `${match} ${id}`),
  );
}

const spellings: [how: string, spell: (number: string) => string][] = [
  ['as printed', (number) => number],
  ['in small letters', (number) => number.toLowerCase()],
  ['without the R', (number) => number.slice(2)],
  ['without the R, in small letters', (number) => number.slice(2).toLowerCase()],
  ['with a space for the dash', (number) => number.replace('-', ' ')],
  ['without the dash', (number) => number.replace('-', '')],
  ['up to its last letter', (number) => number.slice(0, -1)],
];

it.each(spellings)('finds a payment by the number of its receipt, %s', async (_, spell) => {
  const number = spell(await numberOn(paid.id));
  for (const actor of [staff, member]) {
    expect(await find(actor, number), number).toEqual([[`receiptNumber ${paid.id}`], []]);
  }
  expect(await find(stranger, number)).toEqual([[], []]);
});

it('finds what has a receipt and is no mobile-money payment', async () => {
  const number = await numberOn(deposit);
  for (const actor of [staff, member]) {
    for (const text of [number, number.slice(2)]) {
      expect(await find(actor, text)).toEqual([[], [`receiptNumber ${deposit}`]]);
    }
  }
});

it('finds a payment that an earlier system booked by the number made of its own id', async () => {
  const number = await numberOn(taken);
  for (const actor of [staff, member]) {
    expect(await find(actor, number)).toEqual([[`receiptNumber ${taken}`], []]);
  }
});

it('says of the id that companies use that it is no receipt number', async () => {
  expect(await find(member, toShortId(paid.id))).toEqual([[`id ${paid.id}`], []]);
});

it('lists of transactions find it too', async () => {
  const search = `search=${await numberOn(paid.id)}`;
  for (const path of [
    `/Transaction/company/${companyId}`,
    `/Transaction/${companyId}/transactions`,
  ]) {
    const answer = await test.call(member, 'GET', `${path}?${search}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data, path).toHaveLength(1);
  }
});
