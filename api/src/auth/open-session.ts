import type { LoginReply } from '@sente/contract/auth';
import { deviceName } from '@sente/contract/device-name';
import { timeWords } from '@sente/contract/kampala';
import type { User } from '@sente/contract/users';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { UsedFactor } from '../factors/factor-check.ts';
import type { Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { notify } from '../notifications/notify.ts';
import { wantsMail } from '../notifications/people.ts';
import { writeAudit } from '../security/audit.ts';
import { takeAccessNews } from '../security/throttle.ts';
import { hashToken, newDeviceToken, newSessionToken } from '../security/tokens.ts';
import { newDeviceLetter } from '../mail/access-letters.ts';
import { keepDevice } from '../users/devices.ts';
import { readUser } from '../users/users.service.ts';
import { toSessionUser } from './session-user.ts';
import { insertSession, needsFactor, type SignInRow } from './sign-in.queries.ts';

/** The browser in which somebody signs in. */
export interface Browser {
  /** Null for one without a token of ours. */
  readonly deviceToken: string | null;
  /** The person has signed in with it before. */
  readonly isKnown: boolean;
}

export interface Opening extends Browser {
  readonly person: SignInRow;
  readonly origin: Origin;
  readonly factor?: UsedFactor | undefined;
  readonly trustsDevice?: boolean | undefined;
  /** No password was typed. */
  readonly cameWithPasskey?: boolean | undefined;
}

/** The last step of every sign-in, in the transaction that confirms who it is. */
export type OpenSession = (db: Db, opening: Opening) => Promise<LoginReply>;

export function createOpenSession(mailer: Mailer, sessionLengthMs: number): OpenSession {
  return async (db, { person, origin, factor, trustsDevice = false, ...opening }) => {
    const token = newSessionToken();
    const deviceToken = opening.deviceToken ?? newDeviceToken();
    const deviceHash = hashToken(deviceToken);
    const expiresAt = new Date(databaseNow() + sessionLengthMs);
    const { address, userAgent } = origin;
    const userId = person.id;
    await insertSession(db, {
      tokenHash: hashToken(token),
      userId,
      expiresAt,
      address,
      userAgent,
      isVisitor: false,
      hasShownFactor: factor !== undefined && factor !== 'trusted browser',
      deviceHash,
    });
    await keepDevice(db, { tokenHash: deviceHash, userId, userAgent, isTrusted: trustsDevice });
    await writeAudit(db, whoOf(person), origin, {
      action: 'auth.login',
      ...(factor && { details: { factor } }),
    });
    if (!opening.isKnown && person.has_come) await tellNewDevice(db, mailer, person, origin);
    const user = await readUserOrRefuse(db, userId);
    const mustSetUpFactor = factor === undefined && (await needsFactor(db, userId));
    return {
      token,
      user: toSessionUser(user, {
        mustChangePassword: person.is_password_temporary,
        mustSetUpFactor,
        cameWithPasskey: opening.cameWithPasskey,
      }),
      expiration: expiresAt.toISOString(),
      deviceToken,
    };
  };
}

function whoOf(person: SignInRow) {
  return { userId: person.id, email: person.email, companyId: person.company_id };
}

export function newsTo(
  { id, email }: Pick<SignInRow, 'id' | 'email'>,
  kind: string,
  cause: string,
) {
  const usefulForMs = 24 * 3_600_000;
  return { to: email, userId: id, kind, eventKey: `${kind}:${cause}`, usefulForMs };
}

async function tellNewDevice(
  db: Db,
  mailer: Mailer,
  person: SignInRow,
  { address, userAgent, requestId }: Origin,
): Promise<void> {
  await notify(db, {
    kind: 'new-sign-in',
    userId: person.id,
    companyId: person.company_id,
    key: `new-sign-in:${requestId}`,
    data: { name: deviceName(userAgent), address },
  });
  // At once, and not together with other news. Whoever knows the password can sign in all day.
  if (!(await wantsMail(db, person.id, 'new-sign-in'))) return;
  if (!(await takeAccessNews(db, 'sign-in', person.email))) return;
  const at = `${timeWords(new Date(databaseNow()))} in Kampala`;
  await mailer.queue(db, {
    ...newsTo(person, 'new-device', requestId),
    letter: newDeviceLetter({ firstName: person.first_name }, { at, address, userAgent }),
  });
}

/** The user was deleted between the password check and the session. */
async function readUserOrRefuse(db: Db, id: string): Promise<User> {
  const user = await readUser(db, id);
  if (!user) throw new AppError('sign_in_failed');
  return user;
}
