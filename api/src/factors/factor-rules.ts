import type { FactorRule } from '@sente/contract/factors';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { findRule, writeRule } from './factors.queries.ts';

/** Whether a company asks its people for a second factor. The provider asks its staff by a setting. */
export interface FactorRules {
  get(companyId: string): Promise<FactorRule>;
  save(actor: Actor, companyId: string, isRequired: boolean): Promise<FactorRule>;
}

/** The access was checked by the path; what people have is read in the platform scope only. */
export function createFactorRules(database: Database): FactorRules {
  return {
    get: (companyId) => database.within(platformScope, (db) => read(db, companyId)),

    save: (actor, companyId, isRequired) =>
      database.within(platformScope, async (db) => {
        const before = await read(db, companyId);
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
        return { ...before, isRequired };
      }),
  };
}

async function read(db: Db, companyId: string): Promise<FactorRule> {
  const row = await findRule(db, companyId);
  if (!row) throw notFound('Company not found');
  return { isRequired: row.is_required, people: row.people, missing: row.missing };
}
