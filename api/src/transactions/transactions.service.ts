import type { Approval } from '@sente/contract/approval';
import type { QueryOf } from '@sente/contract/endpoint';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { transactions } from '@sente/contract/transactions';
import { readApproval } from '../approvals/approvals-read.ts';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { listingOn } from '../http/day-range.ts';
import type { Outcome, PostingFailure } from '../ledger/posting.ts';
import { lockAccounts } from '../ledger/advances.ts';
import { postReversal, type Reversible } from '../ledger/reversal.ts';
import { legsOf } from '../ledger/reversal.queries.ts';
import { followReversal } from '../payments/notices/suspense-decisions.ts';
import { whyNotReversibleNow } from '../payments/refunds.ts';
import { announceReversal } from '../payments/settling/reversal-notice.ts';
import { audit } from '../security/audit.ts';
import { followReturn } from '../settlements/ending.ts';
import { findBookedFee, findCaseOfFee, type BookedFee } from './booked-together.queries.ts';
import { readFiltered, readTotals, type FilteredList } from './filtered-list.ts';
import { readDetails } from './transaction-details.ts';
import { readList, type List, type ListQuery } from './transaction-list.ts';
import { refusalOfFee, refusalOfReversal, reversalRefusals } from './transaction-view.ts';
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
        await refuseFee(db, id);
        const whyNot = await whyNotReversibleNow(db, id);
        if (whyNot !== null) throw refused(whyNot);
        const fee = await findBookedFee(db, original);
        const approvalId = await ask(db, actor, {
          kind: 'reversal',
          subject: id,
          companyId: original.company_id,
          accountId: original.account_id,
          transactionId: id,
          amount: BigInt(original.amount),
          note: reason,
          ...(fee && {
            details: { fee: { id: fee.id, amount: toUgx(fee.amount), case: Number(fee.number) } },
          }),
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

/** Reverses what was approved, by the same rules as when it was asked for, with the fee that a case booked with it. */
export const carryOutReversal: CarryOut = async (db, approver, approval) => {
  const { transaction_id: id } = approval;
  const original = id && (await findReversible(db, id));
  if (!original) throw notFound('Transaction not found');
  await refuseFee(db, id);
  const fee = await findBookedFee(db, original);
  const shown = approval.details['fee'] as { readonly id: string } | undefined;
  if (fee?.id !== shown?.id) {
    throw refused('What is reversed with it has changed meanwhile: ask for it again');
  }
  return reverseWith(db, approver, approval, original, fee);
};

/** One that a case of the reconciliation takes back, whatever was booked with it. */
export const reverseAlone: CarryOut = async (db, approver, approval) => {
  const original = approval.transaction_id && (await findReversible(db, approval.transaction_id));
  if (!original) throw notFound('Transaction not found');
  return reverseWith(db, approver, approval, original);
};

/** Returns the id of the reversal, or throws, so that a failed attempt stores nothing. */
async function reverseWith(
  db: Db,
  approver: Actor,
  { id: approvalId, asked_by: askedBy, note: reason }: Parameters<CarryOut>[2],
  original: ReversibleRow,
  fee?: BookedFee,
): Promise<string> {
  const { id } = original;
  const reverse = async (): Promise<string> => {
    refuseIrreversible(original);
    // At once and in order, because the ledger is called twice.
    if (fee) await lockLegs(db, [original, fee]);
    const reversalId = reversalIdOf(await postReversal(db, original));
    if (fee) reversalIdOf(await postReversal(db, fee));
    return reversalId;
  };
  const reversalId = await announceReversal(db, id, () =>
    followReversal(db, askedBy, id, () => followReturn(db, id, reason, reverse)),
  );
  await audit(db, approver, {
    action: 'transactions.reverse',
    subject: { type: 'accounts', id: original.account_id },
    companyId: original.company_id,
    details: { reason, transaction: id, reversal: reversalId, approval: approvalId },
  });
  return reversalId;
}

async function lockLegs(db: Db, transactions: readonly Reversible[]): Promise<void> {
  const accounts: string[] = [];
  for (const { company_id: companyId, id } of transactions) {
    accounts.push(...(await legsOf(db, companyId, id)).map(({ accountId }) => accountId));
  }
  await lockAccounts(db, accounts);
}

/** A fee of the network goes with what it was booked with. */
async function refuseFee(db: Db, id: string): Promise<void> {
  const number = await findCaseOfFee(db, id);
  if (number !== null) throw refused(refusalOfFee(number));
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
