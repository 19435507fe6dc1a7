import type { Approval } from '@sente/contract/approval';
import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { readApproval } from '../approvals/approvals.service.ts';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import type { Outcome, PostingFailure } from '../ledger/posting.ts';
import { postReversal } from '../ledger/reversal.ts';
import { followReversal } from '../payments/notices/suspense-decisions.ts';
import { announceReversal } from '../payments/settling/reversal-notice.ts';
import { audit } from '../security/audit.ts';
import { readDetails } from './transaction-details.ts';
import { readList, type List, type ListQuery } from './transaction-list.ts';
import { isOfDebt } from './transaction-view.ts';
import { findReversible, type ReversibleRow } from './transactions.queries.ts';

export interface TransactionsService {
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<List>;
  get(actor: Actor, id: string): Promise<SystemTransactionDetails>;
  /** Asks for it; it takes place when a second person approves. */
  reverse(actor: Actor, id: string, reason: string): Promise<Approval>;
}

export function createTransactionsService(database: Database): TransactionsService {
  return {
    ofCompany: (actor, companyId, query) =>
      database.within(actor.scope, (db) => readList(db, companyId, query)),

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

/** Reverses what was approved, by the same rules as when it was asked for. */
export const carryOutReversal: CarryOut = async (db, approver, approval) => {
  const { transaction_id: id, asked_by: askedBy, note: reason } = approval;
  const original = id && (await findReversible(db, id));
  if (!original) throw notFound('Transaction not found');
  const reversalId = await announceReversal(db, id, () =>
    followReversal(db, askedBy, id, () => reverse(db, original)),
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
  if (original.status !== 'completed') {
    throw refused('Only a completed transaction can be reversed');
  }
  if (original.reversal_of !== null) throw refused('A reversal cannot be reversed');
  if (isOfDebt(original.kind)) {
    throw refused('Advances and repayments cannot be reversed: later credits repay what is owed');
  }
  if (original.reversed_by !== null) throw refused(refusals.already_reversed);
  if (!original.is_account_active) throw refused(refusals.inactive_account);
}

const refusals = {
  already_reversed: 'This transaction was already reversed',
  inactive_account: 'Account is inactive',
} satisfies Partial<Record<PostingFailure, string>>;

function reversalIdOf(outcome: Outcome): string {
  if (!outcome.replayed && outcome.status === 'completed') return outcome.transactionId;
  const reason = outcome.replayed ? 'already_reversed' : (outcome.reason ?? '');
  const message = reason in refusals ? refusals[reason as keyof typeof refusals] : null;
  if (!message) throw new Error(`A reversal was not posted: ${outcome.reason}`);
  throw refused(message);
}
