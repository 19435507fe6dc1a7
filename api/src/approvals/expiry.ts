import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { auditServer } from '../security/audit.ts';
import { limitHistory } from './limit-requests.ts';
import { expireStored, type ExpiredApproval } from './stored-approvals.queries.ts';
import { askedFor, subjectOf } from './stored-approvals.ts';
import { tellDecided } from './telling.ts';

/** Ends requests that nobody decided about in time. They hold nothing. */
export function expireApprovals(database: Database): Promise<number> {
  return database.within(platformScope, async (db) => {
    const expired = await expireStored(db);
    await tellExpired(db, expired);
    return expired.length;
  });
}

/** Ends requests whose matter has settled itself. */
export async function endStored(db: Db, ids: readonly string[]): Promise<void> {
  await tellExpired(db, await expireStored(db, ids));
}

async function tellExpired(db: Db, expired: readonly ExpiredApproval[]): Promise<void> {
  for (const approval of expired) {
    await auditServer(db, {
      action: 'approvals.expire',
      ...subjectOf(approval),
      companyId: approval.company_id,
      details: {
        kind: approval.kind,
        approval: approval.id,
        ...limitHistory(approval.kind, approval.details),
      },
    });
    await tellDecided(db, null, { ...askedFor(approval), outcome: 'expired' });
  }
}
