import { createMember, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/* People who have to show that it is them before they touch the sign-ins of others. */

/** Signed in longer ago than a sign-in counts as proof. */
export async function later({ owner }: TestApp, actor: TestActor): Promise<TestActor> {
  await owner.rows(
    `update sessions set created_at = now() - interval '11 minutes', factor_at = null,
       proved_at = proved_at - interval '11 minutes' where user_id = $1`,
    [actor.userId],
  );
  return actor;
}

/** An administrator who signed in some time ago, and a colleague. */
export async function team(test: TestApp, role = 'client_user') {
  const admin = await later(test, await createMember(test.owner));
  const companyId = admin.companyId ?? '';
  const colleague = await createMember(test.owner, { companyId, role });
  return { admin, colleague, companyId };
}

let next = 0;
/** The body of a new user, who is invited. */
export function person(companyId: string, role?: string) {
  const username = `proved${(next += 1)}`;
  const names = { firstName: 'Amina', lastName: 'Nansubuga', username };
  return { ...names, email: `${username}@example.test`, companyId, ...(role && { roles: [role] }) };
}

/** What a change of the person has to repeat. */
export async function valuesOf(test: TestApp, by: TestActor, id: string) {
  const { data } = (await test.call(by, 'GET', `/User/${id}`)).body;
  const { firstName, lastName, username, email } = data;
  return { firstName, lastName, username, email };
}

/** The names of the fields that a refusal is about. */
export function fieldsOf({ body }: { readonly body: { readonly fields?: object } }): string[] {
  return Object.keys(body.fields ?? {});
}

export async function permissionId({ owner }: TestApp, name: string): Promise<string | undefined> {
  return (await owner.row<{ id: string }>('select id from permissions where name = $1', [name]))
    ?.id;
}
