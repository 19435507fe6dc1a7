import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createLoner,
  createMember,
  createStaff,
  signIn,
  type TestActor,
} from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';

const newPassword = 'Rolex-with-tea-5';

let test: TestApp;
let me: TestActor;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  me = await createMember(test.owner, { role: 'Restricted' });
});

const change = (actor: TestActor, fields: object = {}, id = actor.userId) =>
  test.call(actor, 'PUT', `/User/${id}/change-password`, {
    currentPassword: factoryPassword,
    newPassword,
    confirmNewPassword: newPassword,
    ...fields,
  });
const emailOf = async (id: string) =>
  (await test.owner.row<{ email: string }>('select email from users where id = $1', [id]))?.email;
const signInWith = async (actor: TestActor, password: string) =>
  (await test.call(null, 'POST', '/Auth/login', { email: await emailOf(actor.userId), password }))
    .status;
const logOf = (id: string) =>
  test.owner.rows<{ result: string; details: unknown }>(
    "select result, details from audit_log where subject_id = $1 and action = 'users.changePassword' order by id",
    [id],
  );

it.each([
  ['somebody restricted', () => createMember(test.owner, { role: 'Restricted' })],
  ['staff', () => createStaff(test.owner)],
  ['somebody without a company', () => createLoner(test.owner)],
])('%s can change the own password, which ends the other sessions', async (_who, createActor) => {
  const actor = await createActor();
  const elsewhere = await signIn(test.owner, actor.userId, actor.companyId);
  const answer = await change(actor);
  expect(answer.status, answer.text).toBe(200);
  const renewed = { ...actor, token: answer.body.data.token };
  expect((await test.call(renewed, 'GET', `/User/${actor.userId}`)).status).toBe(200);
  expect((await test.call(elsewhere, 'GET', `/User/${actor.userId}`)).status).toBe(401);
  expect(await signInWith(actor, factoryPassword)).toBe(401);
  expect(await signInWith(actor, newPassword)).toBe(200);
  expect(await logOf(actor.userId)).toEqual([
    { result: 'done', details: { changed: ['password'] } },
  ]);
});

it('requires the current password and records a wrong one', async () => {
  const answer = await change(me, { currentPassword: 'not this one' });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    errors: ['Current password is incorrect'],
    fields: { currentPassword: 'Current password is incorrect' },
  });
  expect(await signInWith(me, factoryPassword)).toBe(200);
  expect(await logOf(me.userId)).toEqual([
    { result: 'refused', details: { code: 'validation_failed' } },
  ]);
});

it.each([
  [
    { newPassword: 'short', confirmNewPassword: 'short' },
    'Password must be at least 8 characters long',
  ],
  [
    { newPassword: 'x'.repeat(101), confirmNewPassword: 'x'.repeat(101) },
    'Password must be less than 100 characters',
  ],
  [{ confirmNewPassword: 'something else' }, 'New passwords do not match.'],
  [
    { newPassword: 'qwerty123', confirmNewPassword: 'qwerty123' },
    'This password is one of the most common ones. Choose another.',
  ],
])('refuses %j', async (fields, message) => {
  const answer = await change(me, fields);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toBe(message);
});

it('refuses the old password as the new one', async () => {
  const same = { newPassword: factoryPassword, confirmNewPassword: factoryPassword };
  const answer = await change(me, same);
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toEqual({
    newPassword: 'Choose a password that differs from the current one',
  });
});

it('only the own password can be changed', async () => {
  const staff = await createStaff(test.owner);
  const answer = await change(staff, {}, me.userId);
  expect(answer.status).toBe(404);
  expect(answer.body.message).toBe('User not found');
  expect(await signInWith(me, factoryPassword)).toBe(200);
});

it('throttles password guessing', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 7; tries++) {
    statuses.push((await change(me, { currentPassword: `guess ${tries}` })).status);
  }
  expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
  const right = await change(me);
  expect(right.status).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
});

it('one of two concurrent changes succeeds', async () => {
  const passwords = ['Avocado-stand-1', 'Avocado-stand-2'];
  const answers = await Promise.all(
    passwords.map((password) =>
      change(me, { newPassword: password, confirmNewPassword: password }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThanOrEqual(1);
  const works = [];
  for (const password of passwords) works.push(await signInWith(me, password));
  expect(works.sort()).toEqual([200, 401]);
});
