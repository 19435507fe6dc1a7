import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';

/* A stolen session alone loosens nothing, and whoever else is responsible is told by mail. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  await test.owner.rows('delete from mails');
  await test.owner.rows('update platform_settings set staff_need_factor = false');
});

const password = { currentPassword: factoryPassword };
const fieldOf = ({ body }: { body: { fields?: object } }) => Object.keys(body.fields ?? {});
const toldOf = async () =>
  (
    await test.owner.rows<{ user_id: string }>(
      "select user_id from mails where kind = 'protection-loosened'",
    )
  )
    .map(({ user_id }) => user_id)
    .sort();
const idsOf = (...people: TestActor[]) => people.map(({ userId }) => userId).sort();

async function team() {
  const admin = await createMember(test.owner);
  const companyId = admin.companyId ?? '';
  const other = await createMember(test.owner, { companyId });
  const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
  return { admin, other, colleague, companyId };
}

describe('a company that needs no second factor any more', () => {
  it('is asked for with the password, and told to its other administrators', async () => {
    const { admin, other, companyId } = await team();
    const app = await addApp(test, admin);
    await test.owner.rows('update companies set people_need_factor = true where id = $1', [
      companyId,
    ]);
    const mine = (proof: object) =>
      test.call(app.actor, 'PUT', `/Company/${companyId}/factor-rule`, {
        isRequired: false,
        ...proof,
      });
    expect(fieldOf(await mine({}))).toEqual(['currentPassword']);
    expect(fieldOf(await mine({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
    expect(fieldOf(await mine(password))).toEqual(['code']);
    expect(await toldOf()).toEqual([]);
    const off = await mine({ ...password, code: await nextCode(test, app) });
    expect([off.status, off.body.data?.isRequired]).toEqual([200, false]);
    expect(await toldOf()).toEqual(idsOf(other));
  });

  it('is asked for again without one: the stricter way needs none', async () => {
    const { admin, companyId } = await team();
    const on = await test.call(admin, 'PUT', `/Company/${companyId}/factor-rule`, {
      isRequired: true,
    });
    expect(on.status, on.text).toBe(200);
    expect(await toldOf()).toEqual([]);
  });
});

describe('the removal of the factor of somebody else', () => {
  it('is asked for with the password, and told to the other administrators', async () => {
    const { admin, other, colleague } = await team();
    const { actor: person } = await addApp(test, colleague);
    const reset = (proof: object) =>
      test.call(admin, 'POST', `/User/${person.userId}/factors/reset`, {
        reason: 'Lost the phone',
        ...proof,
      });
    expect(fieldOf(await reset({}))).toEqual(['currentPassword']);
    expect(fieldOf(await reset({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
    expect((await test.call(person, 'GET', `/User/${person.userId}`)).status).toBe(200);
    expect((await reset(password)).status).toBe(200);
    expect(await toldOf()).toEqual(idsOf(other));
  });

  it('of staff is approved with the password, one by one, and told twice', async () => {
    const alone = await createTestApp();
    const [chief, second, third] = [
      await createStaff(alone.owner),
      await createStaff(alone.owner),
      await createStaff(alone.owner),
    ];
    const { actor: person } = await addApp(alone, await createStaff(alone.owner, 'Support'));
    const asked = await alone.call(chief, 'POST', `/User/${person.userId}/factors/reset`, {
      reason: 'Lost the phone',
      ...password,
    });
    const id = (asked.body.meta as { approvalId: string }).approvalId;
    const { askedAt, needsProof } = (await alone.call(second, 'GET', `/Approvals/${id}`)).body.data;
    expect(needsProof).toBe(true);
    const approve = (proof: object) =>
      alone.call(second, 'POST', `/Approvals/${id}/approve`, { askedAt, ...proof });
    expect(fieldOf(await approve({}))).toEqual(['currentPassword']);
    const several = await alone.call(second, 'POST', '/Approvals/decide', {
      decision: 'approve',
      items: [{ id, askedAt }],
    });
    expect(several.body.data).toEqual([
      { id, isDone: false, message: 'Approve this one by itself: it needs your password' },
    ]);
    expect((await approve(password)).status).toBe(200);
    const told = await alone.owner.rows<{ user_id: string }>(
      "select user_id from mails where kind = 'protection-loosened' order by created_at, user_id",
    );
    expect(told.map(({ user_id }) => user_id)).toEqual([
      ...idsOf(second, third),
      ...idsOf(chief, third),
    ]);
  });
});

describe('staff who need no second factor any more', () => {
  it('are decided about with the password by both, and told to the others', async () => {
    const apps: WithApp[] = [];
    for (let each = 0; each < 3; each += 1) {
      apps.push(await addApp(test, await createStaff(test.owner)));
    }
    const [one, other, third] = apps as [WithApp, WithApp, WithApp];
    await test.owner.rows('update platform_settings set staff_need_factor = true');
    const settings = (await test.call(one.actor, 'GET', '/PlatformSettings')).body.data;
    const save = (changes: object) =>
      test.call(one.actor, 'PUT', '/PlatformSettings', { ...settings, ...changes });
    expect((await save({ approvalExpiryDays: settings.approvalExpiryDays + 1 })).status).toBe(200);
    expect(fieldOf(await save({ staffNeedFactor: false }))).toEqual(['currentPassword']);
    const proof = async (app: WithApp) => ({ ...password, code: await nextCode(test, app) });
    const asked = await save({ staffNeedFactor: false, ...(await proof(one)) });
    const id = (asked.body.meta as { approvalId: string }).approvalId;
    expect(await toldOf()).toEqual(expect.arrayContaining(idsOf(other.actor, third.actor)));
    expect(await toldOf()).not.toContain(one.actor.userId);

    await test.owner.rows('delete from mails');
    const { askedAt } = (await test.call(other.actor, 'GET', `/Approvals/${id}`)).body.data;
    const approve = (by: object) =>
      test.call(other.actor, 'POST', `/Approvals/${id}/approve`, { askedAt, ...by });
    expect(fieldOf(await approve({}))).toEqual(['currentPassword']);
    expect((await approve(await proof(other))).status).toBe(200);
    expect(await toldOf()).toEqual(expect.arrayContaining(idsOf(one.actor, third.actor)));
    expect(await toldOf()).not.toContain(other.actor.userId);
  });
});
