import type { LoginReply, SessionUser } from '@sente/contract/auth';
import { kampalaDay, kampalaTime } from '@sente/contract/kampala';
import type { User } from '@sente/contract/users';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor, Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit, writeAudit } from '../security/audit.ts';
import type { Passwords } from '../security/passwords.ts';
import {
  addressGroup,
  giveBackAttempt,
  isUnderAttack,
  takeAttempt,
  type Attempt,
} from '../security/throttle.ts';
import { hashToken, newDeviceToken, newSessionToken } from '../security/tokens.ts';
import { guessingLetter, newDeviceLetter } from '../users/access-letters.ts';
import { readUser } from '../users/users.service.ts';
import {
  confirmSignIn,
  deleteSession,
  findDevice,
  findForSignIn,
  insertSession,
  keepDevice,
  type SignInRow,
} from './sign-in.queries.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly deviceToken?: string | undefined;
}

/** Whoever the password belongs to, and the browser. */
interface Identified extends SignInRow {
  readonly password_hash: string;
  /** Null for a browser without one of ours. */
  readonly deviceToken: string | null;
  /** The person has signed in with this browser before. */
  readonly is_known: boolean;
}

export interface SignInService {
  signIn(input: SignInInput, origin: Origin): Promise<LoginReply>;
  signOut(actor: Actor): Promise<void>;
}

export function createSignInService(
  database: Database,
  passwords: Passwords,
  mailer: Mailer,
  sessionLengthMs: number,
): SignInService {
  /** Returns the user, or refuses without telling an unknown user from a wrong password. */
  async function identify(input: SignInInput, origin: Origin): Promise<Identified> {
    const { found, device } = await database.within(platformScope, (db) => findBoth(db, input));
    const isKnown = device?.is_own ?? false;
    const attempt = attemptOf(found, input, origin, isKnown);
    const refuse = async (error: AppError): Promise<never> => {
      await noteRefusal(database, found, input.email, origin, error);
      if (found && !isKnown) await warnOwner(found);
      throw error;
    };
    await database.within(platformScope, (db) => takeAttempt(db, attempt)).catch(refuse);
    const hash = found?.password_hash ?? null;
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    const matches = await passwords.verify(hash, input.password, addressGroup(origin.address));
    if (!found || hash === null || !matches) return refuse(new AppError('sign_in_failed'));
    await database.within(platformScope, (db) => giveBackAttempt(db, attempt));
    if (!found.may_sign_in) return refuse(new AppError('user_inactive'));
    // A token that another person of this browser has is shared; any other one is not ours.
    const deviceToken = device ? (input.deviceToken ?? null) : null;
    return { ...found, password_hash: hash, deviceToken, is_known: isKnown };
  }

  /** Once a day, when strangers have used up what they have. */
  async function warnOwner({ id, email, first_name }: SignInRow): Promise<void> {
    await database.within(platformScope, async (db) => {
      if (!(await isUnderAttack(db, id))) return;
      const day = kampalaDay(databaseNow());
      await mailer.queue(db, {
        ...newsTo({ id, email }, 'guessing', `${id}:${day}`),
        letter: guessingLetter({ firstName: first_name }),
      });
    });
  }

  return {
    async signIn(input, origin) {
      const found = await identify(input, origin);
      const from = found.password_hash;
      const to = passwords.needsRehash(from) ? await passwords.hash(input.password) : from;
      const token = newSessionToken();
      const deviceToken = found.deviceToken ?? newDeviceToken();
      const expiresAt = new Date(databaseNow() + sessionLengthMs);
      const user = await database.within(platformScope, async (db) => {
        if (!(await confirmSignIn(db, found.id, { from, to }))) {
          throw new AppError('sign_in_failed');
        }
        const { address, userAgent } = origin;
        const tokenHash = hashToken(token);
        await insertSession(db, { tokenHash, userId: found.id, expiresAt, address, userAgent });
        await keepDevice(db, { tokenHash: hashToken(deviceToken), userId: found.id, userAgent });
        await writeAudit(db, whoOf(found), origin, { action: 'auth.login' });
        if (!found.is_known && found.has_come) await tellNewDevice(db, mailer, found, origin);
        return readUserOrRefuse(db, found.id);
      });
      const sessionUser = toSessionUser(user, found.is_password_temporary);
      return { token, user: sessionUser, expiration: expiresAt.toISOString(), deviceToken };
    },

    async signOut(actor) {
      await database.within(platformScope, async (db) => {
        await deleteSession(db, actor.tokenHash);
        await audit(db, actor, { action: 'auth.logout' });
      });
    },
  };
}

async function findBoth(db: Db, { email, deviceToken }: SignInInput) {
  const found = await findForSignIn(db, email);
  const device =
    deviceToken === undefined
      ? undefined
      : await findDevice(db, hashToken(deviceToken), found?.id ?? null);
  return { found, device };
}

/** By id if the user exists, so that different spellings of the same email count together. */
function attemptOf(
  found: SignInRow | undefined,
  { email, deviceToken = '' }: SignInInput,
  { address }: Origin,
  isKnown: boolean,
): Attempt {
  const account = found?.id ?? email.toLowerCase();
  const device = isKnown ? `${account}:${hashToken(deviceToken).toString('hex')}` : null;
  return { account, address, device };
}

function whoOf(found: SignInRow) {
  return { userId: found.id, email: found.email, companyId: found.company_id };
}

function newsTo({ id, email }: Pick<SignInRow, 'id' | 'email'>, kind: string, cause: string) {
  const usefulForMs = 24 * 3_600_000;
  return { to: email, userId: id, kind, eventKey: `${kind}:${cause}`, usefulForMs };
}

async function tellNewDevice(
  db: Db,
  mailer: Mailer,
  found: SignInRow,
  { address, userAgent, requestId }: Origin,
): Promise<void> {
  const at = `${kampalaTime(new Date(databaseNow()))} in Kampala`;
  await mailer.queue(db, {
    ...newsTo(found, 'new-device', requestId),
    letter: newDeviceLetter({ firstName: found.first_name }, { at, address, userAgent }),
  });
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

function toSessionUser(user: User, mustChangePassword: boolean): SessionUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    roles: user.roles,
    companyId: user.companyId,
    isStaff: user.isStaff,
    mustChangePassword,
    avatar: user.avatar,
    balance: null,
    joinDate: user.createdAt,
  };
}
