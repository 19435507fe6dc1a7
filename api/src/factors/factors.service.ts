import type { RenewedToken } from '@sente/contract/auth';
import type { FactorState, StartedApp } from '@sente/contract/factors';
import type { AddedFactor, FactorProof } from '@sente/contract/own-factor';
import type { Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { newTotpSecret, totpUri } from '../security/totp.ts';
import { forgetTrustedDevices, renewOwnSession } from '../users/sessions.service.ts';
import { refuseBeyond } from '../users/user-rules.ts';
import { aboutUser, lockUserOrRefuse } from '../users/users.service.ts';
import { placeOfApp, takeAppCode } from './factor-check.ts';
import {
  codesRenewedLetter,
  factorAddedLetter,
  factorRemovedLetter,
} from '../mail/factor-letters.ts';
import { prove, readOwn, requireCode, type FactorTools } from './factor-proof.ts';
import {
  confirmStarted,
  deleteApp,
  findApp,
  findFactors,
  hasFactor,
  insertApp,
  lockFactors,
  noteShownFactor,
  type FactorsRow,
} from './factors.queries.ts';
import { aboutOwn, forgetCodesAfterLast, lastFactorStays, lockOwn, tell } from './own-factors.ts';
import { listPasskeys, type PasskeyRow } from './passkeys.queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

export interface FactorsService {
  get(actor: Actor, userId: string): Promise<FactorState>;
  startApp(actor: Actor, proof: FactorProof): Promise<StartedApp>;
  confirmApp(actor: Actor, code: string): Promise<AddedFactor>;
  removeApp(actor: Actor, proof: FactorProof): Promise<RenewedToken>;
  renewCodes(actor: Actor, proof: FactorProof): Promise<RenewedToken & { recoveryCodes: string[] }>;
  forgetDevices(actor: Actor, userId: string): Promise<number>;
}

const app = 'an authenticator app';

export function createFactorsService(tools: FactorTools): FactorsService {
  const { database, sealer } = tools;
  return {
    get: (actor, userId) => readState(tools, actor, userId),

    async startApp(actor, proof) {
      const { factors } = await readOwn(database, actor);
      const purpose = factors.app_since === null ? 'add' : 'remove';
      const { email } = await prove(tools, actor, proof, 'factors.startApp', purpose);
      const [id, secret] = [uuidV7(), newTotpSecret()];
      await database.within(platformScope, async (db) => {
        await lockFactors(db, actor.userId);
        const sealed = sealer.seal(secret, placeOfApp(id));
        await insertApp(db, { id, userId: actor.userId, ...sealed });
      });
      return { secret, uri: totpUri(secret, email) };
    },

    async confirmApp(actor, code) {
      let added: AddedFactor | null = null;
      await requireCode(tools, actor, 'factors.confirmApp', code, async () => {
        added = await database.within(platformScope, (db) => confirmApp(db, tools, actor, code));
        return added !== null;
      });
      if (!added) throw new Error('A code that is not right was accepted');
      return added;
    },

    async removeApp(actor, proof) {
      const factors = await requireRemovable(tools, actor);
      if (factors.is_required && factors.passkeys === 0) {
        throw lastFactorStays();
      }
      await prove(tools, actor, proof, 'factors.removeApp', 'remove');
      return database.within(platformScope, (db) => removeApp(db, tools, actor));
    },

    async renewCodes(actor, proof) {
      await requireRemovable(tools, actor);
      await prove(tools, actor, proof, 'factors.renewCodes', 'remove');
      return database.within(platformScope, async (db) => {
        const person = await lockOwn(db, actor);
        const recoveryCodes = await makeRecoveryCodes(db, actor.userId);
        await audit(db, actor, { action: 'factors.renewCodes', ...aboutOwn(actor) });
        const letter = codesRenewedLetter({ firstName: person.first_name });
        await tell(db, tools, actor, person, 'recovery-codes-renewed', letter);
        return { ...(await renewOwnSession(db, actor)), recoveryCodes };
      });
    },

    async forgetDevices(actor, userId) {
      await requireReach(tools, actor, userId);
      return database.within(platformScope, async (db) => {
        const person = await findFactors(db, userId);
        if (!person) throw notFound('User not found');
        const forgotten = await forgetTrustedDevices(db, userId);
        const subject = aboutUser({ id: userId, company_id: person.company_id });
        await audit(db, actor, {
          action: 'factors.forgetDevices',
          ...subject,
          details: { forgotten },
        });
        return forgotten;
      });
    },
  };
}

/** The own one, or that of a person within reach. */
async function requireReach(
  { database }: FactorTools,
  actor: Actor,
  userId: string,
): Promise<void> {
  if (actor.userId === userId) return;
  await database.within(actor.scope, async (db) =>
    refuseBeyond(actor, await lockUserOrRefuse(db, userId)),
  );
}

async function readState(tools: FactorTools, actor: Actor, userId: string): Promise<FactorState> {
  const { database } = tools;
  const passkeys = () => database.within(platformScope, (db) => listPasskeys(db, userId));
  if (actor.userId === userId) {
    const { factors, fresh } = await readOwn(database, actor);
    const needsPassword = hasFactor(factors) || !fresh.is_fresh;
    const needsCode = hasFactor(factors) && !fresh.has_shown_factor;
    return { ...toState(factors, await passkeys()), needsPassword, needsCode };
  }
  await requireReach(tools, actor, userId);
  const factors = await database.within(platformScope, (db) => findFactors(db, userId));
  if (!factors) throw notFound('User not found');
  return { ...toState(factors, await passkeys()), needsPassword: true, needsCode: true };
}

function toState(
  row: FactorsRow,
  passkeys: readonly PasskeyRow[],
): Omit<FactorState, 'needsPassword' | 'needsCode'> {
  return {
    app: row.app_since && { since: row.app_since.toISOString() },
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: row.recovery_codes_left,
    trustedDevices: row.trusted_devices,
    isRequired: row.is_required,
    resetId: row.reset_id,
  };
}

/** Before the password and a code are asked for, and a recovery code is used up. */
async function requireRemovable({ database }: FactorTools, actor: Actor): Promise<FactorsRow> {
  const { factors } = await readOwn(database, actor);
  if (!hasFactor(factors)) throw refused('You have no second factor');
  return factors;
}

/** Null if the code is not right. */
async function confirmApp(
  db: Db,
  tools: FactorTools,
  actor: Actor,
  code: string,
): Promise<AddedFactor | null> {
  const before = await lockOwn(db, actor);
  const started = await findApp(db, actor.userId, 'started');
  if (!started) {
    throw new AppError('challenge_ended', { message: 'Begin again: this set-up has ended' });
  }
  if (!(await takeAppCode(db, tools.sealer, started, code))) return null;
  await confirmStarted(db, actor.userId, started.id);
  await noteShownFactor(db, actor.tokenHash);
  const recoveryCodes = hasFactor(before) ? null : await makeRecoveryCodes(db, actor.userId);
  await audit(db, actor, { action: 'factors.confirmApp', ...aboutOwn(actor) });
  const letter = factorAddedLetter({ firstName: before.first_name }, app);
  await tell(db, tools, actor, before, 'factor-added', letter);
  return { ...(await renewOwnSession(db, actor)), recoveryCodes };
}

async function removeApp(db: Db, tools: FactorTools, actor: Actor): Promise<RenewedToken> {
  const before = await lockOwn(db, actor);
  if (!(await deleteApp(db, actor.userId))) throw refused('You have no authenticator app');
  const isLast = await forgetCodesAfterLast(db, actor.userId);
  await audit(db, actor, { action: 'factors.removeApp', ...aboutOwn(actor) });
  const letter = factorRemovedLetter({ firstName: before.first_name }, app, isLast);
  await tell(db, tools, actor, before, 'factor-removed', letter);
  return renewOwnSession(db, actor);
}
