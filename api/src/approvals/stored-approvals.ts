import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { audit, type AuditEntry } from '../security/audit.ts';
import type { ApprovalActs, CarryOut, CarryOutDecided } from './approval-kind.ts';
import { limitHistory } from './limit-requests.ts';
import { requireSecondPerson } from './second-person.ts';
import { lockApproval, writeDecision, type StoredApproval } from './stored-approvals.queries.ts';
import { tellDecided } from './telling.ts';

/** The acts of a kind that is stored in `approvals`. */
export function storedApprovals(
  database: Database,
  carryOut: CarryOut,
  carryOutDecided: CarryOutDecided = async () => {},
): ApprovalActs {
  return {
    approve: (actor, { id }) =>
      database.within(actingScope(actor), async (db) => {
        const approval = await lockWaiting(db, id);
        await requireSecondPerson(
          db,
          approval.asked_by,
          actor,
          'You cannot approve your own request',
        );
        const resultId = await carryOut(db, { ...actor, approving: id }, approval);
        const { userId } = actor;
        await writeDecision(db, id, { state: 'approved', userId, note: null, resultId });
        await carryOutDecided(db, id);
        await noteAct(db, actor, approval, 'approve', {});
        await tellDecided(db, actor, { ...askedFor(approval), outcome: 'approved' });
      }),

    reject: (actor, { id }, _askedAt, reason) =>
      database.within(actingScope(actor), async (db) => {
        const approval = await lockWaiting(db, id);
        if (approval.asked_by === actor.userId)
          throw refused('This is your own request: withdraw it');
        const { userId } = actor;
        await writeDecision(db, id, { state: 'rejected', userId, note: reason });
        await noteAct(db, actor, approval, 'reject', { reason });
        await tellDecided(db, actor, { ...askedFor(approval), outcome: 'rejected', reason });
      }),

    withdraw: (actor, { id }) =>
      database.within(actingScope(actor), async (db) => {
        const approval = await lockWaiting(db, id);
        if (approval.asked_by !== actor.userId)
          throw refused('Only who asked for it can withdraw it');
        await writeDecision(db, id, { state: 'withdrawn', userId: actor.userId, note: null });
        await noteAct(db, actor, approval, 'withdraw', {});
      }),
  };
}

/** The caller has seen it in the own scope; a company may read its requests, but not change them. */
function actingScope(actor: Actor): Actor['scope'] {
  return { ...actor.scope, platform: true };
}

async function lockWaiting(db: Db, id: string): Promise<StoredApproval> {
  const approval = await lockApproval(db, id);
  if (!approval) throw notFound('Approval not found');
  if (approval.state !== 'waiting') throw refused('This request was already decided');
  if (approval.is_expired)
    throw refused('Nobody decided about this request in time: it has expired');
  return approval;
}

function noteAct(
  db: Db,
  actor: Actor,
  approval: StoredApproval,
  action: 'approve' | 'reject' | 'withdraw',
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, kind, company_id: companyId } = approval;
  return audit(db, actor, {
    action: `approvals.${action}`,
    ...subjectOf(approval),
    companyId,
    details: { kind, approval: id, ...limitHistory(kind, approval.details), ...details },
  });
}

/** For whoever is told how it ended. */
export function askedFor({
  id,
  kind,
  company_id: companyId,
  asked_by: askedBy,
  amount,
  details,
}: Pick<StoredApproval, 'id' | 'kind' | 'company_id' | 'asked_by' | 'amount' | 'details'>) {
  return { id, kind, companyId, askedBy, details, amount: amount === null ? null : BigInt(amount) };
}

/** In whose history people look for it. */
export function subjectOf({
  account_id: account,
  user_id: user,
  company_id: company,
}: Pick<StoredApproval, 'account_id' | 'user_id' | 'company_id'>): Pick<AuditEntry, 'subject'> {
  if (account) return { subject: { type: 'accounts', id: account } };
  if (user) return { subject: { type: 'users', id: user } };
  return company ? { subject: { type: 'companies', id: company } } : {};
}
