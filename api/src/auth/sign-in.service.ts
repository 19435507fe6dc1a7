import type { FactorChallenge, LoginReply } from '@sente/contract/auth';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { readSecondStep } from '../factors/factor-check.ts';
import type { Actor, Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import { askerOf, type Asker, type Passwords } from '../security/passwords.ts';
import {
  addressGroup,
  deviceOf,
  giveBackAttempt,
  takeAttempt,
  type Attempt,
} from '../security/throttle.ts';
import { hashToken } from '../security/tokens.ts';
import { findDevice } from '../users/devices.ts';
import { noteWrongPassword } from '../users/wrong-passwords.ts';
import type { Browser, OpenSession } from './open-session.ts';
import { noteRefusal } from './refused-sign-ins.ts';
import type { SecondStepService } from './second-step.service.ts';
import {
  confirmPassword,
  confirmSignIn,
  deleteSession,
  findForSignIn,
  type SignInRow,
} from './sign-in.queries.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly deviceToken?: string | undefined;
}

/** Whoever the password belongs to, and the browser. */
interface Identified extends SignInRow, Browser {
  readonly password_hash: string;
  /** The browser needs no second factor for a while. */
  readonly isTrusted: boolean;
}

export interface SignInService {
  /** Whoever has a second factor gets a challenge instead of a session. */
  signIn(input: SignInInput, origin: Origin): Promise<LoginReply | FactorChallenge>;
  signOut(actor: Actor): Promise<void>;
}

interface SignInTools {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly openSession: OpenSession;
  readonly secondStep: SecondStepService;
}

export function createSignInService({
  database,
  passwords,
  mailer,
  openSession,
  secondStep,
}: SignInTools): SignInService {
  /** Returns the user, or refuses without telling an unknown user from a wrong password. */
  async function identify(input: SignInInput, origin: Origin): Promise<Identified> {
    const { found, device } = await database.within(platformScope, (db) => findBoth(db, input));
    const isKnown = device?.is_own ?? false;
    const attempt = attemptOf(found, input, origin, isKnown);
    const refuse = async (error: AppError): Promise<never> => {
      await database.within(platformScope, async (db) => {
        const isProved = error.code === 'user_inactive';
        const refused = {
          action: 'auth.login',
          person: found,
          email: input.email,
          isProved,
        } as const;
        await noteRefusal(db, refused, origin, error);
        if (error.code !== 'sign_in_failed' || !found?.password_hash) return;
        await noteWrongPassword(db, mailer, found, { isKnown, cause: origin.requestId });
      });
      throw error;
    };
    // The server was too busy to look at the password: it does not count as wrong.
    const giveBackAndThrow = async (error: unknown): Promise<never> => {
      await database.within(platformScope, (db) => giveBackAttempt(db, attempt));
      throw error;
    };
    await database.within(platformScope, (db) => takeAttempt(db, attempt)).catch(refuse);
    const hash = found?.password_hash ?? null;
    // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
    const matches = await passwords
      .verify(hash, input.password, askedBy(attempt))
      .catch(giveBackAndThrow);
    if (!found || hash === null || !matches) return refuse(new AppError('sign_in_failed'));
    await database.within(platformScope, (db) => giveBackAttempt(db, attempt));
    if (!found.may_sign_in) return refuse(new AppError('user_inactive'));
    // A token that another person of this browser has is shared; any other one is not ours.
    const deviceToken = device ? (input.deviceToken ?? null) : null;
    const isTrusted = device?.is_trusted ?? false;
    const hasSignedIn = device?.has_signed_in ?? false;
    return { ...found, password_hash: hash, deviceToken, isKnown: hasSignedIn, isTrusted };
  }

  return {
    async signIn(input, origin) {
      const found = await identify(input, origin);
      const { deviceToken, isKnown } = found;
      const from = found.password_hash;
      const to = passwords.needsRehash(from)
        ? await passwords.hash(input.password, askerOf({ userId: found.id }))
        : from;
      return database.within(platformScope, async (db) => {
        const step = await readSecondStep(db, found.id);
        const isFirstOfTwo = step !== null && !found.isTrusted;
        const confirm = isFirstOfTwo ? confirmPassword : confirmSignIn;
        if (!(await confirm(db, found.id, { from, to }))) throw new AppError('sign_in_failed');
        if (isFirstOfTwo) return secondStep.challenge(db, found.id, to, step);
        const factor = step ? 'trusted browser' : undefined;
        return openSession(db, { person: found, origin, deviceToken, isKnown, factor });
      });
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
  const device = isKnown ? deviceOf(account, hashToken(deviceToken)) : null;
  return { account, address, device };
}

/** A browser in which the person has signed in before has places that strangers cannot take. */
function askedBy({ account, address, device }: Attempt): Asker {
  if (device !== null) return askerOf({ userId: account });
  return { is: 'stranger', name: addressGroup(address) };
}
