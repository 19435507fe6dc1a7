import type { FactorProof } from '@sente/contract/own-factor';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import type { Sealer } from '../security/secrets.ts';
import { giveBackFactorAttempt, takeFactorAttempt } from '../security/throttle.ts';
import { hashToken } from '../security/tokens.ts';
import type { OwnPasswordService } from '../users/own-password.service.ts';
import { isAppCode, takeCode, takePasskey } from './factor-check.ts';
import {
  findFactors,
  findFreshness,
  hasFactor,
  noteProof,
  type FactorsRow,
  type Freshness,
} from './factors.queries.ts';
import { siteOf } from './passkeys.ts';
import { takeSetup } from './setups.queries.ts';

export interface FactorTools {
  readonly database: Database;
  readonly ownPassword: OwnPasswordService;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
}

/** Each session has its own budget of wrong codes, so that a stolen one cannot be used for guessing. */
function attemptOf(actor: Actor) {
  return { account: actor.userId, device: `session:${actor.tokenHash.toString('hex')}` };
}

/**
 * Runs `work`, which returns whether a code was right; a wrong one is written down. Those of an app are
 * counted: a recovery code cannot be guessed.
 */
export async function requireCode(
  { database }: Pick<FactorTools, 'database'>,
  actor: Actor,
  action: string,
  code: string,
  work: () => Promise<boolean>,
): Promise<void> {
  const refuse = (error: AppError) => refuseProof(database, actor, action, error);
  const attempt = attemptOf(actor);
  const isCounted = isAppCode(code);
  if (isCounted) {
    await database.within(platformScope, (db) => takeFactorAttempt(db, attempt)).catch(refuse);
  }
  const giveBack = async (): Promise<void> => {
    if (!isCounted) return;
    await database.within(platformScope, (db) => giveBackFactorAttempt(db, attempt));
  };
  const isRight = await work().catch(async (error: unknown): Promise<never> => {
    // Not looked at, for instance because the set-up had ended: it does not count as wrong.
    await giveBack();
    throw error;
  });
  if (!isRight) {
    await refuse(invalidField('code', 'This code is not right, or it was used already'));
  }
  await giveBack();
}

/** A touch is enough, as after the password at sign-in: the password is asked for as well. */
async function requirePasskey(
  { database, mailer }: FactorTools,
  actor: Actor,
  action: string,
  { challenge: token, answer }: NonNullable<FactorProof['passkey']>,
): Promise<void> {
  const owner = await database.within(platformScope, async (db) => {
    const { userId } = actor;
    const challenge = await takeSetup(db, hashToken(token), 'passkey-proof', userId);
    if (challenge === undefined) return null;
    return takePasskey(db, siteOf(mailer.portalUrl('/')), { userId, challenge }, answer);
  });
  if (owner !== null) return;
  await refuseProof(
    database,
    actor,
    action,
    invalidField('passkey', 'The passkey did not answer as expected. Try again.'),
  );
}

/** Written down. */
async function refuseProof(
  database: Database,
  actor: Actor,
  action: string,
  error: AppError,
): Promise<never> {
  await database.within(platformScope, (db) =>
    audit(db, actor, {
      action,
      subject: { type: 'users', id: actor.userId },
      result: 'refused',
      details: { code: error.code },
    }),
  );
  throw error;
}

/**
 * Whoever changes the second factor knows the password and shows the present factor: a code of the app, a
 * passkey, or a recovery code. A stolen session has neither, and a trusted browser has the password only. For adding another one, a factor
 * that was shown in this session a moment ago is enough. Right after signing in, the first one needs no
 * password.
 */
export async function prove(
  tools: FactorTools,
  actor: Actor,
  { currentPassword, code, passkey }: FactorProof,
  action: string,
  purpose: 'add' | 'remove',
): Promise<FactorsRow> {
  const { database, ownPassword } = tools;
  const { factors, fresh } = await readOwn(database, actor);
  if (currentPassword !== undefined) await ownPassword.verify(actor, currentPassword, action);
  else if (hasFactor(factors) || !fresh.is_fresh) {
    throw invalidField('currentPassword', 'Current password is required');
  }
  if (!hasFactor(factors) || (purpose === 'add' && fresh.has_shown_factor)) return factors;
  if (passkey) {
    await requirePasskey(tools, actor, action, passkey);
    return factors;
  }
  if (code === undefined) throw invalidField('code', 'Enter a code of your second factor');
  await requireCode(tools, actor, action, code, async () => {
    const used = await database.within(platformScope, (db) =>
      takeCode(db, tools, actor.userId, code, actor.origin.requestId),
    );
    return used !== null;
  });
  return factors;
}

/** For what loosens a protection: the password is asked for also right after signing in. */
async function proveAnew(
  tools: FactorTools,
  actor: Actor,
  proof: FactorProof,
  action: string,
): Promise<void> {
  if (proof.currentPassword === undefined) {
    throw invalidField('currentPassword', 'Current password is required');
  }
  await prove(tools, actor, proof, action, 'remove');
  await tools.database.within(platformScope, (db) => noteProof(db, actor.tokenHash));
}

/**
 * For acts on somebody else's sign-in. Whoever has just signed in, or proved it in this session, is not asked
 * again for each of them. A trusted browser has shown no factor, so its sign-in is not enough.
 */
async function proveLately(
  tools: FactorTools,
  actor: Actor,
  proof: FactorProof,
  action: string,
): Promise<void> {
  const { factors, fresh } = await readOwn(tools.database, actor);
  const hasSignedIn = fresh.is_fresh && (!hasFactor(factors) || fresh.has_shown_factor);
  if (proof.currentPassword === undefined && (fresh.has_proved || hasSignedIn)) return;
  await proveAnew(tools, actor, proof, action);
}

export function readOwn(
  database: Database,
  actor: Actor,
): Promise<{ factors: FactorsRow; fresh: Freshness }> {
  return database.within(platformScope, async (db) => {
    const factors = await findFactors(db, actor.userId);
    if (!factors) throw notFound('User not found');
    return { factors, fresh: await findFreshness(db, actor.tokenHash) };
  });
}

/** The password of the caller, and the second factor of whoever has one. */
export function createProve(tools: FactorTools): Prove {
  return (actor, proof, action, when = 'anew') =>
    (when === 'anew' ? proveAnew : proveLately)(tools, actor, proof, action);
}
