import type { Db } from '../api/src/db/database.ts';
import { uuidV7 } from '../api/src/db/uuid.ts';
import { signIn } from '../api/test/actors.ts';
import { createUser } from '../api/test/factories.ts';

/** The token of a new user with all permissions in that company. */
export async function signInMember(owner: Db, companyId: string): Promise<string> {
  const user = await createUser(owner, { companyId, roles: ['client_admin'], email: newEmail() });
  return (await signIn(owner, user, companyId)).token;
}

export async function signInStaff(owner: Db): Promise<string> {
  const user = await createUser(owner, { isStaff: true, roles: ['SuperAdmin'], email: newEmail() });
  return (await signIn(owner, user, null)).token;
}

/** Stored histories contain users of earlier runs. */
function newEmail(): string {
  return `${uuidV7()}@bench.test`;
}
