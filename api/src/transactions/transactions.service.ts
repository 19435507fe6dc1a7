import type { Approval } from '@sente/contract/approval';
import type { QueryOf } from '@sente/contract/endpoint';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { transactions } from '@sente/contract/transactions';
import { readApproval } from '../approvals/approvals-read.ts';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { listingOn } from '../http/day-range.ts';
import type { Outcome, PostingFailure } from '../ledger/posting.ts';
import { postReversal } from '../ledger/reversal.ts';
import { followReversal } from '../payments/notices/suspense-decisions.ts';
import { announceReversal } from '../payments/settling/reversal-notice.ts';
import { audit } from '../security/audit.ts';
import { followReturn } from '../settlements/ending.ts';
import { readFiltered, readTotals, type FilteredList } from './filtered-list.ts';
import { readDetails } from './transaction-details.ts';
import { readList, type List, type ListQuery } from './transaction-list.ts';
import { refusalOfReversal, reversalRefusals } from './transaction-view.ts';
import { findReversible, type ReversibleRow } from './transactions.queries.ts';

export interface TransactionsService {
  list(actor: Actor, query: QueryOf<typeof transactions.list>): Promise<FilteredList>;
  totals(actor: Actor, query: QueryOf<typeof transactions.totals>): Promise<TransactionTotals>;
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<List>;
  get(actor: Actor, id: string): Promise<TransactionDetails>;
  /** Asks for it; it takes place when a second person approves. */
  reverse(actor: Actor, id: string, reason: string): Promise<Approval>;
}

export function createTransactionsService(database: Database): TransactionsService {
  return {
    list: (actor, query) =>
      listingOn(database, query)(actor.scope, async (db) =>
        readFiltered(db, await inScope(db, actor, query)),
      ),

    totals: (actor, query) =>
      listingOn(database, query)(actor.scope, async (db) =>
        readTotals(db, await inScope(db, actor, query)),
      ),

    ofCompany: (actor, companyId, query) =>
      listingOn(database, query)(actor.scope, (db) => readList(db, companyId, query)),

    get: (actor, id) => database.within(actor.scope, (db) => readDetails(db, actor, id)),

    reverse: (actor, id, reason) =>
      database.within(actor.scope, async (db) => {
        const original = await findReversible(db, id);
        if (!original) throw notFound('Transaction not found');
        refuseIrreversible(original);
        const approvalId = await ask(db, actor, {
          kind: 'reversal',
          subject: id,
          companyId: original.company_id,
          accountId: original.account_id,
          transactionId: id,
          amount: BigInt(original.amount),
          note: reason,
          // In the history of the account, where staff look for it.
          about: { type: 'accounts', id: original.account_id },
          isWaiting: 'The reversal of this transaction waits for a second person already',
        });
        return readApproval(db, actor, approvalId);
      }),
  };
}

/** A company user's own company is always named, so that only its rows are walked. */
async function inScope<Query extends { companyId?: string | undefined }>(
  db: Db,
  actor: Actor,
  query: Query,
): Promise<Query> {
  const companyId = query.companyId ?? (actor.isStaff ? undefined : actor.companyId);
  if (companyId === undefined) return query;
  if (companyId === null || !(await companyExists(db, companyId))) {
    throw notFound('Company not found');
  }
  return { ...query, companyId };
}

/** Reverses what was approved, by the same rules as when it was asked for. */
export const carryOutReversal: CarryOut = async (db, approver, approval) => {
  const { transaction_id: id, asked_by: askedBy, note: reason } = approval;
  const original = id && (await findReversible(db, id));
  if (!original) throw notFound('Transaction not found');
  const reversalId = await announceReversal(db, id, () =>
    followReversal(db, askedBy, id, () =>
      followReturn(db, id, reason, () => reverse(db, original)),
    ),
  );
  await audit(db, approver, {
    action: 'transactions.reverse',
    subject: { type: 'accounts', id: original.account_id },
    companyId: original.company_id,
    details: { reason, transaction: id, reversal: reversalId, approval: approval.id },
  });
  return reversalId;
};

/** Returns the id of the reversal, or throws, so that a failed attempt stores nothing. */
async function reverse(db: Db, original: ReversibleRow): Promise<string> {
  refuseIrreversible(original);
  return reversalIdOf(await postReversal(db, original));
}

function refuseIrreversible(original: ReversibleRow): void {
  const refusal = refusalOfReversal(original);
  if (refusal !== null) throw refused(refusal);
}

const refusals = reversalRefusals satisfies Partial<Record<PostingFailure, string>>;

function reversalIdOf(outcome: Outcome): string {
  if (!outcome.replayed && outcome.status === 'completed') return outcome.transactionId;
  const reason = outcome.replayed ? 'already_reversed' : (outcome.reason ?? '');
  const message = reason in refusals ? refusals[reason as keyof typeof refusals] : null;
  if (!message) throw new Error(`A reversal was not posted: ${outcome.reason}`);
  throw refused(message);
}
