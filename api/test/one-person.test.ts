import { beforeAll, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createHeadOffice, factoryPassword } from './factories.ts';

/*
 * One administrator with every permission, who also makes a second person whose password they know,
 * tries to make money and to get paid twice. Nothing of it may work.
 */

let test: TestApp;
let attacker: TestActor;
let companyId: string;
beforeAll(async () => {
  test = await createTestApp();
  attacker = await createStaff(test.owner);
  // Somebody who could approve, and does not.
  await createStaff(test.owner);
  const headOffice = await createHeadOffice(test.owner);
  companyId = await createCompany(test.owner);
  puppet = await createPuppet(headOffice);
  stolen = await steal();
});

let puppet: TestActor;
/** Already staff, and the attacker sets their password. */
let stolen: TestActor;

async function steal(): Promise<TestActor> {
  const victim = await createStaff(test.owner);
  const { body } = await test.call(attacker, 'GET', `/User/${victim.userId}`);
  const { firstName, lastName, username, email } = body.data;
  const password = `${factoryPassword} of the attacker`;
  const names = { firstName, lastName, username, email };
  const set = await test.call(attacker, 'PUT', `/User/${victim.userId}`, { ...names, password });
  expect(set.status, set.text).toBe(200);
  return signIn(test.owner, victim.userId, null);
}

/** As the attacker would: a new user, with a password of the attacker's choice. */
async function createPuppet(headOffice: string): Promise<TestActor> {
  const { status, body, text } = await test.call(attacker, 'POST', '/User', {
    firstName: 'Second',
    lastName: 'Person',
    username: 'puppet',
    email: 'puppet@example.test',
    phoneNumber: null,
    companyId: headOffice,
    isActive: true,
    password: factoryPassword,
  });
  expect(status, text).toBe(200);
  const [role] = await test.owner.rows<{ id: string }>(
    "select id from roles where name = 'SuperAdmin'",
  );
  const userId: string = body.data.id;
  await test.call(attacker, 'POST', '/User/assign-role', { userId, roleId: role?.id });
  return signIn(test.owner, userId, headOffice);
}

/** Approves whatever waits, as each of them. */
async function approveEverything(): Promise<void> {
  for (const actor of [attacker, puppet, stolen]) {
    const { body } = await test.call(actor, 'GET', '/Approvals?tab=waiting');
    for (const { id, askedAt } of body.data ?? []) {
      await test.call(actor, 'POST', `/Approvals/${id}/approve`, { askedAt });
    }
  }
}

const moneyOf = async () =>
  Number(
    (
      await test.owner.row<{ sum: string }>(
        `select coalesce(sum(balance), 0) as sum from accounts
         where company_id = $1 and kind = 'customer'`,
        [companyId],
      )
    )?.sum,
  );

it('cannot make money with a deposit', async () => {
  const opened = await test.call(attacker, 'POST', '/Account', {
    companyId,
    accountName: 'Shell',
    accountType: 2,
    initialDeposit: 1_000_000_000,
  });
  expect(opened.status, opened.text).toBe(200);
  await approveEverything();
  expect(await moneyOf()).toBe(0);
});

it('cannot take back a payout that the phone has received', async () => {
  const accountId = await createAccount(test.owner, companyId, { balance: 500_00n });
  const [paid] = await test.owner.rows<{ id: string }>(
    'select id from transactions where account_id = $1',
    [accountId],
  );
  await test.call(attacker, 'POST', `/Transaction/${paid?.id}/reverse`, { reason: 'Mistake' });
  await approveEverything();
  expect(await moneyOf()).toBe(500_00);
});

it('cannot pay out alone', async () => {
  const accountId = await createAccount(test.owner, companyId, { balance: 500_00n });
  const asked = await test.call(attacker, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'send-money',
    accountId,
    amount: 400,
    phoneNumber: '0772123456',
    network: 'MTN',
  });
  expect(asked.status, asked.text).toBe(200);
  for (const actor of [attacker, puppet, stolen]) {
    await test.call(actor, 'PUT', `/Transaction/${asked.body.data.id}/approve`);
  }
  await approveEverything();
  const row = await test.owner.row<{ awaits_approval: boolean }>(
    'select awaits_approval from payments where account_id = $1',
    [accountId],
  );
  expect(row?.awaits_approval).toBe(true);
});

it('cannot make the puppet a member of staff', async () => {
  await approveEverything();
  const row = await test.owner.row<{ is_staff: boolean }>(
    'select is_staff from users where id = $1',
    [puppet.userId],
  );
  expect(row?.is_staff).toBe(false);
});
