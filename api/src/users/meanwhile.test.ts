import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestAnswer, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import { permissionId, person, valuesOf } from '../../test/proofs.ts';
import type { Db } from '../db/database.ts';
import { builtInRoles } from './built-in-roles.ts';

/* What is decided about a person holds although somebody else changes the person or a role at the same moment. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

/** `call` waits for what `lock` holds, and `change` happens meanwhile. */
async function whileWaiting(
  lock: (db: Db) => Promise<unknown>,
  call: () => Promise<TestAnswer>,
  change: (db: Db) => Promise<unknown>,
): Promise<TestAnswer> {
  let answer: Promise<TestAnswer> | undefined;
  await test.asOwner(async (db) => {
    await lock(db);
    answer = call();
    await someoneWaits(test.owner, 1);
    await change(db);
  });
  return answer ?? expect.unreachable();
}

it('an own email that somebody else changed meanwhile does not change back without the password', async () => {
  const me = await createMember(test.owner);
  const values = await valuesOf(test, me, me.userId);
  const { status, text } = await whileWaiting(
    (db) => db.rows('select 1 from users where id = $1 for update', [me.userId]),
    () => test.call(me, 'PUT', `/User/${me.userId}`, values),
    (db) => db.rows("update users set email = 'other@example.test' where id = $1", [me.userId]),
  );
  expect(status, text).toBe(409);
  expect(text).toContain('changed this user in the meantime');
});

it('nobody gives a role of companies that allows more than they may by then', async () => {
  const manager = await createMember(test.owner, { role: 'client_manager' });
  const permission = await permissionId(test, 'canManageCompany');
  const pair = [builtInRoles.clientUser, permission];
  const give = () => test.call(manager, 'POST', '/User', person(manager.companyId ?? '', 'User'));
  const answer = await whileWaiting(
    (db) => db.rows('select 1 from roles where id = $1 for update', pair.slice(0, 1)),
    give,
    (db) => db.rows('insert into role_permissions (role_id, permission_id) values ($1, $2)', pair),
  );
  const sql = 'delete from role_permissions where role_id = $1 and permission_id = $2';
  await test.owner.rows(sql, pair);
  expect(answer.status, answer.text).toBe(403);
});

it('a link that is made while the role of the person allows more has ended as well', async () => {
  const staff = await createStaff(test.owner);
  const manager = await createMember(test.owner, { role: 'client_manager' });
  const { userId } = await createMember(test.owner, {
    companyId: manager.companyId ?? '',
    role: 'client_user',
  });
  const { email } = await valuesOf(test, manager, userId);
  const pair = {
    roleId: builtInRoles.clientUser,
    permissionId: await permissionId(test, 'canManageCompany'),
  };
  const calls: Promise<TestAnswer>[] = [];
  const send = (by: TestActor, path: string, body: object) =>
    calls.push(test.call(by, 'POST', path, body));
  await test.asOwner(async (db) => {
    // The link waits for its place among the mails to the person.
    await db.rows('select pg_advisory_xact_lock(7368314, hashtext($1))', [email]);
    send(manager, `/User/${userId}/password-link`, {});
    await someoneWaits(test.owner, 1);
    send(staff, '/Role/assign-permission', pair);
    await Promise.race([someoneWaits(test.owner, 2), calls[1]]);
  });
  const answers = await Promise.all(calls);
  await test.call(staff, 'POST', '/Role/remove-permission', pair);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const links = await test.owner.rows(
    'select revoked_at is not null as is_revoked from access_links where user_id = $1',
    [userId],
  );
  expect(links).toEqual([{ is_revoked: true }]);
});
