import type { Approval } from '@sente/contract/approval';
import { provedLately, type ApprovalKind } from '@sente/contract/approval-kinds';
import type { approvals } from '@sente/contract/approvals';
import type { BodyOf, ReplyOf } from '@sente/contract/endpoint';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, refused } from '../http/app-error.ts';
import type { Prove } from '../security/proof.ts';
import type { ApprovalActs } from './approval-kind.ts';
import { decidableBy, needsProof, stepOf, toApproval, turnText } from './approval-view.ts';
import {
  findApproval,
  readApproval,
  readApprovals,
  type ApprovalList,
  type ListQuery,
} from './approvals-read.ts';
import type { ApprovalRow } from './approvals.queries.ts';

type Several = BodyOf<typeof approvals.decide>;

export interface ApprovalsService {
  list(actor: Actor, query: ListQuery): Promise<ApprovalList>;
  get(actor: Actor, id: string): Promise<Approval>;
  approve(actor: Actor, id: string, body: BodyOf<typeof approvals.approve>): Promise<Approval>;
  reject(actor: Actor, id: string, askedAt: string, reason: string): Promise<Approval>;
  withdraw(actor: Actor, id: string): Promise<Approval>;
  /** Of what a company's systems ordered, by its people. */
  cancel(actor: Actor, id: string, reason: string): Promise<Approval>;
  decide(actor: Actor, several: Several): Promise<ReplyOf<typeof approvals.decide>>;
}

/** What waits for a second person, of all kinds; each kind is decided by its own acts. */
export function createApprovalsService(
  database: Database,
  actsOf: Acts,
  prove: Prove,
): ApprovalsService {
  const find = (actor: Actor, id: string): Promise<ApprovalRow> =>
    database.within(actor.scope, (db) => findApproval(db, actor, id));
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
    requireWaiting(row);
    if (row.step !== stepOf(actor)) throw refused(turnText(row.step));
    if (row.asked_at.getTime() !== Date.parse(askedAt)) {
      throw refused('The request was changed. Look again.');
    }
    await act(actsOf[row.kind], row, row.asked_at.getTime());
    return row;
  };
  const readEnded = (actor: Actor, row: ApprovalRow, end: End): Promise<Approval> =>
    read(actor, row.id).catch((error: unknown) => withoutRow(error, actor, row, end));
  const approve = (actor: Actor, id: string, askedAt: string, show: Show) =>
    decide(actor, id, askedAt, async (acts, row, at) => {
      if (needsProof(row)) await show(row);
      await acts.approve(actor, row, at);
    });
  const reject = (actor: Actor, id: string, askedAt: string, reason: string) =>
    decide(actor, id, askedAt, (acts, row, at) => acts.reject(actor, row, at, reason));

  return {
    list: (actor, query) => database.within(actor.scope, (db) => readApprovals(db, actor, query)),

    get: read,

    approve: async (actor, id, { askedAt, ...proof }) => {
      await approve(actor, id, askedAt, ({ kind }) =>
        // As whoever asked for it: no protection is loosened.
        prove(actor, proof, 'approvals.approve', provedLately.includes(kind) ? 'lately' : 'anew'),
      );
      return read(actor, id);
    },

    reject: async (actor, id, askedAt, reason) => {
      const row = await reject(actor, id, askedAt, reason);
      return readEnded(actor, row, { state: 'rejected', note: reason });
    },

    withdraw: async (actor, id) => {
      const row = await find(actor, id);
      requireWaiting(row);
      if (row.asked_by !== actor.userId) throw refused('Only who asked for it can withdraw it');
      await actsOf[row.kind].withdraw(actor, row);
      return readEnded(actor, row, { state: 'withdrawn', note: null });
    },

    cancel: async (actor, id, reason) => {
      await cancelOrdered(actor, await find(actor, id), actsOf, reason);
      return read(actor, id);
    },

    decide: async (actor, { decision, reason, items }) => {
      if (decision === 'reject' && !reason) throw invalidField('reason', 'Reason is required');
      return outcomesOf(items, ({ id, askedAt }) =>
        decision === 'approve'
          ? approve(actor, id, askedAt, refuseUnproved)
          : reject(actor, id, askedAt, reason ?? ''),
      );
    },
  };
}

/** One after the other: each is a transaction of its own, and they may concern the same account. */
async function outcomesOf(
  items: Several['items'],
  act: (item: Several['items'][number]) => Promise<unknown>,
): Promise<ReplyOf<typeof approvals.decide>> {
  const outcomes: ReplyOf<typeof approvals.decide> = [];
  for (const item of items) {
    const message = await refusalOf(act(item));
    outcomes.push({ id: item.id, isDone: message === null, message });
  }
  return outcomes;
}

/** Refuses whoever does not show that it is them. */
type Show = (row: ApprovalRow) => Promise<unknown>;

const refuseUnproved: Show = async () => {
  throw refused('Approve this one by itself: it needs your password');
};

type Acts = Readonly<Record<ApprovalKind, ApprovalActs>>;

async function cancelOrdered(
  actor: Actor,
  row: ApprovalRow,
  actsOf: Acts,
  reason: string,
): Promise<void> {
  requireWaiting(row);
  const acts = actsOf[row.kind];
  if (!acts.cancel || row.asked_by !== null) {
    throw refused('Only who asked for it can withdraw it');
  }
  await acts.cancel(actor, row, reason);
}

function requireWaiting({ state }: ApprovalRow): void {
  if (state !== 'waiting') throw refused('This request was already decided');
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
  const ended = {
    ...row,
    state,
    decided_by: actor.userId,
    decided_by_name: actor.name,
    decided_at: new Date(databaseNow()),
    decision_note: note,
  };
  return toApproval(actor, ended, false);
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
