import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let staff: TestActor;
let second: TestActor;
let owner: TestActor;
let companyId: string;
let accountId: string;
let credential: TestCredential;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner, 'Admin');
  second = await createStaff(test.owner, 'Finance');
  owner = await createMember(test.owner);
  companyId = owner.companyId ?? '';
  accountId = await createAccount(test.owner, companyId, { balance: 1_000_000_00n });
  credential = await createCredential(test.owner, companyId);
});

const suspend = (reason = 'Unpaid invoices') =>
  test.call(staff, 'POST', `/Company/${companyId}/suspend`, { reason });
const resume = () => test.call(staff, 'POST', `/Company/${companyId}/resume`);
const askForPayout = () =>
  test.call(owner, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'send-money',
    accountId,
    amount: 5_000,
    phoneNumber: '256772123456',
    network: 'MTN',
  });
const collect = () =>
  callSigned(test, credential, {
    method: 'POST',
    path: '/v1/Payments/collections',
    body: { phoneNumber: '256772123456', amount: 1_000, reference: 'Order 7' },
    idempotencyKey: uuidV7(),
  });

describe('a suspended company', () => {
  it('gets no new payments and accounts, and reads everything with the reason', async () => {
    const waiting = (await askForPayout()).body.data;
    expect(await suspend()).toMatchObject({ status: 200 });
    for (const answer of [
      await askForPayout(),
      await collect(),
      await test.call(second, 'PUT', `/Transaction/${waiting.id}/approve`),
      await test.call(owner, 'POST', '/Account', { accountName: 'New', accountType: 1, companyId }),
    ]) {
      expect(answer.status, answer.text).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'company_suspended',
        message: 'The provider has suspended this company',
      });
    }
    const company = await test.call(owner, 'GET', `/Company/${companyId}`);
    expect(company.body.data.suspension).toEqual({
      at: expect.any(String),
      reason: 'Unpaid invoices',
    });
    const account = await test.call(owner, 'GET', `/Account/${accountId}`);
    expect(account.body.data).toMatchObject({ isSuspended: true, freeze: null, isActive: true });
    expect((await test.call(owner, 'GET', `/Account/${accountId}/statement`)).status).toBe(200);
    const listed = await test.call(staff, 'GET', '/Account?isSuspended=true');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([accountId]);

    expect((await suspend()).body.message).toBe('The company is suspended already.');
    expect((await resume()).body.data.suspension).toBeNull();
    expect((await resume()).body.message).toBe('The company is not suspended.');
    expect((await collect()).status).toBe(202);
    expect((await test.call(second, 'PUT', `/Transaction/${waiting.id}/approve`)).status).toBe(200);
    const log = await test.call(staff, 'GET', `/Audit?companyId=${companyId}&action=companies`);
    expect(log.body.data).toMatchObject([
      { action: 'companies.resume', result: 'done', details: { reason: 'Unpaid invoices' } },
      { action: 'companies.suspend', result: 'done', details: { reason: 'Unpaid invoices' } },
    ]);
  });

  it('needs a reason, and the permission', async () => {
    expect((await suspend(' ')).body.fields).toEqual({ reason: 'A reason is required' });
    const path = `/Company/${companyId}/suspend`;
    for (const actor of [second, owner]) {
      expect((await test.call(actor, 'POST', path, { reason: 'No' })).status).toBe(403);
    }
  });

  it('is never Head Office', async () => {
    const office = await createMember(test.owner);
    await test.owner.rows('update companies set is_head_office = true where id = $1', [
      office.companyId,
    ]);
    const answer = await test.call(staff, 'POST', `/Company/${office.companyId}/suspend`, {
      reason: 'No',
    });
    expect(answer.status).toBe(409);
  });
});

describe('a frozen account', () => {
  it('gets no new payments; other accounts of the company do', async () => {
    const other = await createAccount(test.owner, companyId, { balance: 50_000_00n });
    const freeze = () =>
      test.call(staff, 'POST', `/Account/${other}/freeze`, { reason: 'Asked by the court' });
    expect((await freeze()).body.data).toMatchObject({
      isSuspended: true,
      freeze: { reason: 'Asked by the court' },
    });
    expect((await freeze()).status).toBe(409);
    const pay = (account: string) =>
      test.call(owner, 'POST', `/Transaction/company/${companyId}/requests`, {
        kind: 'send-money',
        accountId: account,
        amount: 1_000,
        phoneNumber: '256772123456',
        network: 'MTN',
      });
    expect((await pay(other)).body).toMatchObject({ code: 'account_frozen' });
    expect((await pay(accountId)).status).toBe(200);
    expect((await test.call(staff, 'POST', `/Account/${other}/unfreeze`)).status).toBe(200);
    expect((await pay(other)).status).toBe(200);
    expect((await test.call(staff, 'POST', `/Account/${other}/unfreeze`)).status).toBe(409);
  });
});

it('only staff who may deposit open an account with money', async () => {
  const roleId = uuidV7();
  await test.owner.rows('insert into roles (id, name, is_staff) values ($1, $2, true)', [
    roleId,
    'Onboarding',
  ]);
  await test.owner.rows(
    `insert into role_permissions (role_id, permission_id)
     select $1, id from permissions where name in ('staffRead', 'staffCompanies')`,
    [roleId],
  );
  const onboarding = await createStaff(test.owner, 'Onboarding');
  const open = (initialDeposit: number) =>
    test.call(onboarding, 'POST', '/Account', {
      accountName: 'Takings',
      accountType: 1,
      companyId,
      initialDeposit,
    });
  expect((await open(500)).body).toMatchObject({
    code: 'forbidden',
    fields: { initialDeposit: 'You do not have permission to deposit money' },
  });
  expect((await open(0)).status).toBe(200);
});
