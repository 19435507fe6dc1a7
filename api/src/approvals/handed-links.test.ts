import { beforeAll, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestAnswer, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { person, valuesOf } from '../../test/proofs.ts';
import { builtInRoles } from '../users/built-in-roles.ts';

/* Without mail, whoever changes somebody invited gets their link and could sign in as them. */

let test: TestApp;
let companyId: string;
beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('none') });
  companyId = await createCompany(test.owner);
});

const put = async (by: TestActor, id: string, fields: object) =>
  test.call(by, 'PUT', `/User/${id}`, { ...(await valuesOf(test, by, id)), ...fields });

/** Each does something to a person whom somebody else made, and gets the link. */
const ways: Record<string, (by: TestActor, id: string) => Promise<TestAnswer>> = {
  activates: async (by, id) => {
    await test.owner.rows('update users set is_active = false where id = $1', [id]);
    return put(by, id, { isActive: true });
  },
  moves: async (by, id) => put(by, id, { companyId: await createCompany(test.owner) }),
  'changes the role of': (by, id) => put(by, id, { roles: ['Manager'] }),
  'gives another role to': async (by, userId) => {
    const { data } = (await test.call(by, 'POST', '/Role', { name: `Guests ${userId}` })).body;
    return test.call(by, 'POST', '/User/assign-role', { userId, roleId: data.id });
  },
};

it.each(Object.entries(ways))(
  'whoever %s somebody invited is not confirmed by them, nor by their puppets',
  async (_, act) => {
    const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const made = await test.call(first, 'POST', '/User', person(companyId, 'User'));
    const { id } = made.body.data;
    const answer = await act(second, id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.meta).toMatchObject({ invitation: { link: expect.stringContaining('#') } });
    const invited = await comesAsStaff(id);
    const confirm = await askFor(second);
    expect((await confirm(invited)).status).toBe(409);
    const third = await createStaff(test.owner);
    const link = await test.call(invited, 'POST', `/User/${third.userId}/password-link`);
    expect(link.status, link.text).toBe(200);
    expect((await confirm(third)).status).toBe(409);
    const free = await confirm(await createStaff(test.owner));
    expect(free.status, free.text).toBe(200);
  },
);

/** With a role that neither of them gave. */
async function comesAsStaff(id: string): Promise<TestActor> {
  await test.owner.rows('update users set is_staff = true, company_id = null where id = $1', [id]);
  await test.owner.rows('delete from user_roles where user_id = $1', [id]);
  await test.owner.rows('insert into user_roles (user_id, role_id) values ($1, $2)', [
    id,
    builtInRoles.superAdmin,
  ]);
  return signIn(test.owner, id, null);
}

/** Returns how another person confirms it. */
async function askFor(asker: TestActor): Promise<(by: TestActor) => Promise<TestAnswer>> {
  const accountId = await createAccount(test.owner, companyId);
  const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
  const asked = await test.call(asker, 'POST', `/Transaction/${id}/reverse`, { reason: 'Twice' });
  const { askedAt, id: approval } = asked.body.data;
  return (by) => test.call(by, 'POST', `/Approvals/${approval}/approve`, { askedAt });
}
