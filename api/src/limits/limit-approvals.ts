import { limitChanges, limitCode, limitName, limitsOfCodes } from '@sente/contract/limit-words';
import { limitBody, type LimitBody } from '@sente/contract/limits';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { findHeadOffice, holdCompany } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { bodyOf, changeLimits, codesOf } from './limit-changes.ts';
import {
  deleteBlocked,
  listBlocked,
  listLimits,
  type LimitRow,
  type NewLimit,
} from './limits.queries.ts';
import { toStored } from './preview.ts';

/*
 * Limits that allow more than before need a second person; stricter ones apply at once.
 */

/** Returns the id of the request, or null if nothing is raised or removed. */
export async function askForHigherLimits(
  db: Db,
  actor: Actor,
  companyId: string,
  {
    limits,
    reason,
  }: { readonly limits: readonly LimitBody[]; readonly reason?: string | null | undefined },
): Promise<string | null> {
  const before = await listLimits(db, companyId);
  if (!allowsMore(before, limits.map(toStored))) return null;
  return ask(db, actor, {
    kind: 'limit',
    subject: companyId,
    companyId,
    details: {
      of: 'limits',
      limits,
      before: codesOf(before),
      after: limits.map(limitCode),
    },
    ...(reason && { note: reason }),
    about: { type: 'companies', id: companyId },
    isWaiting: 'Limits of this company wait for a second person already',
  });
}

function allowsMore(before: readonly LimitRow[], after: readonly NewLimit[]): boolean {
  return before.some(({ scope, direction, kind, most }) => {
    const wanted = after.find(
      (limit) => limit.scope === scope && limit.direction === direction && limit.kind === kind,
    );
    return !wanted || wanted.most > BigInt(most);
  });
}

const wanted = z.object({ limits: z.array(limitBody) });

export const carryOutLimits: CarryOut = async (db, approver, approval) => {
  const { company_id: companyId, asked_by: askedBy } = approval;
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  await holdOwnRecords(db, companyId);
  const { limits: asked } = wanted.parse(approval.details);
  const before = limitsOfCodes(approval.details['before']);
  const limits = withChanges((await listLimits(db, companyId)).map(bodyOf), before, asked);
  await changeLimits(db, approver, companyId, { limits, changedBy: askedBy });
  return null;
};

/** Whoever approves has seen what changes: what was set otherwise in the meantime stays, or keeps it from being approved. */
function withChanges(
  current: readonly LimitBody[],
  before: readonly LimitBody[],
  asked: readonly LimitBody[],
): LimitBody[] {
  const changes = limitChanges(before, asked);
  const isMeant = (limit: LimitBody) => (change: (typeof changes)[number]) =>
    limitName(change) === limitName(limit);
  const isOutdated = changes.some((change) => {
    const now = current.find((limit) => limitName(limit) === limitName(change));
    return now?.most !== change.before;
  });
  if (isOutdated) {
    throw refused(
      'These limits were changed after this request. Reject it, and ask for other limits.',
    );
  }
  return [
    ...current.filter((limit) => !changes.some(isMeant(limit))),
    ...asked.filter((limit) => changes.some(isMeant(limit))),
  ];
}

/** A number that the provider blocked for all companies; one person blocks it. */
export async function askToUnblock(db: Db, actor: Actor, id: string): Promise<string> {
  const number = (await listBlocked(db, null)).find((row) => row.id === id);
  if (!number) throw notFound('Number not found');
  const companyId = await findHeadOffice(db);
  return ask(db, actor, {
    kind: 'limit',
    subject: `blocked-number ${id}`,
    companyId,
    details: {
      of: 'blocked-number',
      blockedId: id,
      phoneNumber: number.phone_number,
      reason: number.reason,
    },
    about: companyId ? { type: 'companies', id: companyId } : { type: 'users', id: actor.userId },
    isWaiting: 'That this number is unblocked waits for a second person already',
  });
}

const wantedNumber = z.object({ blockedId: z.string() });

export const carryOutUnblock: CarryOut = async (db, approver, { details }) => {
  const row = await deleteBlocked(db, null, wantedNumber.parse(details).blockedId);
  if (!row) throw refused('The number is not blocked any more');
  await audit(db, approver, {
    action: 'limits.unblockForAll',
    details: { phoneNumber: row.phone_number },
  });
  return null;
};
