import type { RenewedToken } from '@sente/contract/auth';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import { askerOf, type Passwords } from '../security/passwords.ts';
import { giveBackAttempt, takeAttempt } from '../security/throttle.ts';
import {
  findOwnPassword,
  needsNoPassword,
  replacePassword,
  type OwnPasswordRow,
} from './own-password.queries.ts';
import { tellPassword } from './send-links.ts';
import { refuseWeakPassword } from './user-rules.ts';
import { renewOwnSession } from './sessions.service.ts';
import { noteWrongPassword } from './wrong-passwords.ts';

interface PasswordChange {
  /** May be left out for a temporary one, right after signing in with a passkey. */
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

export interface OwnPasswordService {
  /** `action`: the name of the call, for the audit log. */
  change(actor: Actor, input: PasswordChange, action: string): Promise<RenewedToken>;
  /** Refuses unless it is the caller's password. */
  verify(actor: Actor, password: string, action: string): Promise<OwnPasswordRow>;
}

/**
 * Changes the caller's own password, for company users and staff. Runs in the platform scope,
 * because a user without a company has no scope to write in.
 */
export function createOwnPasswordService(
  database: Database,
  passwords: Passwords,
  mailer: Mailer,
): OwnPasswordService {
  /**
   * A session has its own budget of wrong passwords, so that a stolen one cannot be used for guessing.
   */
  async function verify(actor: Actor, password: string, action: string): Promise<OwnPasswordRow> {
    const device = actor.tokenHash.toString('hex');
    const attempt = { account: actor.userId, address: actor.origin.address, device };
    const refuse = refusing(database, actor, action);
    await database.within(platformScope, (db) => takeAttempt(db, attempt)).catch(refuse);
    const current = await readOwn(actor);
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    const verified = passwords.verify(current.password_hash, password, askerOf(actor));
    const matches = await verified.catch(async (error: unknown): Promise<never> => {
      // Too busy to look at it: it does not count as wrong.
      await database.within(platformScope, (db) => giveBackAttempt(db, attempt));
      throw error;
    });
    if (!matches) {
      const guessed = { ...current, id: actor.userId };
      const how = { isKnown: true, cause: actor.origin.requestId };
      await database.within(platformScope, (db) => noteWrongPassword(db, mailer, guessed, how));
      return refuse(invalidField('currentPassword', 'Current password is incorrect'));
    }
    await database.within(platformScope, (db) => giveBackAttempt(db, attempt));
    return current;
  }

  async function readOwn(actor: Actor): Promise<OwnPasswordRow> {
    const own = await database.within(platformScope, (db) => findOwnPassword(db, actor.userId));
    if (!own) throw notFound('User not found');
    return own;
  }

  async function readWithoutPassword(actor: Actor): Promise<OwnPasswordRow> {
    if (await database.within(platformScope, (db) => needsNoPassword(db, actor.tokenHash))) {
      return readOwn(actor);
    }
    throw invalidField(
      'currentPassword',
      actor.mustChangePassword
        ? 'Enter the temporary password, or sign in with your passkey again'
        : 'Current password is required',
    );
  }

  return {
    verify,

    async change(actor, { currentPassword, newPassword }, action) {
      const own =
        currentPassword === undefined
          ? await readWithoutPassword(actor)
          : await verify(actor, currentPassword, action);
      // Checked last, so that nothing about the password is revealed before the current one is
      // verified.
      const isSame =
        currentPassword === undefined
          ? await passwords.verify(own.password_hash, newPassword, askerOf(actor))
          : newPassword === currentPassword;
      if (isSame) {
        throw invalidField('newPassword', 'Choose a password that differs from the current one');
      }
      await refuseWeakPassword(newPassword, own.names, 'newPassword');
      const to = await passwords.hash(newPassword, askerOf(actor));
      return database.within(platformScope, (db) =>
        replace(db, mailer, actor, { own, to, action }),
      );
    },
  };
}

interface Replacement {
  readonly own: OwnPasswordRow;
  /** The hash of the new one. */
  readonly to: string;
  readonly action: string;
}

async function replace(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  { own, to, action }: Replacement,
): Promise<RenewedToken> {
  if (!(await replacePassword(db, actor.userId, { from: own.password_hash, to }))) {
    throw new AppError('refused', {
      message: 'Your password was changed elsewhere in the meantime. Try again.',
    });
  }
  const renewed = await renewOwnSession(db, actor);
  await audit(db, actor, { action, ...about(actor), details: { changed: ['password'] } });
  const { userId } = actor;
  const { email, first_name: firstName, company_name: companyName } = own;
  const how = { doer: actor, byLink: false };
  await tellPassword(db, mailer, { userId, email, firstName, companyName }, how);
  return renewed;
}

function about(actor: Actor) {
  return { subject: { type: 'users', id: actor.userId } };
}

/** The refusal of a guess is in the history. */
function refusing(database: Database, actor: Actor, action: string) {
  return async (error: AppError): Promise<never> => {
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
}
