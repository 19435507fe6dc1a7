import type { LoginReply, SessionUser } from '@sente/contract/auth';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor, Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { audit, writeAudit } from '../security/audit.ts';
import type { Passwords } from '../security/passwords.ts';
import { forgetFailures, recordFailure, refuseWhileThrottled } from '../security/throttle.ts';
import { hashToken, newSessionToken } from '../security/tokens.ts';
import {
  deleteSession,
  findForSignIn,
  insertSession,
  readSessionUser,
  updatePasswordHash,
  type SessionUserRow,
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
  /** The right person with the right password, or a refusal that tells neither from the other. */
  async function identify(input: SignInInput, origin: Origin): Promise<SignInRow> {
    const keys = { account: input.email.toLowerCase(), address: origin.address };
    const found = await database.within(platformScope, async (db) => {
      await refuseWhileThrottled(db, keys);
      return findForSignIn(db, input.email);
    });
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    const matches = await passwords.verify(found?.password_hash ?? null, input.password);
    if (found && matches && found.may_sign_in) return found;
    const reason = found && matches ? 'user_inactive' : 'sign_in_failed';
    await database.within(platformScope, async (db) => {
      if (reason === 'sign_in_failed') await recordFailure(db, keys);
      const who = {
        userId: found?.id ?? null,
        email: input.email,
        companyId: found?.company_id ?? null,
      };
      await writeAudit(db, who, origin, {
        action: 'session.create',
        result: 'refused',
        details: { reason },
      });
    });
    throw new AppError(reason);
  }

  return {
    async signIn(input, origin) {
      const found = await identify(input, origin);
      const newHash = passwords.needsRehash(found.password_hash)
        ? await passwords.hash(input.password)
        : null;
      const token = newSessionToken();
      const expiresAt = new Date(Date.now() + sessionLengthMs);
      const row = await database.within(platformScope, async (db) => {
        await forgetFailures(db, { account: input.email.toLowerCase(), address: origin.address });
        if (newHash) await updatePasswordHash(db, found.id, newHash);
        await insertSession(db, {
          tokenHash: hashToken(token),
          userId: found.id,
          expiresAt,
          address: origin.address,
          userAgent: origin.userAgent,
        });
        const who = { userId: found.id, email: found.email, companyId: found.company_id };
        await writeAudit(db, who, origin, { action: 'session.create' });
        return readSessionUser(db, found.id);
      });
      if (!row) throw new AppError('sign_in_failed');
      return { token, user: toSessionUser(row), expiration: expiresAt.toISOString() };
    },

    async signOut(actor) {
      await database.within(platformScope, async (db) => {
        await deleteSession(db, actor.tokenHash);
        await audit(db, actor, { action: 'session.end' });
      });
    },
  };
}

function toSessionUser(row: SessionUserRow): SessionUser {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.roles[0]?.name ?? 'user',
    roles: row.roles,
    companyId: row.company_id,
    avatar: row.avatar_url,
    balance: null,
    joinDate: row.created_at.toISOString(),
  };
}
