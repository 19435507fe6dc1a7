import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, nextCode } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

const password = { currentPassword: factoryPassword };
const reset = (actor: TestActor, { userId }: TestActor, reason = 'Lost the phone') =>
  test.call(actor, 'POST', `/User/${userId}/factors/reset`, { reason, ...password });
const hasApp = async ({ userId }: TestActor) =>
  (await test.owner.rows('select 1 from authenticators where user_id = $1', [userId])).length > 0;
const mailsOf = async ({ userId }: TestActor) =>
  (
    await test.owner.rows<{ kind: string }>(
      "select kind from mails where user_id = $1 and kind like 'factor-reset%' order by kind",
      [userId],
    )
  ).map(({ kind }) => kind);
const askedAtOf = async (actor: TestActor, id: string) =>
  (await test.call(actor, 'GET', `/Approvals/${id}`)).body.data;
const approve = async (actor: TestActor, id: string, proof: object = password) => {
  const { askedAt } = await askedAtOf(actor, id);
  return test.call(actor, 'POST', `/Approvals/${id}/approve`, { askedAt, ...proof });
};

describe('of somebody in a company', () => {
  it('is done at once by whoever may change them, who is told, and ends the sessions', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const { actor: colleague } = await addApp(
      test,
      await createMember(test.owner, { companyId, role: 'client_user' }),
    );
    const answer = await reset(owner, colleague);
    expect([answer.status, answer.body.meta]).toEqual([200, { approvalId: null }]);
    expect(await hasApp(colleague)).toBe(false);
    expect((await test.call(colleague, 'GET', `/User/${colleague.userId}`)).status).toBe(401);
    expect(await mailsOf(colleague)).toEqual(['factor-reset']);
    const log = await test.owner.rows(
      "select actor_id, details from audit_log where subject_id = $1 and action = 'factors.reset'",
      [colleague.userId],
    );
    expect(log).toEqual([{ actor_id: owner.userId, details: { reason: 'Lost the phone' } }]);
    expect((await reset(owner, colleague)).body.message).toBe('This person has no second factor');
  });

  it('is refused beyond the own reach, for oneself and for strangers', async () => {
    const { actor: owner } = await addApp(test, await createMember(test.owner));
    const companyId = owner.companyId ?? '';
    const viewer = await createMember(test.owner, { companyId, role: 'client_user' });
    const manager = await createMember(test.owner, { companyId, role: 'client_manager' });
    expect((await reset(viewer, owner)).status).toBe(403);
    expect((await reset(manager, owner)).status).toBe(403);
    expect((await reset(owner, owner)).status).toBe(403);
    expect((await reset(await createMember(test.owner), owner)).status).toBe(404);
    expect(await hasApp(owner)).toBe(true);
    expect((await reset(await createStaff(test.owner), owner, '')).body.errors).toEqual([
      'Reason is required',
    ]);
    expect((await reset(await createStaff(test.owner), owner)).status).toBe(200);
  });

  it('counts for seven days like a password set by somebody else', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const { actor: colleague } = await addApp(
      test,
      await createMember(test.owner, { companyId, role: 'client_user' }),
    );
    const problem = async () =>
      (
        await test.owner.row<{ problem: string | null }>(
          'select second_person_problem($1, $2) as problem',
          [owner.userId, colleague.userId],
        )
      )?.problem;
    expect(await problem()).toBeNull();
    await reset(owner, colleague);
    expect(await problem()).toBe('set-by-asker');
  });
});

describe('of staff', () => {
  it('waits for a second person, who is neither the one who asked nor the one concerned', async () => {
    const [chief, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const app = await addApp(test, await createStaff(test.owner));
    const person = app.actor;
    const { approvalId } = (await reset(chief, person)).body.meta as { approvalId: string };
    expect(approvalId).toBeTruthy();
    expect(await hasApp(person)).toBe(true);
    expect(await mailsOf(person)).toEqual(['factor-reset-asked']);
    expect((await reset(chief, person)).body.message).toBe(
      'This waits for a second person already',
    );
    const state = await test.call(chief, 'GET', `/User/${person.userId}/factors`);
    expect(state.body.data.resetId).toBe(approvalId);
    expect(await askedAtOf(second, approvalId)).toMatchObject({
      kind: 'factor-reset',
      note: 'Lost the phone',
      userId: person.userId,
      sentence:
        'Remove the second factor of Test Person, who signs in with the password alone until they set up another.',
    });
    expect((await approve(chief, approvalId)).status).toBe(409);
    const shown = { ...password, code: await nextCode(test, app) };
    expect((await approve(person, approvalId, shown)).status).toBe(409);
    expect((await approve(await createStaff(test.owner, 'Finance'), approvalId)).status).toBe(403);
    expect((await approve(second, approvalId)).status).toBe(200);
    expect(await hasApp(person)).toBe(false);
    expect(await mailsOf(person)).toEqual(['factor-reset', 'factor-reset-asked']);
    expect((await test.call(person, 'GET', `/User/${person.userId}`)).status).toBe(401);
  });

  it('is not asked for by staff who may not change users', async () => {
    const { actor: person } = await addApp(test, await createStaff(test.owner));
    expect((await reset(await createStaff(test.owner, 'Support'), person)).status).toBe(403);
  });

  it('is done at once where nobody else could approve it', async () => {
    const alone = await createTestApp();
    const chief = await createStaff(alone.owner);
    const { actor: person } = await addApp(alone, await createStaff(alone.owner));
    const path = `/User/${person.userId}/factors/reset`;
    const answer = await alone.call(chief, 'POST', path, {
      reason: 'Lost the phone',
      ...password,
    });
    expect(answer.body.meta).toEqual({ approvalId: null });
  });
});
