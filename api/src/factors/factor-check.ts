import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Sealer } from '../security/secrets.ts';
import { matchingStep } from '../security/totp.ts';
import {
  findApp,
  findFactors,
  takeRecoveryCode,
  takeStep,
  type AppRow,
} from './factors.queries.ts';
import { recoveryCodeLetter } from './factor-letters.ts';
import { plainCode, recoveryCodeHash } from './recovery-codes.ts';

export type UsedFactor = 'app' | 'recovery code' | 'passkey' | 'trusted browser';

/** A secret is bound to its row; a person may move to another company. */
export const placeOfApp = (id: string) => ({ id, companyId: 'authenticator' });

/** What the person can show at sign-in; null without a second factor. */
export async function readSecondStep(db: Db, userId: string): Promise<{ hasApp: boolean } | null> {
  const factors = await findFactors(db, userId);
  if (!factors || factors.app_since === null) return null;
  return { hasApp: true };
}

/** Uses up a code of the app or a recovery code; null if it is neither. The owner is told of the latter. */
export async function useCode(
  db: Db,
  { sealer, mailer }: { readonly sealer: Sealer; readonly mailer: Mailer },
  userId: string,
  typed: string,
  cause: string,
): Promise<UsedFactor | null> {
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) {
    const app = await findApp(db, userId, 'confirmed');
    return app && (await useAppCode(db, sealer, app, code)) ? 'app' : null;
  }
  if (!(await takeRecoveryCode(db, userId, recoveryCodeHash(typed)))) return null;
  const person = await findFactors(db, userId);
  if (person) {
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
export async function useAppCode(
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
