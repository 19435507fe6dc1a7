import type { FactorChallenge, LoginReply } from '@sente/contract/auth';
import type { PasskeyChallenge } from '@sente/contract/passkeys';
import type { FactorInput } from '@sente/contract/second-step';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import {
  findPasskeyOwner,
  isAppCode,
  takeCode,
  takePasskey,
  type SecondStep,
  type UsedFactor,
} from '../factors/factor-check.ts';
import { passwordKnownLetter } from '../mail/factor-letters.ts';
import { authenticationOptions, siteOf } from '../factors/passkeys.ts';
import type { Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Sealer } from '../security/secrets.ts';
import {
  deviceOf,
  giveBackFactorAttempt,
  isFirstOfDay,
  noteWrong,
  takeFactorAttempt,
  takePasskeyStart,
  type FactorAttempt,
} from '../security/throttle.ts';
import { hashToken, newChallengeToken } from '../security/tokens.ts';
import { findDevice } from '../users/devices.ts';
import {
  countAnswer,
  endChallenge,
  insertChallenge,
  type ChallengeRow,
} from './challenges.queries.ts';
import { newsTo, type Browser, type OpenSession } from './open-session.ts';
import { noteRefusal } from './refused-sign-ins.ts';
import { confirmSecondStep, findPerson, markOf, type SignInRow } from './sign-in.queries.ts';

const challengeLastsMs = 5 * 60_000;

export interface SecondStepService {
  /** In the transaction that confirms the password, whose hash is given. */
  challenge(
    db: Db,
    userId: string,
    passwordHash: string,
    step: SecondStep,
  ): Promise<FactorChallenge>;
  /** For a sign-in that begins with the passkey, which tells who it is. */
  askPasskey(origin: Origin): Promise<PasskeyChallenge>;
  answer(input: FactorInput, origin: Origin): Promise<LoginReply>;
}

interface SecondStepTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly openSession: OpenSession;
}

/** Somebody who answers a challenge of the second step knows the password. */
interface Answering extends Browser {
  readonly tokenHash: Buffer;
  readonly challenge: ChallengeRow;
  readonly person: SignInRow;
  readonly attempt: FactorAttempt;
}

export function createSecondStepService(tools: SecondStepTools): SecondStepService {
  const { database, mailer } = tools;
  const site = () => siteOf(mailer.portalUrl('/'));
  const lasting = () => new Date(databaseNow() + challengeLastsMs);

  return {
    async challenge(db, userId, passwordHash, { hasApp, passkeys }) {
      const token = newChallengeToken();
      const expiresAt = lasting();
      const passkey = passkeys.length > 0 ? await authenticationOptions(site(), passkeys) : null;
      await insertChallenge(db, {
        tokenHash: hashToken(token),
        userId,
        passwordMark: markOf(passwordHash),
        signedText: passkey?.challenge ?? null,
        expiresAt,
      });
      const options = passkey && { ...passkey };
      return { challenge: token, expiresAt: expiresAt.toISOString(), hasApp, passkey: options };
    },

    async askPasskey({ address }) {
      const token = newChallengeToken();
      const options = await authenticationOptions(site(), []);
      await database.within(platformScope, async (db) => {
        await takePasskeyStart(db, address);
        await insertChallenge(db, {
          tokenHash: hashToken(token),
          userId: null,
          passwordMark: null,
          signedText: options.challenge,
          expiresAt: lasting(),
        });
      });
      return { challenge: token, options: { ...options } };
    },

    async answer(input, origin) {
      const answering = await database.within(platformScope, (db) => look(db, input));
      if (!answering.person) return refuse(tools, answering, origin, new AppError('factor_failed'));
      const known = { ...answering, person: answering.person };
      const refuseKnown = (error: unknown): Promise<never> => {
        if (error instanceof AppError) return refuse(tools, known, origin, error);
        throw error;
      };
      if (isGuessable(input)) {
        await database
          .within(platformScope, (db) => takeFactorAttempt(db, known.attempt))
          .catch(refuseKnown);
      }
      return database
        .within(platformScope, (db) => finish(db, tools, known, input, origin))
        .catch(async (error: unknown) => {
          const isWrong = error instanceof AppError && error.code === 'factor_failed';
          // Not looked at, or right: it does not count as wrong.
          if (isGuessable(input) && !isWrong) {
            await database.within(platformScope, (db) => giveBackFactorAttempt(db, known.attempt));
          }
          return refuseKnown(error);
        });
    },
  };
}

/** Recovery codes and passkeys are not, so nobody is kept from using them by the guesses of others. */
function isGuessable({ passkey, code }: FactorInput): boolean {
  return !passkey && code !== undefined && isAppCode(code);
}

async function look(
  db: Db,
  { challenge: token, deviceToken, passkey }: FactorInput,
): Promise<Omit<Answering, 'person'> & { readonly person: SignInRow | undefined }> {
  const tokenHash = hashToken(token);
  const challenge = await countAnswer(db, tokenHash);
  if (!challenge) throw new AppError('challenge_ended');
  const userId = challenge.user_id ?? (passkey && (await findPasskeyOwner(db, passkey.id)));
  const person = userId ? await findPerson(db, userId) : undefined;
  if (!person && challenge.user_id) throw new AppError('challenge_ended');
  const device =
    deviceToken && person ? await findDevice(db, hashToken(deviceToken), person.id) : undefined;
  const isKnown = device?.has_signed_in ?? false;
  const account = person?.id ?? '';
  const name = isKnown && deviceToken ? deviceOf(account, hashToken(deviceToken)) : null;
  return {
    tokenHash,
    challenge,
    person,
    attempt: { account, device: name },
    deviceToken: device && deviceToken ? deviceToken : null,
    isKnown,
  };
}

async function finish(
  db: Db,
  tools: SecondStepTools,
  { tokenHash, challenge, person, attempt, deviceToken, isKnown }: Answering,
  input: FactorInput,
  origin: Origin,
): Promise<LoginReply> {
  if (!(await endChallenge(db, tokenHash))) throw new AppError('challenge_ended');
  const factor = await takeFactor(db, tools, challenge, person.id, input, origin.requestId);
  // Rolls back: the challenge stays for the next try.
  if (!factor) throw new AppError('factor_failed');
  if (!(await confirmSecondStep(db, person.id, challenge.password_mark))) {
    throw new AppError('challenge_ended');
  }
  if (isGuessable(input)) await giveBackFactorAttempt(db, attempt);
  return tools.openSession(db, {
    person,
    origin,
    factor,
    trustsDevice: input.trustDevice,
    cameWithPasskey: challenge.user_id === null,
    deviceToken,
    isKnown,
  });
}

/** Null if it is not the person's. */
async function takeFactor(
  db: Db,
  tools: SecondStepTools,
  { user_id: userId, signed_text: signedText }: ChallengeRow,
  personId: string,
  { passkey, code }: FactorInput,
  cause: string,
): Promise<UsedFactor | null> {
  if (passkey) {
    if (signedText === null) return null;
    const asked = { userId: userId ?? undefined, challenge: signedText };
    const site = siteOf(tools.mailer.portalUrl('/'));
    return (await takePasskey(db, site, asked, passkey)) === personId ? 'passkey' : null;
  }
  // Without a password, a code alone is not enough.
  if (code === undefined || userId === null) return null;
  return takeCode(db, tools, personId, code, cause);
}

/** Written down; the owner is told once a day after a handful of wrong codes. */
async function refuse(
  { database, mailer }: SecondStepTools,
  { person, challenge }: Pick<Answering, 'challenge'> & { readonly person: SignInRow | undefined },
  origin: Origin,
  error: AppError,
): Promise<never> {
  const { code } = error;
  await database.within(platformScope, async (db) => {
    await noteRefusal(db, { action: 'secondStep.answer', person, email: null }, origin, error);
    if (!person || challenge.user_id === null || code !== 'factor_failed') return;
    if (!(await noteWrong(db, 'code', person.id))) return;
    if (!(await isFirstOfDay(db, `wrong-codes:${person.id}`))) return;
    await mailer.queue(db, {
      ...newsTo(person, 'wrong-codes', origin.requestId),
      letter: passwordKnownLetter({ firstName: person.first_name }),
    });
  });
  throw error;
}
