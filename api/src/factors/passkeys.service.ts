import type { RenewedToken } from '@sente/contract/auth';
import type { AddedFactor, FactorProof } from '@sente/contract/own-factor';
import { maxPasskeys, type NewPasskey, type PasskeyChallenge } from '@sente/contract/passkeys';
import { databaseNow } from '../db/clock.ts';
import { violatedUnique } from '../db/database-errors.ts';
import type { Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { hashToken, newChallengeToken } from '../security/tokens.ts';
import { renewOwnSession } from '../users/sessions.service.ts';
import { factorAddedLetter, factorRemovedLetter } from '../mail/factor-letters.ts';
import { prove, readOwn, type FactorTools } from './factor-proof.ts';
import { hasFactor, noteShownFactor } from './factors.queries.ts';
import { aboutOwn, forgetCodesAfterLast, lastFactorStays, lockOwn, tell } from './own-factors.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.queries.ts';
import { authenticationOptions, registrationOptions, siteOf, verifyNew } from './passkeys.ts';
import { insertSetup, takeSetup } from './setups.queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

const setupLastsMs = 5 * 60_000;

interface Added {
  readonly challenge: string;
  readonly name: string;
  readonly passkey: NewPasskey;
}

export interface PasskeysService {
  start(actor: Actor, proof: FactorProof): Promise<PasskeyChallenge>;
  add(actor: Actor, input: Added): Promise<AddedFactor>;
  /** For a passkey that proves a change. */
  ask(actor: Actor): Promise<PasskeyChallenge>;
  remove(actor: Actor, passkeyId: string, proof: FactorProof): Promise<RenewedToken>;
}

export function createPasskeysService(tools: FactorTools): PasskeysService {
  const { database, mailer } = tools;
  const site = () => siteOf(mailer.portalUrl('/'));
  /** Returns the token that names it. */
  const begin = async (
    actor: Actor,
    purpose: Parameters<typeof insertSetup>[1]['purpose'],
    signedText: string,
  ): Promise<string> => {
    const token = newChallengeToken();
    await database.within(platformScope, (db) =>
      insertSetup(db, {
        tokenHash: hashToken(token),
        purpose,
        userId: actor.userId,
        signedText,
        expiresAt: new Date(databaseNow() + setupLastsMs),
      }),
    );
    return token;
  };
  return {
    async start(actor, proof) {
      const person = await prove(tools, actor, proof, 'passkeys.start', 'add');
      const known = await database.within(platformScope, (db) => listPasskeys(db, actor.userId));
      if (known.length >= maxPasskeys) throw refused(`You have ${maxPasskeys} passkeys already`);
      const to = { id: actor.userId, email: person.email };
      const options = await registrationOptions(site(), to, known);
      const challenge = await begin(actor, 'passkey-setup', options.challenge);
      return { challenge, options: { ...options } };
    },

    async ask(actor) {
      const known = await database.within(platformScope, (db) => listPasskeys(db, actor.userId));
      if (known.length === 0) throw refused('You have no passkey');
      const options = await authenticationOptions(site(), known);
      const challenge = await begin(actor, 'passkey-proof', options.challenge);
      return { challenge, options: { ...options } };
    },

    async add(actor, { challenge, name, passkey }) {
      const signedText = await database.within(platformScope, (db) =>
        takeSetup(db, hashToken(challenge), 'passkey-setup', actor.userId),
      );
      if (signedText === undefined) {
        throw new AppError('challenge_ended', { message: 'This took too long. Try again.' });
      }
      const made = await verifyNew(site(), signedText, passkey);
      if (!made) throw new AppError('validation_failed', { message: 'This passkey does not fit' });
      return database.within(platformScope, (db) => add(db, tools, actor, name, made, passkey));
    },

    async remove(actor, passkeyId, proof) {
      const { factors } = await readOwn(database, actor);
      const isLast = factors.app_since === null && factors.passkeys === 1;
      if (factors.passkeys === 0) throw notFound('Passkey not found');
      if (isLast && factors.is_required) {
        throw lastFactorStays();
      }
      await prove(tools, actor, proof, 'passkeys.remove', 'remove');
      return database.within(platformScope, (db) => remove(db, tools, actor, passkeyId));
    },
  };
}

type Made = NonNullable<Awaited<ReturnType<typeof verifyNew>>>;

async function add(
  db: Db,
  tools: FactorTools,
  actor: Actor,
  name: string,
  { id, publicKey, counter }: Made,
  { transports }: NewPasskey,
): Promise<AddedFactor> {
  const before = await lockOwn(db, actor);
  const row = { id: uuidV7(), user_id: actor.userId, credential_id: id, transports, name };
  await insertPasskey(db, { ...row, publicKey, counter }).catch((error: unknown): never => {
    if (violatedUnique(error) !== 'passkeys_credential_key') throw error;
    throw refused('This passkey was added already');
  });
  await noteShownFactor(db, actor.tokenHash);
  const recoveryCodes = hasFactor(before) ? null : await makeRecoveryCodes(db, actor.userId);
  await audit(db, actor, { action: 'passkeys.add', ...aboutOwn(actor), details: { name } });
  const letter = factorAddedLetter({ firstName: before.first_name }, `the passkey "${name}"`);
  await tell(db, tools, actor, before, 'factor-added', letter);
  return { ...(await renewOwnSession(db, actor)), recoveryCodes };
}

async function remove(
  db: Db,
  tools: FactorTools,
  actor: Actor,
  passkeyId: string,
): Promise<RenewedToken> {
  const before = await lockOwn(db, actor);
  const name = await deletePasskey(db, actor.userId, passkeyId);
  if (name === undefined) throw notFound('Passkey not found');
  const isLast = await forgetCodesAfterLast(db, actor.userId);
  await audit(db, actor, {
    action: 'passkeys.remove',
    ...aboutOwn(actor),
    details: { name },
  });
  const person = { firstName: before.first_name };
  const letter = factorRemovedLetter(person, `the passkey "${name}"`, isLast);
  await tell(db, tools, actor, before, 'factor-removed', letter);
  return renewOwnSession(db, actor);
}
