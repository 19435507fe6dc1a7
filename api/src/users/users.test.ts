import { beforeAll, expect, it } from 'vitest';
import { createLoner, createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';

let test: TestApp;
let owner: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  owner = await createMember(test.owner);
});

const read = (actor: TestActor, id: string) => test.call(actor, 'GET', `/User/${id}`);

it('lets everyone read themselves, with roles and permissions', async () => {
  const restricted = await createMember(test.owner, { role: 'Restricted' });
  const loner = await createLoner(test.owner);
  expect((await read(restricted, restricted.userId)).body.data).toMatchObject({
    id: restricted.userId,
    companyId: restricted.companyId,
    role: 'Restricted',
    roles: [{ name: 'Restricted', permissions: [] }],
    lastLoginDate: null,
  });
  expect((await read(loner, loner.userId)).body.data).toMatchObject({
    companyId: null,
    companyName: null,
    role: 'user',
  });
  const { roles } = (await read(owner, owner.userId)).body.data;
  expect(roles[0].permissions).toHaveLength(8);
});

it('never answers a password', async () => {
  expect((await read(owner, owner.userId)).text).not.toContain('password');
});

it('shows colleagues to those who may view users, and strangers to nobody', async () => {
  const colleague = await createUser(test.owner, { companyId: owner.companyId ?? '' });
  const stranger = await createMember(test.owner);
  const restricted = await createMember(test.owner, {
    companyId: owner.companyId ?? '',
    role: 'Restricted',
  });
  const staff = await createStaff(test.owner);
  expect((await read(owner, colleague)).status).toBe(200);
  expect((await read(staff, colleague)).status).toBe(200);
  expect((await read(restricted, colleague)).status).toBe(403);
  const foreign = await read(stranger, colleague);
  expect(foreign.status).toBe(404);
  expect(foreign.body.message).toBe('User not found');
  expect((await read(owner, staff.userId)).status).toBe(404);
});
