import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
  createUser,
  factoryPassword,
} from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

/*
 * Whoever sets a password can sign in as that person. Nobody confirms what such a person asked for, on
 * any path, nor the other way round.
 */

let test: TestApp;
let companyId: string;
let chief: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
  chief = await createStaff(test.owner);
});

/** Each asks as one person, and returns how another one confirms it. */
const paths: Record<string, (asker: TestActor) => Promise<(by: TestActor) => Promise<TestAnswer>>> =
  {
    payout: async (asker) => {
      const accountId = await createAccount(test.owner, companyId, { balance: 5_000_00n });
      const { body } = await test.call(
        asker,
        'POST',
        `/Transaction/company/${companyId}/requests`,
        { kind: 'withdraw', accountId, amount: 100, phoneNumber: '0772123456', network: 'MTN' },
      );
      return (by) => test.call(by, 'PUT', `/Transaction/${body.data.id}/approve`);
    },
    'payment decision': async (asker) => {
      const paymentId = await createPayment(test.owner, companyId, { status: 'PROCESSING' });
      const id = uuidV7();
      await test.owner.rows(
        `insert into payment_reviews (id, company_id, payment_id, kind) values ($1, $2, $3, 'unanswered')`,
        [id, companyId, paymentId],
      );
      const body = { decision: 'fail', note: 'Not on the statement' };
      const { status, text } = await test.call(
        asker,
        'POST',
        `/PaymentReviews/${id}/propose`,
        body,
      );
      expect(status, text).toBe(200);
      return (by) => test.call(by, 'POST', `/PaymentReviews/${id}/confirm`, { decision: 'fail' });
    },
    suspense: async (asker) => {
      const id = uuidV7();
      await test.owner.rows(
        `insert into network_notices (id, network, reference, said, is_proven, content, amount,
         direction, says_paid)
       values ($1, 'MTN', $2, 'paid UGX 500', true, '{}', 50000, 'collection', true)`,
        [id, id],
      );
      const body = { note: 'On the statement' };
      const answer = await test.call(asker, 'POST', `/NetworkNotices/${id}/propose/booking`, body);
      expect(answer.status, answer.text).toBe(200);
      const proposal = answer.body.data.proposal.id;
      return (by) => test.call(by, 'POST', `/NetworkNotices/${id}/confirm`, { proposal });
    },
    reversal: async (asker) => {
      const accountId = await createAccount(test.owner, companyId);
      const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
      const answer = await test.call(asker, 'POST', `/Transaction/${id}/reverse`, {
        reason: 'Twice',
      });
      const { askedAt, id: approval } = answer.body.data;
      return (by) => test.call(by, 'POST', `/Approvals/${approval}/approve`, { askedAt });
    },
    deposit: async (asker) => {
      const { body } = await test.call(asker, 'POST', '/Account', {
        companyId,
        accountName: 'Till',
        accountType: 2,
        initialDeposit: 9_000_000,
      });
      const id = (body.meta as { approvalId: string }).approvalId;
      const { askedAt } = (await test.call(chief, 'GET', `/Approvals/${id}`)).body.data;
      return (by) => test.call(by, 'POST', `/Approvals/${id}/approve`, { askedAt });
    },
  };

/** As staff do it in the portal. */
async function setPassword(by: TestActor, of: TestActor): Promise<void> {
  const { body } = await test.call(by, 'GET', `/User/${of.userId}`);
  const { firstName, lastName, username, email } = body.data;
  const answer = await test.call(by, 'PUT', `/User/${of.userId}`, {
    firstName,
    lastName,
    username,
    email,
    password: `${factoryPassword} ${uuidV7()}`,
  });
  expect(answer.status, answer.text).toBe(200);
  // Whoever typed the password signs in with it and chooses another.
  await test.owner.rows('update users set is_password_temporary = false where id = $1', [
    of.userId,
  ]);
}

let first: TestActor;
let second: TestActor;
beforeEach(async () => {
  [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
});
/** The sessions of somebody whose password was set have ended. */
const again = ({ userId }: TestActor) => signIn(test.owner, userId, null);

describe.each(Object.entries(paths))('%s', (_, ask) => {
  it('is not confirmed by a person whose password the asker set', async () => {
    const confirm = await ask(first);
    await setPassword(first, second);
    const puppet = await again(second);
    const { status, body } = await confirm(puppet);
    expect([status, body.message]).toEqual([
      409,
      'Test Person set your password or a role of yours within the last seven days. Somebody else has to confirm this.',
    ]);
    const free = await confirm(await createStaff(test.owner));
    expect(free.status, free.text).toBe(200);
  });

  it('is not confirmed by the person who set the password of the asker', async () => {
    await setPassword(second, first);
    const confirm = await ask(await again(first));
    const { status, body } = await confirm(second);
    expect([status, body.message]).toEqual([
      409,
      'You set the password or a role of Test Person within the last seven days. Somebody else has to confirm this.',
    ]);
  });

  it('is not confirmed by one puppet for another, nor by the puppet of a puppet', async () => {
    const third = await createStaff(test.owner);
    await setPassword(third, first);
    await setPassword(third, second);
    const confirm = await ask(await again(first));
    const { status, body } = await confirm(await again(second));
    expect([status, body.message]).toEqual([
      409,
      'The same person set the access of you and of Test Person within the last seven days. Somebody else has to confirm this.',
    ]);
    const fourth = await createStaff(test.owner);
    await setPassword(await again(second), fourth);
    expect((await confirm(await again(fourth))).status).toBe(409);
  });

  it('is confirmed once seven days have passed', async () => {
    const noted = (ago: string) =>
      test.owner.rows(
        `insert into audit_log (at, actor_id, action, subject_type, subject_id, result, details)
         values (now() - $3::interval, $1, 'users.update', 'users', $2, 'done',
           '{"changed": ["password"]}')`,
        [second.userId, first.userId, ago],
      );
    const confirm = await ask(first);
    await noted('7 days 1 minute');
    const other = await ask(first);
    const answer = await confirm(second);
    expect(answer.status, answer.text).toBe(200);
    await noted('6 days 23 hours');
    expect((await other(second)).status).toBe(409);
  });
});

it('counts a password link that one of them made for the other', async () => {
  const confirm = await paths['reversal']?.(first);
  const made = await test.call(first, 'POST', `/User/${second.userId}/password-link`);
  expect(made.status, made.text).toBe(200);
  expect((await confirm?.(second))?.status).toBe(409);
  const other = await paths['reversal']?.(second);
  expect((await other?.(first))?.status).toBe(409);
});

it('counts an email that one of them entered for the other, from the moment of asking', async () => {
  const confirm = await paths['reversal']?.(first);
  const { data } = (await test.call(first, 'GET', `/User/${second.userId}`)).body;
  const { firstName, lastName, username } = data;
  const email = `taken-${uuidV7()}@example.test`;
  const asked = await test.call(first, 'PUT', `/User/${second.userId}`, {
    firstName,
    lastName,
    username,
    email,
  });
  expect([asked.status, asked.body.data.newEmail], asked.text).toEqual([200, email]);
  expect((await confirm?.(second))?.status).toBe(409);
  const other = await paths['reversal']?.(second);
  expect((await other?.(first))?.status).toBe(409);
});

it('counts a role that the asker gave', async () => {
  const confirm = await paths['reversal']?.(first);
  const userId = await createUser(test.owner, { isStaff: true, roles: ['Admin'] });
  const [role] = await test.owner.rows<{ id: string }>(
    "select id from roles where name = 'Restricted'",
  );
  const given = await test.call(first, 'POST', '/User/assign-role', { userId, roleId: role?.id });
  expect(given.status, given.text).toBe(200);
  expect((await confirm?.(await signIn(test.owner, userId, null)))?.status).toBe(409);
});

it('counts a permission that the asker added to a role of the confirmer', async () => {
  const confirm = await paths['reversal']?.(first);
  const roleId = uuidV7();
  await test.owner.rows('insert into roles (id, name, is_staff) values ($1, $2, true)', [
    roleId,
    roleId,
  ]);
  const permissions = await test.owner.rows<{ id: string }>(
    "select id from permissions where name in ('staffRead', 'staffMoney')",
  );
  for (const { id: permissionId } of permissions) {
    const pair = { roleId, permissionId };
    const added = await test.call(first, 'POST', '/Role/assign-permission', pair);
    expect(added.status, added.text).toBe(200);
  }
  const userId = await createUser(test.owner, { isStaff: true, roles: [roleId] });
  expect((await confirm?.(await signIn(test.owner, userId, null)))?.status).toBe(409);
});
