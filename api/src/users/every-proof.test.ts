import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, factoryPassword } from '../../test/factories.ts';
import { addApp } from '../../test/factors.ts';
import { fieldsOf, later, permissionId, person, team, valuesOf } from '../../test/proofs.ts';
import { endpoints } from '../../test/samples.ts';
import { addBankAccount, openSettlementDesk, waitingId } from '../../test/settlements.ts';
import { unprovedCalls } from '../../test/unproved-calls.ts';
import { allowAll } from '../../test/webhooks.ts';
import { builtInRoles } from './built-in-roles.ts';

/* A stolen session gets no power over sign-ins and no keys to money, by any call there is. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

let count = 0;
const next = () => (count += 1);

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

const hookUrl = 'https://127.0.0.1/hook';

/** Of a company whose administrator added it. */
async function webhookOf() {
  const { admin } = await team(test);
  const body = { url: hookUrl, currentPassword: factoryPassword };
  const { id } = (await test.call(admin, 'POST', '/Webhooks', body)).body.data;
  await later(test, admin);
  return { admin, id };
}

/** Of a company whose keys staff make, see, replace or switch on. */
async function keysOf(method: 'POST' | 'PUT' | 'PATCH', path = ''): Promise<Act> {
  const staff = await createStaff(test.owner);
  const companyId = await createCompany(test.owner);
  const target = `/Company/credentials${path}`;
  let body: object = { companyId };
  if (method !== 'POST' || path) {
    const { recordId } = (await test.call(staff, 'POST', '/Company/credentials', body)).body.data;
    body = { recordId, companyId };
    // Off first, which takes none.
    await later(test, staff);
    if (method === 'PATCH') {
      expect((await test.call(staff, method, target, body)).status).toBe(200);
    }
  }
  await later(test, staff);
  return (more) => test.call(staff, method, target, { ...body, ...more });
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
    : (await test.call(staff, 'POST', '/Role', { name: `Helpers ${next()}` })).body.data;
  const pair = { roleId: id, permissionId: await permissionId(test, permission) };
  return (more) => test.call(staff, 'POST', '/Role/assign-permission', { ...pair, ...more });
}

/** As the second person, who signed in some time ago. */
async function approving(two: TestActor, id: string): Promise<Act> {
  const path = `/Approvals/${id}`;
  const { askedAt, needsProof } = (await test.call(two, 'GET', path)).body.data;
  expect(needsProof).toBe(true);
  const items = [{ id, askedAt }];
  const several = await test.call(two, 'POST', '/Approvals/decide', { decision: 'approve', items });
  expect(several.body.data[0].message).toBe('Approve this one by itself: it needs your password');
  await later(test, two);
  return (more) => test.call(two, 'POST', `${path}/approve`, { askedAt, ...more });
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
    'a new email': async () => (await change({ email: `new${next()}@example.test` })).act,
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
    'any role of somebody invited': async () => {
      const staff = await later(test, await createStaff(test.owner));
      const { data } = (await test.call(staff, 'POST', '/Role', { name: `Readers ${next()}` }))
        .body;
      const body = { userId: (await pending('Admin')).id, roleId: data.id };
      return (more) => test.call(staff, 'POST', '/User/assign-role', { ...body, ...more });
    },
  },
  'roles.create': {
    'a role with power over people': async () => {
      const staff = await later(test, await createStaff(test.owner));
      const permissionIds = [await permissionId(test, 'canManageUsers')];
      const body = { name: `Leaders ${next()}`, permissionIds };
      return (more) => test.call(staff, 'POST', '/Role', { ...body, ...more });
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
      return approving(two, (meta as { approvalId: string }).approvalId);
    },
    'a bank account': async () => {
      const { owner, companyId, second } = await openSettlementDesk(test);
      await addBankAccount(test, owner, companyId);
      return approving(second, await waitingId(test, 'bank-account'));
    },
    'a batch of settlements': async () => {
      const desk = await openSettlementDesk(test);
      const { approvalId } = (await desk.batch(await desk.asked(10_000))).body.data;
      return approving(desk.second, approvalId);
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
  'credentials.reveal': { 'keys in clear': () => keysOf('POST', '/reveal') },
  'credentials.create': { 'new keys': () => keysOf('POST') },
  'credentials.regenerate': { 'other keys': () => keysOf('PUT') },
  'credentials.toggle': { 'keys that work again': () => keysOf('PATCH', '/deactivate') },
  'apiKeys.create': {
    'a key of the company': async () => {
      const { admin } = await team(test);
      const body = { name: 'Shop', scopes: ['payout'] };
      return (more) => test.call(admin, 'POST', '/ApiKeys', { ...body, ...more });
    },
  },
  'apiKeys.rotate': {
    'another secret': async () => {
      const { admin } = await team(test);
      const body = { name: 'Shop', scopes: ['payout'], currentPassword: factoryPassword };
      const { id } = (await test.call(admin, 'POST', '/ApiKeys', body)).body.data;
      await later(test, admin);
      return (more) =>
        test.call(admin, 'POST', `/ApiKeys/${id}/rotate`, { overlap: 'day', ...more });
    },
  },
  'ownWebhooks.create': {
    'another address for events': async () => {
      const { admin } = await team(test);
      return (more) => test.call(admin, 'POST', '/Webhooks', { url: hookUrl, ...more });
    },
  },
  'ownWebhooks.update': {
    'events to elsewhere': async () => {
      const { admin, id } = await webhookOf();
      return (more) => test.call(admin, 'PUT', `/Webhooks/${id}`, { url: hookUrl, ...more });
    },
  },
  'ownWebhooks.rotate': {
    'another secret': async () => {
      const { admin, id } = await webhookOf();
      return (more) =>
        test.call(admin, 'POST', `/Webhooks/${id}/rotate`, { overlap: 'day', ...more });
    },
  },
  'accounting.closeDay': {
    'the day before yesterday': async () => {
      const staff = await later(test, await createStaff(test.owner));
      const day = kampalaDay(Date.now() - 2 * dayMs);
      return (more) => test.call(staff, 'POST', `/Accounting/days/${day}/close`, more);
    },
  },
  'bankAccounts.create': {
    'where money goes': async () => {
      const { admin, companyId } = await team(test);
      const body = { bank: 'Stanbic', accountName: 'Kira WiFi', accountNumber: '9030001234567' };
      return (more) =>
        test.call(admin, 'POST', `/Company/${companyId}/bank-accounts`, { ...body, ...more });
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

it('every call that changes something takes it, or says why not', () => {
  const changing = endpoints
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ name }) => name);
  expect([...Object.keys(acts), ...Object.keys(unprovedCalls)].toSorted()).toEqual(
    changing.toSorted(),
  );
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
