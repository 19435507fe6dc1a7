import type { LoginReply, SessionUser } from '@sente/contract/auth';
import type { User } from '@sente/contract/users';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor, Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { audit, writeAudit } from '../security/audit.ts';
import type { Passwords } from '../security/passwords.ts';
import { countAttempt, uncountAttempt, type Attempt } from '../security/throttle.ts';
import { hashToken, newSessionToken } from '../security/tokens.ts';
import { readUser } from '../users/users.service.ts';
import {
  confirmSignIn,
  deleteSession,
  findForSignIn,
  insertSession,
  type SignInRow,
} from './sign-in.queries.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
}

export interface SignInService {
  signIn(input: SignInInput, origin: Origin): Promise<LoginReply>;
  signOut(actor: Actor): Promise<void>;
}

export function createSignInService(
  database: Database,
  passwords: Passwords,
  sessionLengthMs: number,
): SignInService {
  /** Returns the user, or refuses without telling an unknown user from a wrong password. */
  async function identify(input: SignInInput, origin: Origin): Promise<SignInRow> {
    const found = await database.within(platformScope, (db) => findForSignIn(db, input.email));
    const attempt = attemptOf(found, input, origin);
    const refuse = async (error: AppError): Promise<never> => {
      await noteRefusal(database, found, input.email, origin, error);
      throw error;
    };
    await database.within(platformScope, (db) => countAttempt(db, attempt)).catch(refuse);
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    const matches = await passwords.verify(found?.password_hash ?? null, input.password);
    if (!found || !matches) return refuse(new AppError('sign_in_failed'));
    await database.within(platformScope, (db) => uncountAttempt(db, attempt));
    if (!found.may_sign_in) return refuse(new AppError('user_inactive'));
    return found;
  }

  return {
    async signIn(input, origin) {
      const found = await identify(input, origin);
      const from = found.password_hash;
      const to = passwords.needsRehash(from) ? await passwords.hash(input.password) : from;
      const token = newSessionToken();
      const expiresAt = new Date(databaseNow() + sessionLengthMs);
      const user = await database.within(platformScope, async (db) => {
        if (!(await confirmSignIn(db, found.id, { from, to }))) {
          throw new AppError('sign_in_failed');
        }
        await insertSession(db, {
          tokenHash: hashToken(token),
          userId: found.id,
          expiresAt,
          address: origin.address,
          userAgent: origin.userAgent,
        });
        await writeAudit(db, whoOf(found), origin, { action: 'auth.login' });
        return readUserOrRefuse(db, found.id);
      });
      return { token, user: toSessionUser(user), expiration: expiresAt.toISOString() };
    },

    async signOut(actor) {
      await database.within(platformScope, async (db) => {
        await deleteSession(db, actor.tokenHash);
        await audit(db, actor, { action: 'auth.logout' });
      });
    },
  };
}

/** By id if the user exists, so that different spellings of the same email count together. */
function attemptOf(found: SignInRow | undefined, input: SignInInput, origin: Origin): Attempt {
  return { account: found?.id ?? input.email.toLowerCase(), address: origin.address };
}

function whoOf(found: SignInRow) {
  return { userId: found.id, email: found.email, companyId: found.company_id };
}

async function noteRefusal(
  database: Database,
  found: SignInRow | undefined,
  email: string,
  origin: Origin,
  { code }: AppError,
): Promise<void> {
  const who = found ? whoOf(found) : { userId: null, email, companyId: null };
  await database.within(platformScope, (db) =>
    writeAudit(db, who, origin, { action: 'auth.login', result: 'refused', details: { code } }),
  );
}

/** The user was deleted between the password check and the session. */
async function readUserOrRefuse(db: Db, id: string): Promise<User> {
  const user = await readUser(db, id);
  if (!user) throw new AppError('sign_in_failed');
  return user;
}

function toSessionUser(user: User): SessionUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    roles: user.roles,
    companyId: user.companyId,
    isStaff: user.isStaff,
    avatar: user.avatar,
    balance: null,
    joinDate: user.createdAt,
  };
}
