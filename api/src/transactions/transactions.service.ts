import type { SystemTransactionDetails, Transaction } from '@sente/contract/transactions';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import type { Outcome, PostingFailure } from '../ledger/posting.ts';
import { postReversal } from '../ledger/reversal.ts';
import { followReversal } from '../payments/notices/suspense-decisions.ts';
import { announceReversal } from '../payments/settling/reversal-notice.ts';
import { audit } from '../security/audit.ts';
import { readDetails } from './transaction-details.ts';
import { readList, type List, type ListQuery } from './transaction-list.ts';
import { isOfDebt, readTransaction } from './transaction-view.ts';
import { findReversible, type ReversibleRow } from './transactions.queries.ts';

export interface TransactionsService {
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<List>;
  get(actor: Actor, id: string): Promise<SystemTransactionDetails>;
  reverse(actor: Actor, id: string, reason: string): Promise<Transaction>;
}

export function createTransactionsService(database: Database): TransactionsService {
  return {
    ofCompany: (actor, companyId, query) =>
      database.within(actor.scope, (db) => readList(db, companyId, query)),

    get: (actor, id) => database.within(actor.scope, (db) => readDetails(db, id)),

    reverse: (actor, id, reason) =>
      database.within(actor.scope, async (db) => {
        const original = await findReversible(db, id);
        if (!original) throw notFound('Transaction not found');
        const reversalId = await announceReversal(db, id, () =>
          followReversal(db, actor.userId, id, () => reverse(db, original)),
        );
        await audit(db, actor, {
          action: 'transactions.reverse',
          // In the history of the account, where staff look for it.
          subject: { type: 'accounts', id: original.account_id },
          companyId: original.company_id,
          details: { reason, transaction: id, reversal: reversalId },
        });
        const reversal = await readTransaction(db, reversalId);
        if (!reversal) throw new Error('A reversal that was posted is not there');
        return reversal;
      }),
  };
}

/** Returns the id of the reversal, or throws, so that a failed attempt stores nothing. */
async function reverse(db: Db, original: ReversibleRow): Promise<string> {
  if (original.status !== 'completed') {
    throw refused('Only a completed transaction can be reversed');
  }
  if (original.reversal_of !== null) throw refused('A reversal cannot be reversed');
  if (isOfDebt(original.kind)) {
    throw refused('Advances and repayments cannot be reversed: later credits repay what is owed');
  }
  return reversalIdOf(await postReversal(db, original));
}

const refusals: Partial<Record<string, string>> = {
  already_reversed: 'This transaction was already reversed',
  inactive_account: 'Account is inactive',
} satisfies Partial<Record<PostingFailure, string>>;

function reversalIdOf(outcome: Outcome): string {
  if (!outcome.replayed && outcome.status === 'completed') return outcome.transactionId;
  const message = refusals[outcome.replayed ? 'already_reversed' : (outcome.reason ?? '')];
  if (!message) throw new Error(`A reversal was not posted: ${outcome.reason}`);
  throw refused(message);
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
