import { expect, type APIRequestContext } from '@playwright/test';
import { approveAs } from './approvals.ts';
import { choosePassword, sessionOf, temporaryPassword } from './sign-in.ts';

/** With a unique name, so that parallel tests do not conflict. */
export function newMark(name: string): string {
  return `${name}${Date.now()}${Math.floor(Math.random() * 1000)}`;
}

interface NewPerson {
  /** Somebody who may create users. */
  readonly by: string;
  /** That of this person by default. */
  readonly companyId?: string;
  readonly role?: string;
  /** Invited by mail, and has not answered yet. */
  readonly isInvited?: boolean;
  /** Has a temporary password, and has not changed it yet. */
  readonly isTemporary?: boolean;
}

/** A person of one test alone, who has chosen the usual password unless invited. Returns the email. */
export async function createPerson(
  request: APIRequestContext,
  { by, role, isInvited = false, isTemporary = false, ...of }: NewPerson,
): Promise<string> {
  const { authToken, companyId: own } = await sessionOf(request, by);
  const { companyId = own } = of;
  const username = newMark('amina');
  const email = `${username}@example.test`;
  const created = await request.post('/api/User', {
    headers: { authorization: `Bearer ${authToken}` },
    data: {
      firstName: 'Amina',
      lastName: username,
      username,
      email,
      companyId,
      ...(role && { roles: [role] }),
      ...(!isInvited && { password: temporaryPassword }),
    },
  });
  expect(created.ok(), await created.text()).toBe(true);
  if (!isInvited && !isTemporary) await choosePassword(request, email);
  return email;
}

/** Somebody of the staff, whose role a second person approved. */
export async function createSupport(request: APIRequestContext, by: string) {
  const { authToken } = await sessionOf(request, by);
  const headers = { authorization: `Bearer ${authToken}` };
  const find = async (path: string, isIt: (one: Record<string, string>) => boolean) => {
    const { data } = await (await request.get(`/api/${path}`, { headers })).json();
    return data.find(isIt).id as string;
  };
  const companyId = await find('Company', ({ name }) => name === 'Head Office');
  const email = await createPerson(request, { by, companyId });
  const userId = await find(`User?companyId=${companyId}`, (one) => one['email'] === email);
  const roleId = await find('Role', ({ name }) => name === 'Support');
  const data = { userId, roleId };
  const asked = await request.post('/api/User/assign-role', { headers, data });
  expect(asked.ok(), await asked.text()).toBe(true);
  await approveAs(request, 'ops@sente.test', { userId });
  return { email, userId };
}
