import { describeAccess } from '@sente/contract/access';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';
import { addApp } from '../../test/factors.ts';
import { fieldsOf, later, permissionId, person, team, valuesOf } from '../../test/proofs.ts';
import { endpoints } from '../../test/samples.ts';
import { builtInRoles } from './built-in-roles.ts';

/* A stolen session gets no power over sign-ins, by any call there is. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

type Act = (more: object) => ReturnType<TestApp['call']>;

/** Changes the colleague of an administrator, or of a member of staff. */
async function change(values: object, { byStaff = false, role = 'client_user' } = {}) {
  const { admin, colleague } = await team(test, role);
  const by = byStaff ? await later(test, await createStaff(test.owner)) : admin;
  const body = { ...(await valuesOf(test, by, colleague.userId)), ...values };
  return {
    colleague,
    act: (more: object) => test.call(by, 'PUT', `/User/${colleague.userId}`, { ...body, ...more }),
  };
}

async function pending(role = 'User') {
  const { admin, companyId } = await team(test);
  const body = { ...person(companyId, role), currentPassword: factoryPassword };
  const { data } = (await test.call(admin, 'POST', '/User', body)).body;
  await later(test, admin);
  return { admin, id: String(data.id), values: await valuesOf(test, admin, data.id) };
}

async function widen(permission: string, roleName?: string): Promise<Act> {
  const staff = await later(test, await createStaff(test.owner));
  const { id } = roleName
    ? ((await test.owner.row<{ id: string }>('select id from roles where name = $1', [
        roleName,
      ])) ?? { id: '' })
    : (await test.call(staff, 'POST', '/Role', { name: `Helpers ${Math.random()}` })).body.data;
  const pair = { roleId: id, permissionId: await permissionId(test, permission) };
  return (more) => test.call(staff, 'POST', '/Role/assign-permission', { ...pair, ...more });
}

/** Each as somebody does it who signed in eleven minutes ago; `more` with the proof. */
const acts: Record<string, Record<string, () => Promise<Act>>> = {
  'users.create': {
    'a new administrator': async () => {
      const { admin, companyId } = await team(test);
      const body = person(companyId, 'Admin');
      return (more) => test.call(admin, 'POST', '/User', { ...body, ...more });
    },
    'a typed password': async () => {
      const { admin, companyId } = await team(test);
      const body = { ...person(companyId, 'User'), password: 'Rolex-with-tea-5' };
      return (more) => test.call(admin, 'POST', '/User', { ...body, ...more });
    },
  },
  'users.update': {
    'a new email': async () => (await change({ email: `new${Math.random()}@example.test` })).act,
    'a typed password': async () =>
      (await change({ password: 'Rolex-with-tea-5' }, { byStaff: true })).act,
    'a role of administrators': async () => (await change({ roles: ['Admin'] })).act,
    'somebody who is activated again': async () => {
      const { act, colleague } = await change({ isActive: true }, { role: 'client_admin' });
      await test.owner.rows('update users set is_active = false where id = $1', [colleague.userId]);
      return act;
    },
    'an administrator who is moved': async () => {
      const { companyId } = await createMember(test.owner);
      const { act, colleague } = await change(
        { companyId },
        { byStaff: true, role: 'client_manager' },
      );
      expect(colleague.companyId).not.toBe(companyId);
      return act;
    },
    'another role of somebody invited': async () => {
      const { admin, id, values } = await pending('Manager');
      const body = { ...values, roles: ['User'] };
      return (more) => test.call(admin, 'PUT', `/User/${id}`, { ...body, ...more });
    },
  },
  'users.assignRole': {
    'a staff role': async () => {
      const staff = await later(test, await createStaff(test.owner));
      const { userId } = await createStaff(test.owner, 'Support');
      const body = { userId, roleId: builtInRoles.superAdmin };
      return (more) => test.call(staff, 'POST', '/User/assign-role', { ...body, ...more });
    },
    'a role that moves money': async () => {
      const add = await widen('canApprovePayouts');
      const roleId = (await add({ currentPassword: factoryPassword })).body.data.id;
      const staff = await later(test, await createStaff(test.owner));
      const { colleague } = await team(test);
      const body = { userId: colleague.userId, roleId };
      return (more) => test.call(staff, 'POST', '/User/assign-role', { ...body, ...more });
    },
  },
  'roles.assignPermission': {
    'power over people': () => widen('canManageUsers'),
    'power over the settings': () => widen('canManageCompany'),
    'power over accounts': () => widen('canManageAccounts'),
    'power over payouts': () => widen('canApprovePayouts'),
    'a wider staff role': () => widen('staffUsers', 'Support'),
  },
  'approvals.approve': {
    'a staff role': async () => {
      const [one, two] = [await createStaff(test.owner), await createStaff(test.owner)];
      const { userId } = await createStaff(test.owner, 'Support');
      const body = { userId, roleId: builtInRoles.superAdmin };
      const { meta } = (await test.call(one, 'POST', '/User/assign-role', body)).body;
      const path = `/Approvals/${(meta as { approvalId: string }).approvalId}`;
      const { askedAt, needsProof } = (await test.call(two, 'GET', path)).body.data;
      expect(needsProof).toBe(true);
      await later(test, two);
      return (more) => test.call(two, 'POST', `${path}/approve`, { askedAt, ...more });
    },
  },
  'accessLinks.sendPasswordLink': {
    'a link': async () => {
      const { admin, colleague } = await team(test);
      return (more) => test.call(admin, 'POST', `/User/${colleague.userId}/password-link`, more);
    },
  },
  'accessLinks.invite': {
    'another one': async () => {
      const { admin, id } = await pending();
      return (more) => test.call(admin, 'POST', `/User/${id}/invitation`, more);
    },
  },
  'factors.reset': {
    'a lost factor': async () => {
      const { admin, colleague } = await team(test);
      await addApp(test, colleague);
      const reason = 'Lost the phone';
      return (more) =>
        test.call(admin, 'POST', `/User/${colleague.userId}/factors/reset`, { reason, ...more });
    },
  },
};

const lessPower = 'Takes power or a way in, and gives none';
const ownOne = 'Of oneself, with the own password and factor';
/** What works without it, and why. */
const open: Record<string, string> = {
  'users.remove': lessPower,
  'users.removeRole': lessPower,
  'users.changePassword': ownOne,
  'roles.create': 'A new role allows nothing',
  'roles.update': 'A name and a description allow nothing',
  'roles.remove': 'Nobody has the role',
  'roles.removePermission': lessPower,
  'sessions.end': lessPower,
  'sessions.endAll': lessPower,
  'accessLinks.revoke': lessPower,
  'accessLinks.withdrawEmail': lessPower,
  'factors.forgetDevices': lessPower,
  'factors.startApp': ownOne,
  'factors.confirmApp': ownOne,
  'factors.removeApp': ownOne,
  'factors.renewCodes': ownOne,
  'factors.saveRule': 'Always anew, also right after signing in: loosening.test.ts',
  'passkeys.start': ownOne,
  'passkeys.add': ownOne,
  'passkeys.ask': 'Asks for an answer, and does nothing',
  'passkeys.remove': ownOne,
};

it('every call that changes people or roles takes it, or says why not', () => {
  const groups = ['users', 'roles', 'sessions', 'accessLinks', 'factors', 'passkeys'];
  const powers = /staffUsers|staffGrants|canManageUsers/;
  const concerned = endpoints
    .filter(({ endpoint: { method, access } }) => method !== 'GET' && access.who !== 'public')
    .filter(
      ({ name, endpoint }) =>
        powers.test(describeAccess(endpoint.access)) || groups.includes(name.split('.')[0] ?? ''),
    )
    .map(({ name }) => name);
  // What staff with staffGrants approve; its access names what all approvers have.
  const expected = [...concerned, 'approvals.approve'].toSorted();
  expect([...Object.keys(acts), ...Object.keys(open)].toSorted()).toEqual(expected);
});

describe.each(Object.entries(acts))('%s', (_call, ways) => {
  it.each(Object.entries(ways))('%s takes the own password', async (_what, prepare) => {
    const act = await prepare();
    const refusal = await act({});
    expect(fieldsOf(refusal), refusal.text).toEqual(['currentPassword']);
    expect(fieldsOf(await act({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
    const done = await act({ currentPassword: factoryPassword });
    expect(done.status, done.text).toBe(200);
  });
});
