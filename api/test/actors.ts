import type { Db } from '../src/db/database.ts';
import { hashToken, newSessionToken } from '../src/security/tokens.ts';
import { createCompany, createUser } from './factories.ts';

/** A signed-in user. */
export interface TestActor {
  readonly token: string;
  readonly userId: string;
  readonly companyId: string | null;
}

/** Signs a user in without hashing a password. */
export async function signIn(
  owner: Db,
  userId: string,
  companyId: string | null,
): Promise<TestActor> {
  const token = newSessionToken();
  await owner.rows(
    "insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [hashToken(token), userId],
  );
  return { token, userId, companyId };
}

export async function createStaff(owner: Db, role = 'SuperAdmin'): Promise<TestActor> {
  return signIn(owner, await createUser(owner, { isStaff: true, roles: [role] }), null);
}

export async function createMember(
  owner: Db,
  { companyId, role = 'client_admin' }: { companyId?: string; role?: string } = {},
): Promise<TestActor> {
  const company = companyId ?? (await createCompany(owner));
  return signIn(owner, await createUser(owner, { companyId: company, roles: [role] }), company);
}

/** Signed in, but neither staff nor in a company. */
export async function createLoner(owner: Db): Promise<TestActor> {
  return signIn(owner, await createUser(owner, {}), null);
}
