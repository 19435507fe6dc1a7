import type { Approval } from '@sente/contract/approval';
import { approvalKinds, type ApprovalKind } from '@sente/contract/approval-kinds';
import type { approvals } from '@sente/contract/approvals';
import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import type { ApprovalActs } from './approval-kind.ts';
import { decidableBy, readWhole, toApproval } from './approval-view.ts';
import {
  findAboutTransaction,
  findInQueue,
  listQueue,
  totalQueue,
  type ApprovalRow,
  type QueueFilters,
} from './approvals.queries.ts';

type ListQuery = QueryOf<typeof approvals.list>;
type Several = BodyOf<typeof approvals.decide>;

export interface ApprovalsService {
  list(
    actor: Actor,
    query: ListQuery,
  ): Promise<{ data: Approval[]; meta: MetaOf<typeof approvals.list> }>;
  get(actor: Actor, id: string): Promise<Approval>;
  approve(actor: Actor, id: string, askedAt: string): Promise<Approval>;
  reject(actor: Actor, id: string, askedAt: string, reason: string): Promise<Approval>;
  withdraw(actor: Actor, id: string): Promise<Approval>;
  decide(actor: Actor, several: Several): Promise<ReplyOf<typeof approvals.decide>>;
}

/** What waits for a second person, of all kinds; each kind is decided by its own acts. */
export function createApprovalsService(
  database: Database,
  actsOf: Readonly<Record<ApprovalKind, ApprovalActs>>,
): ApprovalsService {
  const find = (actor: Actor, id: string): Promise<ApprovalRow> =>
    database.within(actor.scope, (db) => findVisible(db, actor, id));
  const read = (actor: Actor, id: string): Promise<Approval> =>
    database.within(actor.scope, (db) => readApproval(db, actor, id));
  const decide = async (
    actor: Actor,
    id: string,
    askedAt: string,
    act: (acts: ApprovalActs, row: ApprovalRow, askedAt: number) => Promise<void>,
  ): Promise<ApprovalRow> => {
    const row = await find(actor, id);
    if (!decidableBy(actor).includes(row.kind)) throw new AppError('forbidden');
    if (row.state !== 'waiting') throw refused('This request was already decided');
    if (row.asked_at.getTime() !== Date.parse(askedAt)) {
      throw refused('The request was changed. Look again.');
    }
    await act(actsOf[row.kind], row, row.asked_at.getTime());
    return row;
  };
  const readEnded = (actor: Actor, row: ApprovalRow, end: End): Promise<Approval> =>
    read(actor, row.id).catch((error: unknown) => withoutRow(error, actor, row, end));
  const approve = (actor: Actor, id: string, askedAt: string) =>
    decide(actor, id, askedAt, (acts, row, at) => acts.approve(actor, row, at));
  const reject = (actor: Actor, id: string, askedAt: string, reason: string) =>
    decide(actor, id, askedAt, (acts, row, at) => acts.reject(actor, row, at, reason));

  return {
    list: (actor, query) => database.within(actor.scope, (db) => readList(db, actor, query)),

    get: read,

    approve: async (actor, id, askedAt) => {
      await approve(actor, id, askedAt);
      return read(actor, id);
    },

    reject: async (actor, id, askedAt, reason) => {
      const row = await reject(actor, id, askedAt, reason);
      return readEnded(actor, row, { state: 'rejected', note: reason });
    },

    withdraw: async (actor, id) => {
      const row = await find(actor, id);
      if (row.state !== 'waiting') throw refused('This request was already decided');
      if (row.asked_by !== actor.userId) throw refused('Only who asked for it can withdraw it');
      await actsOf[row.kind].withdraw(actor, row);
      return readEnded(actor, row, { state: 'withdrawn', note: null });
    },

    decide: async (actor, { decision, reason, items }) => {
      if (decision === 'reject' && !reason) throw invalidField('reason', 'Reason is required');
      const outcomes: ReplyOf<typeof approvals.decide> = [];
      // One after the other: each is a transaction of its own, and they may concern the same account.
      for (const { id, askedAt } of items) {
        const message = await refusalOf(
          decision === 'approve'
            ? approve(actor, id, askedAt)
            : reject(actor, id, askedAt, reason ?? ''),
        );
        outcomes.push({ id, isDone: message === null, message });
      }
      return outcomes;
    },
  };
}

async function readList(
  db: Db,
  actor: Actor,
  query: ListQuery,
): ReturnType<ApprovalsService['list']> {
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
  const all = { ...filters, kind: null, companyId: null };
  const waiting = await totalQueue(db, { ...all, tab: 'waiting' });
  const own = await totalQueue(db, { ...all, tab: 'mine', isOpen: true });
  return {
    data: rows.map((row) => toApproval(actor, row)),
    meta: {
      ...paging,
      totalAmount: toUgx(totals.amount),
      waitingCount: waiting.count,
      ownCount: own.count,
    },
  };
}

/** The requests that concern a transaction, oldest first. */
export async function readApprovalsAbout(
  db: Db,
  actor: Actor,
  transactionId: string,
): Promise<Approval[]> {
  const rows = await findAboutTransaction(db, actor.userId, transactionId);
  return rows.map((row) => toApproval(actor, row));
}

/** How many requests the person can decide. */
export async function countWaitingFor(db: Db, actor: Actor): Promise<number> {
  return (await totalQueue(db, filtersOf(actor, { tab: 'waiting' }))).count;
}

interface End {
  readonly state: 'rejected' | 'withdrawn';
  readonly note: string | null;
}

/** A proposal about an unclear payment is gone when it ends, and another one can take its place. */
function withoutRow(
  error: unknown,
  actor: Actor,
  row: ApprovalRow,
  { state, note }: End,
): Approval {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  return toApproval(actor, {
    ...row,
    state,
    decided_by: actor.userId,
    decided_by_name: actor.name,
    decided_at: new Date(databaseNow()),
    decision_note: note,
  });
}

/** Null if it was done. */
function refusalOf(done: Promise<unknown>): Promise<string | null> {
  return done.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.message;
      throw error;
    },
  );
}

/** With its history, or refused as not found. */
export async function readApproval(db: Db, actor: Actor, id: string): Promise<Approval> {
  return readWhole(db, actor, await findVisible(db, actor, id));
}

async function findVisible(db: Db, actor: Actor, id: string): Promise<ApprovalRow> {
  const row = await findInQueue(db, actor.userId, id);
  if (!row || !visibleTo(actor).includes(row.kind)) throw notFound('Approval not found');
  return row;
}

/** A company sees its payouts. */
function visibleTo({ isStaff }: Actor): readonly ApprovalKind[] {
  return isStaff ? approvalKinds : ['payout'];
}

function filtersOf(actor: Actor, { tab = 'waiting', kind, companyId }: ListQuery): QueueFilters {
  const visible = visibleTo(actor);
  return {
    tab,
    userId: actor.userId,
    visible,
    // All that waits of a company waits for the provider; its people see all of it.
    decidable: actor.isStaff ? decidableBy(actor) : visible,
    includesOwn: !actor.isStaff,
    isOpen: false,
    kind: kind ?? null,
    companyId: companyId ?? null,
  };
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
