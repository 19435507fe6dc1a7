import { fillPath } from '@sente/contract/endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { addApp, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { endpoints, sampleOf } from '../../test/samples.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  await test.owner.rows('update platform_settings set staff_need_factor = false');
});

const rule = ({ companyId }: TestActor) => `/Company/${companyId}/factor-rule`;
const require = (actor: TestActor, isRequired = true) =>
  test.call(actor, 'PUT', rule(actor), { isRequired });
const needStaff = () => test.owner.rows('update platform_settings set staff_need_factor = true');
const login = async ({ userId }: TestActor) => {
  const row = await test.owner.row<{ email: string }>('select email from users where id = $1', [
    userId,
  ]);
  const body = { email: row?.email, password: factoryPassword };
  return (await test.call(null, 'POST', '/Auth/login', body)).body.data;
};

describe('a company that requires one', () => {
  it('counts who has none, and writes down who decided it', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const other = await createMember(test.owner, { companyId, role: 'client_user' });
    await addApp(test, other);
    expect((await test.call(owner, 'GET', rule(owner))).body.data).toEqual({
      isRequired: false,
      people: 2,
      missing: 1,
    });
    expect((await require(owner)).body.data.isRequired).toBe(true);
    const log = await test.owner.rows(
      "select details from audit_log where company_id = $1 and action = 'factors.saveRule'",
      [companyId],
    );
    expect(log).toEqual([
      {
        details: {
          changed: ['isRequired'],
          from: { isRequired: false },
          to: { isRequired: true },
        },
      },
    ]);
  });

  it('is decided by whoever may change its settings', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const manager = await createMember(test.owner, { companyId, role: 'client_manager' });
    expect((await require(manager)).status).toBe(403);
    expect((await test.call(manager, 'PUT', rule(await createMember(test.owner)), {})).status).toBe(
      403,
    );
  });

  it('concerns its people only, at their very next call, until they have one', async () => {
    const owner = await createMember(test.owner);
    const companyId = owner.companyId ?? '';
    const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
    const stranger = await createMember(test.owner);
    const read = (actor: TestActor) => test.call(actor, 'GET', `/User/${actor.userId}`);
    await require(owner);
    const refused = await read(colleague);
    expect([refused.status, refused.body.code]).toEqual([403, 'factor_required']);
    expect((await read(stranger)).status).toBe(200);
    expect((await login(colleague)).user.mustSetUpFactor).toBe(true);
    const { actor } = await addApp(test, colleague);
    expect((await read(actor)).status).toBe(200);
    const removed = await test.call(actor, 'POST', `/User/${actor.userId}/factors/app/remove`, {
      currentPassword: factoryPassword,
      code: '000000',
    });
    expect(removed.body.message).toBe(
      'A second factor is required of you, so you cannot remove the last one',
    );
  });
});

describe('staff', () => {
  it('need one if the platform says so; only a second person allows them to do without', async () => {
    const [chief, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const save = async (actor: TestActor, staffNeedFactor: boolean, proof: object = {}) => {
      const settings = (await test.call(actor, 'GET', '/PlatformSettings')).body.data;
      const body = { ...settings, staffNeedFactor, ...proof };
      return test.call(actor, 'PUT', '/PlatformSettings', body);
    };
    const raised = await save(chief, true);
    expect(raised.body.meta).toEqual({ approvalId: null });
    expect((await save(chief, false)).body.code).toBe('factor_required');
    const apps = [await addApp(test, chief), await addApp(test, second)] as const;
    const [one, other] = [apps[0].actor, apps[1].actor];
    const proofOf = async (app: WithApp) => ({
      currentPassword: factoryPassword,
      code: await nextCode(test, app),
    });
    const { approvalId } = (await save(one, false, await proofOf(apps[0]))).body.meta as {
      approvalId: string;
    };
    const path = `/Approvals/${approvalId}`;
    const { askedAt, sentence } = (await test.call(other, 'GET', path)).body.data;
    expect(sentence).toBe(
      'Change the settings of the platform: staff sign in with the password alone. Until then: staff need a second factor.',
    );
    const read = async () => (await test.call(one, 'GET', '/PlatformSettings')).body.data;
    expect((await read()).staffNeedFactor).toBe(true);
    const approval = { askedAt, ...(await proofOf(apps[1])) };
    expect((await test.call(other, 'POST', `${path}/approve`, approval)).status).toBe(200);
    expect((await read()).staffNeedFactor).toBe(false);
  });

  it('does not concern people of companies', async () => {
    await needStaff();
    const member = await createMember(test.owner);
    expect((await test.call(member, 'GET', `/User/${member.userId}`)).status).toBe(200);
  });
});

/** What is needed to set one up, and to leave. */
const open = [
  'auth.logout',
  'factors.confirmApp',
  'factors.get',
  'factors.startApp',
  'passkeys.add',
  'passkeys.start',
  'settings.changePassword',
  'users.changePassword',
];

describe('until it is set up', () => {
  const restricted = endpoints.filter(
    ({ endpoint }) => !['public', 'credential', 'till'].includes(endpoint.access.who),
  );

  it('only these calls work', () => {
    const allowed = restricted.filter(({ endpoint }) => endpoint.allowsMissingFactor);
    expect(allowed.map(({ name }) => name).sort()).toEqual(open);
  });

  it.each([
    ['staff', () => createStaff(test.owner)],
    ['a company user', () => createMember(test.owner)],
  ])('no other call of %s works', async (_who, create) => {
    const actor = await create();
    await needStaff();
    if (actor.companyId) {
      await test.owner.rows('update companies set people_need_factor = true where id = $1', [
        actor.companyId,
      ]);
    }
    const answers: string[] = [];
    for (const { name, endpoint } of restricted) {
      if (endpoint.allowsMissingFactor) continue;
      const params = sampleOf(endpoint, 'params') as Record<string, string> | undefined;
      const path = fillPath(endpoint.path, params);
      const { status, body } = await test.call(actor, endpoint.method, path, {});
      if (status !== 403 || body.code !== 'factor_required') answers.push(`${name}: ${status}`);
    }
    expect(answers).toEqual([]);
    expect(restricted.length).toBeGreaterThan(100);
  });
});
