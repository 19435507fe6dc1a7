import type { PasskeyAnswer } from '@sente/contract/passkey-answer';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Sealer } from '../security/secrets.ts';
import { takeAccessNews } from '../security/throttle.ts';
import { matchingStep } from '../security/totp.ts';
import {
  findApp,
  findFactors,
  hasFactor,
  takeRecoveryCode,
  takeStep,
  type AppRow,
} from './factors.queries.ts';
import { recoveryCodeLetter } from '../mail/factor-letters.ts';
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRow } from './passkeys.queries.ts';
import { verifyAnswer, type Site } from './passkeys.ts';
import { plainCode, recoveryCodeHash } from './recovery-codes.ts';

export type UsedFactor = 'app' | 'recovery code' | 'passkey' | 'trusted browser';

/** A secret is bound to its row; a person may move to another company. */
export const placeOfApp = (id: string) => ({ id, companyId: 'authenticator' });

/** What the person can show at sign-in; null without a second factor. */
export interface SecondStep {
  readonly hasApp: boolean;
  readonly passkeys: readonly PasskeyRow[];
}

export async function readSecondStep(db: Db, userId: string): Promise<SecondStep | null> {
  const factors = await findFactors(db, userId);
  if (!factors || !hasFactor(factors)) return null;
  return { hasApp: factors.app_since !== null, passkeys: await listPasskeys(db, userId) };
}

/** Null for one that nobody here has. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<string | null> {
  return (await findPasskey(db, credentialId))?.user_id ?? null;
}

interface Asked {
  /** Undefined for a sign-in that begins with the passkey. */
  readonly userId: string | undefined;
  readonly challenge: string;
}

/** Whose passkey signed the challenge; null if none did. */
export async function takePasskey(
  db: Db,
  site: Site,
  { userId, challenge }: Asked,
  answer: PasskeyAnswer,
): Promise<string | null> {
  const passkey = await findPasskey(db, answer.id);
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) return null;
  const isVerified = userId === undefined;
  const counter = await verifyAnswer(site, { challenge, passkey, isVerified }, answer);
  if (counter === null || !(await notePasskeyUse(db, passkey.id, counter))) return null;
  return passkey.user_id;
}

/** One of six digits, which could be guessed; recovery codes have 120 bits. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(plainCode(typed));
}

/** Uses up a code of the app or a recovery code; null if it is neither. The owner is told of the latter. */
export async function takeCode(
  db: Db,
  { sealer, mailer }: { readonly sealer: Sealer; readonly mailer: Mailer },
  userId: string,
  typed: string,
  cause: string,
): Promise<UsedFactor | null> {
  if (isAppCode(typed)) {
    const app = await findApp(db, userId, 'confirmed');
    return app && (await takeAppCode(db, sealer, app, typed)) ? 'app' : null;
  }
  if (!(await takeRecoveryCode(db, userId, recoveryCodeHash(typed)))) return null;
  const person = await findFactors(db, userId);
  if (person && (await takeAccessNews(db, 'factor', person.email))) {
    await mailer.queue(db, {
      to: person.email,
      userId,
      kind: 'recovery-code-used',
      eventKey: `recovery-code-used:${cause}`,
      usefulForMs: 24 * 3_600_000,
      letter: recoveryCodeLetter({ firstName: person.first_name }, person.recovery_codes_left),
    });
  }
  return 'recovery code';
}

/** Also of an app that is being set up. */
export async function takeAppCode(
  db: Db,
  sealer: Sealer,
  app: AppRow,
  typed: string,
): Promise<boolean> {
  const sealed = { sealed: app.secret_sealed, keyName: app.key_name };
  const opened = sealer.open(sealed, placeOfApp(app.id));
  if ('unreadable' in opened) return false;
  const step = matchingStep(opened.secret, plainCode(typed), databaseNow());
  return step !== null && (await takeStep(db, app.id, step));
}
