import { limitCode } from '@sente/contract/limit-words';
import type { LimitBody } from '@sente/contract/limits';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { audit } from '../security/audit.ts';
import { listLimits, replaceLimits, type LimitRow } from './limits.queries.ts';
import { toBody, toStored } from './preview.ts';

/** Replaces the limits of a company, and records what changed. */
export async function changeLimits(
  db: Db,
  actor: Actor,
  companyId: string,
  { limits, changedBy }: { readonly limits: readonly LimitBody[]; readonly changedBy: string },
): Promise<LimitRow[]> {
  const before = await listLimits(db, companyId);
  await replaceLimits(db, companyId, limits.map(toStored), changedBy);
  const after = await listLimits(db, companyId);
  await audit(db, actor, {
    action: 'limits.save',
    subject: { type: 'companies', id: companyId },
    companyId,
    details: {
      changed: ['limits'],
      from: { limits: codesOf(before) },
      to: { limits: codesOf(after) },
    },
  });
  return after;
}

/** As people ask for them. */
export function bodyOf({ scope, direction, kind, most }: LimitRow): LimitBody {
  return toBody({ scope, direction, kind, most: BigInt(most) });
}

/** As they are stored in requests and in the history. */
export function codesOf(rows: readonly LimitRow[]): string[] {
  return rows.map((row) => limitCode(bodyOf(row)));
}
