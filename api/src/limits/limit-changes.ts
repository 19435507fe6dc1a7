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
      from: { limits: before.map(limitWords) },
      to: { limits: after.map(limitWords) },
    },
  });
  return after;
}

/** For people, such as "payout, company, day: 5000000". */
export function limitWords(limit: LimitBody | LimitRow): string {
  const { scope, direction, kind, most } =
    typeof limit.most === 'string' ? toBody({ ...limit, most: BigInt(limit.most) }) : limit;
  return `${direction}, ${scope}, ${kind}: ${most}`;
}
