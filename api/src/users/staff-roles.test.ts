import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';

let test: TestApp;
let chief: TestActor;
const roleIds = new Map<string, string>();
beforeAll(async () => {
  test = await createTestApp();
  chief = await createStaff(test.owner);
  const roles = await test.owner.rows<{ id: string; name: string }>('select id, name from roles');
  for (const { id, name } of roles) roleIds.set(name, id);
});

let userId: string;
beforeEach(async () => {
  userId = await createUser(test.owner, {});
});
const assign = (actor: TestActor, role: string) =>
  test.call(actor, 'POST', '/User/assign-role', { userId, roleId: roleIds.get(role) });
const isStaff = async () =>
  (
    await test.owner.row<{ is_staff: boolean }>('select is_staff from users where id = $1', [
      userId,
    ])
  )?.is_staff;
const approve = async (actor: TestActor, id: string) => {
  const { askedAt } = (await test.call(actor, 'GET', `/Approvals/${id}`)).body.data;
  return test.call(actor, 'POST', `/Approvals/${id}/approve`, { askedAt });
};

it('is given at once while nobody else could approve it, and the new one is no second person yet', async () => {
  const { body } = await assign(chief, 'SuperAdmin');
  expect(body.meta).toEqual({ approvalId: null, invitation: null });
  expect(await isStaff()).toBe(true);
  const puppet = await signIn(test.owner, userId, null);
  userId = await createUser(test.owner, {});
  const { approvalId } = (await assign(chief, 'Support')).body.meta as { approvalId: string };
  const refused = await approve(puppet, approvalId);
  expect(refused.body.message).toMatch(/^Test Person set your password or a role of yours/);
  expect(await isStaff()).toBe(false);
});

describe('with a second person', () => {
  it('waits also while the others are deactivated for a moment', async () => {
    const other = await createStaff(test.owner);
    const { firstName, lastName, username, email } = (
      await test.call(chief, 'GET', `/User/${other.userId}`)
    ).body.data;
    const body = { firstName, lastName, username, email, isActive: false };
    expect((await test.call(chief, 'PUT', `/User/${other.userId}`, body)).status).toBe(200);
    await test.owner.rows(
      'update users set is_active = false where id <> $1 and id <> $2 and is_staff',
      [chief.userId, other.userId],
    );
    expect((await assign(chief, 'SuperAdmin')).body.meta).toMatchObject({
      approvalId: expect.any(String),
    });
    expect(await isStaff()).toBe(false);
    await test.owner.rows('update users set is_active = true where is_staff');
  });

  it('waits, and gives nothing until another holder of the permission approves', async () => {
    const second = await createStaff(test.owner);
    const { status, body } = await assign(chief, 'Finance');
    expect([status, body.data.roles]).toEqual([200, []]);
    const { approvalId } = body.meta as { approvalId: string };
    expect(await isStaff()).toBe(false);
    const seen = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(seen).toMatchObject({
      kind: 'staff-role',
      canApprove: true,
      sentence:
        'Give Test Person the staff role Finance, which allows to: deposit, approve, reverse and decide payments; see everything in the back-office.',
    });
    const again = await assign(second, 'Finance');
    expect(again.body.message).toBe('This role waits for a second person already');
    expect((await approve(chief, approvalId)).status).toBe(409);
    const admin = await createStaff(test.owner, 'Admin');
    expect((await approve(admin, approvalId)).status).toBe(403);
    expect((await approve(second, approvalId)).status).toBe(200);
    expect(await isStaff()).toBe(true);
  });

  it('is given at once if it is no staff role', async () => {
    expect((await assign(chief, 'Restricted')).body.meta).toEqual({
      approvalId: null,
      invitation: null,
    });
  });

  it('is not given if the role allows more by then', async () => {
    const second = await createStaff(test.owner);
    const { approvalId } = (await assign(chief, 'Support')).body.meta as { approvalId: string };
    const widened = await test.owner.rows(
      `insert into role_permissions (role_id, permission_id)
       select $1, id from permissions where name = 'staffMoney' returning role_id`,
      [roleIds.get('Support')],
    );
    expect(widened).toHaveLength(1);
    const { status, body } = await approve(second, approvalId);
    expect([status, body.message]).toEqual([
      409,
      'The role allows more than when it was asked for. Reject this request, and ask again',
    ]);
    expect(await isStaff()).toBe(false);
    await test.owner.rows(
      `delete from role_permissions
       where role_id = $1 and permission_id = (select id from permissions where name = 'staffMoney')`,
      [roleIds.get('Support')],
    );
  });
});

describe('a permission that is added to a staff role', () => {
  const permissionsOf = async (role: string) =>
    (await test.call(chief, 'GET', `/Role/${roleIds.get(role)}`)).body.data.permissions.map(
      ({ name }: { name: string }) => name,
    );
  const add = async (actor: TestActor, role: string, permission: string) => {
    const found = await test.owner.row<{ id: string }>(
      'select id from permissions where name = $1',
      [permission],
    );
    const body = { roleId: roleIds.get(role), permissionId: found?.id };
    return test.call(actor, 'POST', '/Role/assign-permission', body);
  };

  it('reaches its holders only with a second person', async () => {
    await createStaff(test.owner, 'Finance');
    const second = await createStaff(test.owner);
    const { status, body } = await add(chief, 'Finance', 'staffKeys');
    const { approvalId } = body.meta as { approvalId: string };
    expect([status, approvalId]).toEqual([200, expect.any(String)]);
    expect(await permissionsOf('Finance')).not.toContain('staffKeys');
    const again = await add(second, 'Finance', 'staffKeys');
    expect(again.body.message).toBe('This permission waits for a second person already');
    const seen = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(seen.sentence).toMatch(
      /^Let the \d+ (person|people) who holds? the staff role Finance also: /,
    );
    expect((await approve(chief, approvalId)).status).toBe(409);
    expect((await approve(second, approvalId)).status).toBe(200);
    expect(await permissionsOf('Finance')).toContain('staffKeys');
  });

  it('is added at once to a role that nobody holds', async () => {
    const role = await test.call(chief, 'POST', '/Role', {
      name: 'Night shift',
      description: 'Watches',
    });
    roleIds.set('Night shift', role.body.data.id);
    await test.owner.rows('update roles set is_staff = true where id = $1', [role.body.data.id]);
    const { body } = await add(chief, 'Night shift', 'staffRead');
    expect(body.meta).toEqual({ approvalId: null });
    expect(await permissionsOf('Night shift')).toContain('staffRead');
  });
});
