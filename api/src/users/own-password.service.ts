import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import type { Passwords } from '../security/passwords.ts';
import { countAttempt, uncountAttempt } from '../security/throttle.ts';
import { findPasswordHash, replacePassword } from './own-password.queries.ts';
import { refuseCommonPassword } from './user-rules.ts';
import { endSessions } from './user-changes.queries.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface OwnPasswordService {
  /** `action`: the name of the call, for the audit log. */
  change(actor: Actor, input: PasswordChange, action: string): Promise<void>;
  /** Refuses unless it is the caller's password; returns its hash. */
  verify(actor: Actor, password: string, action: string): Promise<string>;
}

/**
 * Changes the caller's own password, for company users and staff. Runs in the platform scope,
 * because a user without a company has no scope to write in.
 */
export function createOwnPasswordService(
  database: Database,
  passwords: Passwords,
): OwnPasswordService {
  const about = (actor: Actor) => ({ subject: { type: 'users', id: actor.userId } });

  /**
   * Wrong passwords count as failed sign-ins, so that a stolen session cannot be used for guessing.
   */
  async function verify(actor: Actor, password: string, action: string): Promise<string> {
    const attempt = { account: actor.userId, address: actor.origin.address };
    const refuse = async (error: AppError): Promise<never> => {
      await database.within(platformScope, (db) =>
        audit(db, actor, {
          action,
          ...about(actor),
          result: 'refused',
          details: { code: error.code },
        }),
      );
      throw error;
    };
    await database.within(platformScope, (db) => countAttempt(db, attempt)).catch(refuse);
    const current = await database.within(platformScope, (db) =>
      findPasswordHash(db, actor.userId),
    );
    if (current === null) throw notFound('User not found');
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    if (!(await passwords.verify(current, password))) {
      return refuse(invalidField('currentPassword', 'Current password is incorrect'));
    }
    await database.within(platformScope, (db) => uncountAttempt(db, attempt));
    return current;
  }

  return {
    verify,

    async change(actor, { currentPassword, newPassword }, action) {
      refuseCommonPassword(newPassword, 'newPassword');
      const from = await verify(actor, currentPassword, action);
      // Checked last, so that nothing about the password is revealed before the current one is
      // verified.
      if (newPassword === currentPassword) {
        throw invalidField('newPassword', 'Choose a password that differs from the current one');
      }
      const to = await passwords.hash(newPassword);
      await database.within(platformScope, async (db) => {
        const isReplaced = await replacePassword(db, actor.userId, { from, to });
        if (!isReplaced) {
          throw new AppError('refused', {
            message: 'Your password was changed elsewhere in the meantime. Try again.',
          });
        }
        await endSessions(db, actor.userId, actor.tokenHash);
        await audit(db, actor, { action, ...about(actor), details: { changed: ['password'] } });
      });
    },
  };
}
