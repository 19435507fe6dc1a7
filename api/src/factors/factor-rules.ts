import type { BodyOf } from '@sente/contract/endpoint';
import type { FactorRule, factors } from '@sente/contract/factors';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { findRule, writeRule } from './factors.queries.ts';

/** Whether a company asks its people for a second factor. The provider asks its staff by a setting. */
export interface FactorRules {
  get(companyId: string): Promise<FactorRule>;
  /** To require none takes the proof, and its other administrators are told. */
  save(actor: Actor, companyId: string, body: SaveBody): Promise<FactorRule>;
}

type SaveBody = BodyOf<typeof factors.saveRule>;

/** The access was checked by the path; what people have is read in the platform scope only. */
export function createFactorRules(database: Database, prove: Prove): FactorRules {
  const get = (companyId: string): Promise<FactorRule> =>
    database.within(platformScope, (db) => read(db, companyId));
  return {
    get,

    save: async (actor, companyId, { isRequired, ...proof }) => {
      const before = await get(companyId);
      if (before.isRequired === isRequired) return before;
      if (!isRequired) await prove(actor, proof, 'factors.saveRule');
      return database.within(platformScope, (db) => save(db, actor, companyId, isRequired));
    },
  };
}

async function save(
  db: Db,
  actor: Actor,
  companyId: string,
  isRequired: boolean,
): Promise<FactorRule> {
  const before = await read(db, companyId);
  // Somebody else was quicker.
  if (before.isRequired === isRequired) return before;
  await writeRule(db, companyId, isRequired);
  await audit(db, actor, {
    action: 'factors.saveRule',
    subject: { type: 'companies', id: companyId },
    companyId,
    details: {
      changed: ['isRequired'],
      from: { isRequired: before.isRequired },
      to: { isRequired },
    },
  });
  if (!isRequired) await tellAdministrators(db, actor, { what: 'rule-off', companyId });
  return { ...before, isRequired };
}

async function read(db: Db, companyId: string): Promise<FactorRule> {
  const row = await findRule(db, companyId);
  if (!row) throw notFound('Company not found');
  return { isRequired: row.is_required, people: row.people, missing: row.missing };
}
