import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { createHeadOffice } from '../../test/factories.ts';
import { newsOf } from '../../test/news.ts';
import { permissionId, person, valuesOf } from '../../test/proofs.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { builtInRoles } from './built-in-roles.ts';

/* Somebody may do more than before: who is told, and which links end. */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('none') });
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  await test.owner.rows('delete from notification_events');
});

const put = async (by: TestActor, id: string, fields: object) => {
  const body = { ...(await valuesOf(test, by, id)), ...fields };
  const answer = await test.call(by, 'PUT', `/User/${id}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
async function newsTo(reader: TestActor): Promise<string[]> {
  await runJobs(test);
  const news = await newsOf(() => test).list(reader);
  return news
    .filter(({ kind }) => kind === 'protection')
    .map(({ title, text, link }) => `${title} | ${text.split('. ')[0]} | ${link}`);
}
const tokenOf = (link: unknown) => String(link).split('#')[1];
const opens = async (token: string | undefined) => {
  const chosen = { token, newPassword: 'Rolex-with-tea-5' };
  return (await test.call(null, 'POST', '/Auth/link/password', chosen)).status === 200;
};

async function widen(by: TestActor, roleId: string, permission: string) {
  const pair = { roleId, permissionId: await permissionId(test, permission) };
  const answer = await test.call(by, 'POST', '/Role/assign-permission', pair);
  expect(answer.status, answer.text).toBe(200);
}
async function newRole(by: TestActor, name: string): Promise<string> {
  return (await test.call(by, 'POST', '/Role', { name })).body.data.id;
}

async function newStaffRole(by: TestActor, name: string): Promise<string> {
  const id = await newRole(by, name);
  await test.owner.rows('update roles set is_staff = true where id = $1', [id]);
  return id;
}

describe('the others who are responsible hear of', () => {
  it('an administrator who is activated again', async () => {
    const admin = await createMember(test.owner);
    const companyId = admin.companyId ?? '';
    const other = await createMember(test.owner, { companyId });
    const former = await createMember(test.owner, { companyId, role: 'client_manager' });
    await put(admin, former.userId, { isActive: false });
    expect(await newsTo(other)).toEqual([]);
    await put(admin, former.userId, { isActive: true });
    expect(await newsTo(other)).toEqual([
      `An administrator was activated again | Test Person activated Test Person, who has the role Manager | /client/users/${former.userId}`,
    ]);
    expect(await newsTo(admin)).toEqual([]);
  });

  it('an administrator who is moved to their company, and of the email in the former one', async () => {
    const staff = await createStaff(test.owner);
    const [left, moved] = [await createMember(test.owner), await createMember(test.owner)];
    const former = await createMember(test.owner, { companyId: moved.companyId ?? '' });
    const email = `moved-${moved.userId}@example.test`;
    await put(staff, moved.userId, { companyId: left.companyId, email });
    expect(await newsTo(left)).toEqual([
      `New administrator | The provider's staff gave Test Person the role Admin | /client/users/${moved.userId}`,
    ]);
    expect(await newsTo(former)).toEqual([
      `An email was entered for somebody else | The provider's staff entered a new email for Test Person | /client/users/${moved.userId}`,
    ]);
  });

  it('a role that allows its holders more, if it administers', async () => {
    const [staff, other] = [await createStaff(test.owner), await createStaff(test.owner)];
    const roleId = await newRole(staff, 'Shift leads');
    await widen(staff, roleId, 'canManageCompany');
    expect(await newsTo(other)).toEqual([]);
    const { userId } = await createMember(test.owner, { role: 'client_user' });
    await test.call(staff, 'POST', '/User/assign-role', { userId, roleId });
    await test.owner.rows('delete from notification_events');
    await widen(staff, roleId, 'canViewProducts');
    await widen(staff, roleId, 'canManageUsers');
    expect(await newsTo(other)).toContain(
      `A role allows more | Test Person allowed everybody with the role Shift leads more: Add, change and remove people | /roles/${roleId}`,
    );
    expect((await newsTo(other)).join()).not.toContain('product');
    expect((await newsTo(staff)).join()).not.toContain('A role allows more');
  });

  it('a role of companies that allows more: who administers a company whose people hold it', async () => {
    const staff = await createStaff(test.owner);
    const [admin, elsewhere] = [await createMember(test.owner), await createMember(test.owner)];
    const holder = await createMember(test.owner, {
      companyId: admin.companyId ?? '',
      role: 'client_user',
    });
    const roleId = await newRole(staff, 'Till leads');
    await test.call(staff, 'POST', '/User/assign-role', { userId: holder.userId, roleId });
    await widen(staff, roleId, 'canManageUsers');
    expect(await newsTo(admin)).toEqual([
      "A role allows more | The provider's staff allowed everybody with the role Till leads more: Add, change and remove people | /client/users",
    ]);
    expect(await newsTo(elsewhere)).toEqual([]);
  });
});

describe('a link ends that somebody made for a person who could do less', () => {
  const invited = async (by: TestActor, companyId: string) => {
    const made = await test.call(by, 'POST', '/User', person(companyId, 'User'));
    const { link } = (made.body.meta as { invitation: { link: string } }).invitation;
    return { id: String(made.body.data.id), token: tokenOf(link) };
  };
  const managed = async () => {
    const manager = await createMember(test.owner, { role: 'client_manager' });
    return { manager, companyId: manager.companyId ?? '' };
  };

  it('of an invited person with another role, who is invited anew by who gave it', async () => {
    const { manager, companyId } = await managed();
    const admin = await createMember(test.owner, { companyId });
    const { id, token } = await invited(manager, companyId);
    const { meta } = (await put(admin, id, { roles: ['Admin'] })).body;
    expect(await opens(token)).toBe(false);
    expect(await opens(tokenOf((meta as { invitation: { link: string } }).invitation.link))).toBe(
      true,
    );
  });

  it('of an invited person in another company', async () => {
    const { manager, companyId } = await managed();
    const { id, token } = await invited(manager, companyId);
    const staff = await createStaff(test.owner);
    await put(staff, id, { companyId: (await createMember(test.owner)).companyId });
    expect(await opens(token)).toBe(false);
  });

  it('of an invited person who gets a role from staff', async () => {
    const { manager, companyId } = await managed();
    const { id, token } = await invited(manager, companyId);
    const staff = await createStaff(test.owner);
    const roleId = await newRole(staff, 'Stock keepers');
    const given = await test.call(staff, 'POST', '/User/assign-role', { userId: id, roleId });
    expect(given.status, given.text).toBe(200);
    expect(given.body.data.invitationState).toBe('open');
    expect(await opens(token)).toBe(false);
    const { invitation } = given.body.meta as { invitation: { link: string } };
    expect(await opens(tokenOf(invitation.link))).toBe(true);
  });

  it('of an invited person whose staff role a second person approves, who hands over nothing', async () => {
    const [staff, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const { id, token } = await invited(staff, await createHeadOffice(test.owner));
    const roleId = await newStaffRole(staff, 'Night desk');
    const asked = await test.call(staff, 'POST', '/User/assign-role', { userId: id, roleId });
    const { approvalId, invitation } = asked.body.meta as Record<string, string | null>;
    expect([approvalId, invitation]).toEqual([expect.any(String), null]);
    const { askedAt } = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
    const path = `/Approvals/${approvalId}/approve`;
    expect((await test.call(second, 'POST', path, { askedAt })).status).toBe(200);
    expect(await opens(token)).toBe(false);
    const { data } = (await test.call(staff, 'GET', `/User/${id}`)).body;
    expect(data.invitationState).toBe('revoked');
    const again = await test.call(staff, 'POST', `/User/${id}/invitation`, {});
    expect(await opens(tokenOf(again.body.data.link))).toBe(true);
  });

  it('of everybody whose role allows more', async () => {
    const { manager, companyId } = await managed();
    const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
    const made = await test.call(manager, 'POST', `/User/${colleague.userId}/password-link`, {});
    const { token } = await invited(manager, companyId);
    await widen(await createStaff(test.owner), builtInRoles.clientUser, 'canManageCompany');
    expect(await opens(tokenOf(made.body.data.link))).toBe(false);
    expect(await opens(token)).toBe(false);
  });
});

it('somebody who gives and takes a role all day mails the others three times an hour, then together', async () => {
  const mailing = await createTestApp({ mailer: testMailer('smtp') });
  const admin = await createMember(mailing.owner);
  const companyId = admin.companyId ?? '';
  const other = await createMember(mailing.owner, { companyId });
  const { userId } = await createMember(mailing.owner, { companyId, role: 'client_user' });
  const mails = () =>
    mailing.owner.rows("select 1 from mails where user_id = $1 and kind = 'news'", [other.userId]);
  for (let turn = 0; turn < 10; turn += 1) {
    const role = turn % 2 === 0 ? 'Admin' : 'User';
    const body = { ...(await valuesOf(mailing, admin, userId)), roles: [role] };
    const answer = await mailing.call(admin, 'PUT', `/User/${userId}`, body);
    expect(answer.status, answer.text).toBe(200);
    await runJobs(mailing);
  }
  expect(await newsOf(() => mailing).list(other)).toHaveLength(5);
  expect(await mails()).toHaveLength(3);
  await letTimePass(mailing.owner);
  await runJobs(mailing);
  expect(await mails()).toHaveLength(4);
});
