import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';
import { newAccountNumber } from '../ledger/account-number.ts';
import { insertUnderNewNumber } from './opening.ts';

let test: TestApp;
let staff: TestActor;
let companyId: string;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
});

const bodyWith = (idempotencyKey: string, fields: object = {}) => ({
  accountName: 'Till money',
  accountType: 2,
  initialDeposit: 1_500.5,
  companyId,
  idempotencyKey,
  ...fields,
});
const open = (body: object, actor = staff) => test.call(actor, 'POST', '/Account', body);
const effects = (id: string) =>
  test.owner.row(
    `select (select count(*)::int from accounts where id = $1) as accounts,
       (select count(*)::int from transactions where account_id = $1) as deposits,
       (select count(*)::int from audit_log
        where subject_id = $1 and action = 'accounts.create' and result = 'done') as written`,
    [id],
  );

it('opens one account when the same request is sent repeatedly or concurrently', async () => {
  const key = uuidV7();
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(bodyWith(key))));
  answers.push(await open(bodyWith(key)));
  for (const { status, body, text } of answers) {
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ id: key, accountName: 'Till money', balance: 1_500.5 });
  }
  expect(new Set(answers.map(({ body }) => body.data.accountNumber)).size).toBe(1);
  expect(await effects(key)).toEqual({ accounts: 1, deposits: 1, written: 1 });
});

it('opens one empty account when the request is repeated', async () => {
  const key = uuidV7();
  for (const _ of [1, 2]) {
    const { status } = await open(bodyWith(key, { initialDeposit: 0 }));
    expect(status).toBe(200);
  }
  expect(await effects(key)).toEqual({ accounts: 1, deposits: 0, written: 1 });
});

it.each([
  ['another name', { accountName: 'Other' }],
  ['another type', { accountType: 1 }],
  ['another deposit', { initialDeposit: 7 }],
  ['no deposit', { initialDeposit: 0 }],
])('refuses the same key with %s', async (_, fields) => {
  const key = uuidV7();
  await open(bodyWith(key));
  const answer = await open(bodyWith(key, fields));
  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain('has already opened the account Till money');
  expect(await effects(key)).toEqual({ accounts: 1, deposits: 1, written: 1 });
});

it("reveals nothing about another company's account by its id", async () => {
  const key = uuidV7();
  await open(bodyWith(key));
  const stranger = await createMember(test.owner);
  const theirs = { companyId: stranger.companyId, initialDeposit: 0 };
  const answer = await open(bodyWith(key, theirs), stranger);
  expect(answer.status).toBe(409);
  expect(answer.text).not.toContain('Till money');
  expect(await effects(key)).toEqual({ accounts: 1, deposits: 1, written: 1 });
});

it('opens two accounts when no key is given', async () => {
  const { idempotencyKey: _, ...body } = bodyWith('');
  const ids = [(await open(body)).body.data.id, (await open(body)).body.data.id];
  expect(new Set(ids).size).toBe(2);
});

it('tries other numbers while one is taken, even by a company the caller cannot see', async () => {
  const taken = (await open(bodyWith(uuidV7()))).body.data.accountNumber;
  const free = newAccountNumber();
  const numbers = [taken, taken, free];
  const other = await createCompany(test.owner);
  const id = uuidV7();
  const account = { id, companyId: other, name: 'Till', typeCode: 2, typeName: 'Checking' };
  await test.database.within({ platform: false, companyId: other, userId: null }, (db) =>
    insertUnderNewNumber(db, { ...account, isActive: true }, () => numbers.shift() ?? taken),
  );
  expect(numbers).toEqual([]);
  expect(await test.owner.row('select number from accounts where id = $1', [id])).toEqual({
    number: free,
  });
});

it('gives up when every number is taken', async () => {
  const taken = (await open(bodyWith(uuidV7()))).body.data.accountNumber;
  const account = { id: uuidV7(), companyId, name: 'Till', typeCode: 2, typeName: 'Checking' };
  const inserting = test.database.within({ platform: false, companyId, userId: null }, (db) =>
    insertUnderNewNumber(db, { ...account, isActive: true }, () => taken),
  );
  await expect(inserting).rejects.toThrow('5 new account numbers in a row were taken');
});
