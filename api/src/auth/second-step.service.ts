import type { FactorChallenge, FactorInput, LoginReply } from '@sente/contract/auth';
import { kampalaDay } from '@sente/contract/kampala';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { useCode } from '../factors/factor-check.ts';
import { wrongCodesLetter } from '../factors/factor-letters.ts';
import type { Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { writeAudit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import {
  giveBackFactorAttempt,
  takeFactorAttempt,
  type FactorAttempt,
} from '../security/throttle.ts';
import { hashToken, newChallengeToken } from '../security/tokens.ts';
import {
  countAnswer,
  endChallenge,
  insertChallenge,
  maxAttempts,
  type ChallengeRow,
} from './challenges.queries.ts';
import { newsTo, whoOf, type Browser, type OpenSession } from './open-session.ts';
import {
  confirmSecondStep,
  findDevice,
  findPerson,
  markOf,
  type SignInRow,
} from './sign-in.queries.ts';

const challengeLastsMs = 5 * 60_000;

export interface SecondStepService {
  /** In the transaction that confirms the password, whose hash is given. */
  challenge(
    db: Db,
    userId: string,
    passwordHash: string,
    step: { readonly hasApp: boolean },
  ): Promise<FactorChallenge>;
  answer(input: FactorInput, origin: Origin): Promise<LoginReply>;
}

interface SecondStepTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly openSession: OpenSession;
}

/** Somebody who has come this far knows the password. */
interface Answering extends Browser {
  readonly challenge: ChallengeRow;
  readonly person: SignInRow;
  readonly attempt: FactorAttempt;
}

export function createSecondStepService(tools: SecondStepTools): SecondStepService {
  const { database, mailer, openSession } = tools;

  async function refuse(
    { person, challenge }: Answering,
    origin: Origin,
    error: AppError,
  ): Promise<never> {
    const { code } = error;
    await database.within(platformScope, async (db) => {
      await writeAudit(db, whoOf(person), origin, {
        action: 'auth.factor',
        result: 'refused',
        details: { code },
      });
      if (code !== 'factor_failed' || challenge.attempts < maxAttempts) return;
      const day = kampalaDay(databaseNow());
      await mailer.queue(db, {
        ...newsTo(person, 'wrong-codes', `${person.id}:${day}`),
        letter: wrongCodesLetter({ firstName: person.first_name }),
      });
    });
    throw error;
  }

  return {
    async challenge(db, userId, passwordHash, { hasApp }) {
      const token = newChallengeToken();
      const expiresAt = new Date(databaseNow() + challengeLastsMs);
      const passwordMark = markOf(passwordHash);
      await insertChallenge(db, { tokenHash: hashToken(token), userId, passwordMark, expiresAt });
      return { challenge: token, expiresAt: expiresAt.toISOString(), hasApp };
    },

    async answer(input, origin) {
      const tokenHash = hashToken(input.challenge);
      const answering = await database.within(platformScope, (db) => look(db, tokenHash, input));
      const { challenge, person, attempt, deviceToken, isKnown } = answering;
      await database
        .within(platformScope, (db) => takeFactorAttempt(db, attempt))
        .catch((error: AppError) => refuse(answering, origin, error));
      const reply = await database
        .within(platformScope, async (db) => {
          if (!(await endChallenge(db, tokenHash))) throw new AppError('challenge_ended');
          const factor = await useCode(db, tools, person.id, input.code, origin.requestId);
          // Rolls back: the challenge stays for the next try.
          if (!factor) throw new AppError('factor_failed');
          if (!(await confirmSecondStep(db, person.id, challenge.password_mark))) {
            throw new AppError('challenge_ended');
          }
          await giveBackFactorAttempt(db, attempt);
          const trustsDevice = input.trustDevice;
          return openSession(db, { person, origin, factor, trustsDevice, deviceToken, isKnown });
        })
        .catch((error: unknown) => {
          if (error instanceof AppError) return refuse(answering, origin, error);
          throw error;
        });
      return reply;
    },
  };
}

async function look(db: Db, tokenHash: Buffer, { deviceToken }: FactorInput): Promise<Answering> {
  const challenge = await countAnswer(db, tokenHash);
  const person = challenge && (await findPerson(db, challenge.user_id));
  if (!challenge || !person) throw new AppError('challenge_ended');
  const device = deviceToken && (await findDevice(db, hashToken(deviceToken), person.id));
  const isKnown = device ? device.is_own : false;
  const known = isKnown && deviceToken ? hashToken(deviceToken).toString('hex') : null;
  return {
    challenge,
    person,
    attempt: { account: person.id, device: known && `${person.id}:${known}` },
    deviceToken: device && deviceToken ? deviceToken : null,
    isKnown,
  };
}
