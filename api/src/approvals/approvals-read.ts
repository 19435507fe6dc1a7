import type { Approval } from '@sente/contract/approval';
import { approvalKinds, companyApprovals, type ApprovalKind } from '@sente/contract/approval-kinds';
import type { approvals } from '@sente/contract/approvals';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { Found } from '@sente/contract/search';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { sentenceOf } from './approval-texts.ts';
import { decidableBy, readWhole, stepOf, toApproval } from './approval-view.ts';
import {
  findAboutTransaction,
  findFirstPayouts,
  findInQueue,
  findWaiting,
  listQueue,
  totalQueue,
  type ApprovalRow,
  type QueueTotals,
} from './approvals.queries.ts';
import type { QueueFilters } from './queue-filters.ts';

/* What a person may see of the requests that wait or were decided. */

export type ListQuery = QueryOf<typeof approvals.list>;
export interface ApprovalList {
  readonly data: Approval[];
  readonly meta: MetaOf<typeof approvals.list>;
}

export async function readApprovals(db: Db, actor: Actor, query: ListQuery): Promise<ApprovalList> {
  const filters = filtersOf(actor, query);
  if (filters.companyId && !(await companyExists(db, filters.companyId))) {
    throw notFound('Company not found');
  }
  const totals = await totalQueue(db, filters);
  const paging = pagingOf({ ...query, page: query.page ?? 1 }, totals.count);
  const rows = await listQueue(db, filters, {
    limit: paging.pageSize,
    offset: (paging.page - 1) * paging.pageSize,
  });
  const all = { ...filters, kind: null, companyId: null, accountId: null, limitOf: null };
  const waiting = await totalQueue(db, { ...all, tab: 'waiting' });
  const open = await totalQueue(db, { ...all, tab: 'open' });
  const own = await totalQueue(db, { ...all, tab: 'mine', isOpen: true });
  return {
    data: await toApprovals(db, actor, rows),
    meta: {
      ...paging,
      totalAmount: toUgx(totals.amount),
      waitingCount: waiting.count,
      openCount: open.count,
      ownCount: own.count,
    },
  };
}

/** With its history, or refused as not found. */
export async function readApproval(db: Db, actor: Actor, id: string): Promise<Approval> {
  return readWhole(db, actor, await findApproval(db, actor, id));
}

export async function findApproval(db: Db, actor: Actor, id: string): Promise<ApprovalRow> {
  const row = await findInQueue(db, actor.userId, id);
  if (!row || !visibleTo(actor).includes(row.kind)) throw notFound('Approval not found');
  return row;
}

/** Company users need one of these to see requests at all, as the contract says. */
const readers = ['canApprovePayouts', 'canManageAccounts', 'canManageCompany'] as const;

/** The requests that concern a transaction and that the reader may see, oldest first. */
export async function readApprovalsAbout(
  db: Db,
  actor: Actor,
  transactionId: string,
): Promise<Approval[]> {
  if (!actor.isStaff && !readers.some((name) => actor.permissions.has(name))) return [];
  const rows = await findAboutTransaction(db, actor.userId, transactionId);
  const visible = visibleTo(actor);
  return toApprovals(
    db,
    actor,
    rows.filter(({ kind }) => visible.includes(kind)),
  );
}

/** With a look at earlier payouts: whoever decides from a list has to know what its page says. */
async function toApprovals(
  db: Db,
  actor: Actor,
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const first = await findFirstPayouts(db, rows);
  return rows.map((row) => toApproval(actor, row, first.has(row.id)));
}

/** How many requests the person can decide, what they add up to, and since when the oldest waits. */
export async function totalWaitingFor(db: Db, actor: Actor): Promise<QueueTotals> {
  if (decidableBy(actor).length === 0) return { count: 0, amount: '0', since: null };
  return totalQueue(db, filtersOf(actor, { tab: 'waiting' }));
}

export async function countWaitingFor(db: Db, actor: Actor): Promise<number> {
  return (await totalWaitingFor(db, actor)).count;
}

/** How many requests wait, whoever decides them: as many as the list of all that wait has. */
export async function countOpen(db: Db, actor: Actor): Promise<number> {
  return (await totalQueue(db, filtersOf(actor, { tab: 'open' }))).count;
}

/** For the search of the back-office. */
export async function searchApprovals(
  db: Db,
  actor: Actor,
  text: string,
  limit: number,
): Promise<Found['approvals']> {
  const rows = await findWaiting(db, actor.userId, text, limit);
  return rows.map((row) => ({
    id: row.id,
    sentence: sentenceOf(row),
    companyName: row.company_name,
    askedAt: row.asked_at.toISOString(),
  }));
}

function visibleTo({ isStaff }: Actor): readonly ApprovalKind[] {
  return isStaff ? approvalKinds : approvalKinds.filter((kind) => companyApprovals[kind]);
}

/** What a list of requests shows to the person. */
export function filtersOf(
  actor: Actor,
  { tab = 'waiting', kind, companyId, accountId, limitOf }: ListQuery,
): QueueFilters {
  return {
    tab,
    userId: actor.userId,
    visible: visibleTo(actor),
    decidable: decidableBy(actor),
    step: stepOf(actor),
    isOpen: false,
    kind: kind ?? null,
    companyId: companyId ?? null,
    accountId: accountId ?? null,
    limitOf: limitOf ?? null,
  };
}
