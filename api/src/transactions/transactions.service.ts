import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import {
  maxListedTransactions,
  type SystemTransactionDetails,
  type Transaction,
  type transactions,
} from '@sente/contract/transactions';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import { postWithAdvance } from '../ledger/advances.ts';
import type { Outcome, Posting, PostingFailure } from '../ledger/posting.ts';
import { announceReversal } from '../payments/settling/reversal-notice.ts';
import { audit } from '../security/audit.ts';
import { newestSpans, wholeSpan, type DayCount } from './spans.ts';
import { isOfDebt, readDetails } from './transaction-details.ts';
import { readTransaction, toTransaction } from './transaction-view.ts';
import {
  countByDay,
  countTransactions,
  findReversible,
  legsOf,
  listTransactions,
  type ReversibleRow,
  type TransactionFilters,
} from './transactions.queries.ts';

type ListQuery = QueryOf<typeof transactions.ofCompany>;
type ListMeta = MetaOf<typeof transactions.ofCompany>;
type List = { data: Transaction[]; meta: ListMeta };

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
        const reversalId = await announceReversal(db, id, () => postReversal(db, original));
        await audit(db, actor, {
          action: 'transactions.reverse',
          subject: { type: 'transactions', id },
          companyId: original.company_id,
          details: { reason, reversal: reversalId },
        });
        const reversal = await readTransaction(db, reversalId);
        if (!reversal) throw new Error('A reversal that was posted is not there');
        return reversal;
      }),
  };
}

async function readList(db: Db, companyId: string, query: ListQuery): Promise<List> {
  const filters = {
    companyId,
    status: query.status ?? null,
    type: query.type ?? null,
    search: query.search ?? '',
  };
  const days = await countByDay(db, filters, dayRangeOf(query));
  if (!days) throw notFound('Company not found');
  const { limit = maxListedTransactions, after = aboveAll } = query;
  // One row more than returned shows whether there are more.
  const wanted = limit + 1;
  const spans = filters.search ? wholeSpan(days, after) : newestSpans(days, after, wanted);
  const found = await listTransactions(db, filters, spans, wanted);
  const rows = found.slice(0, limit);
  const isCapped = found.length > limit;
  return {
    data: rows.map(toTransaction),
    meta: {
      ...(await countAll(db, filters, days, query.after || isCapped ? null : rows.length)),
      isCapped,
      nextAfter: (isCapped && rows.at(-1)?.id) || null,
    },
  };
}

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Over all pages. Search results are counted, because the figures do not cover them. */
async function countAll(
  db: Db,
  filters: TransactionFilters,
  days: readonly DayCount[],
  known: number | null,
): Promise<Pick<ListMeta, 'totalCount' | 'isCountExact'>> {
  if (filters.search === '') {
    return { totalCount: days.reduce((sum, { count }) => sum + count, 0), isCountExact: true };
  }
  const [span] = wholeSpan(days, aboveAll);
  const most = maxListedTransactions;
  const count = known ?? (span ? await countTransactions(db, filters, span, most + 1) : 0);
  return { totalCount: Math.min(count, most), isCountExact: count <= most };
}

/** Returns the id of the reversal, or throws, so that a failed attempt stores nothing. */
async function postReversal(db: Db, original: ReversibleRow): Promise<string> {
  if (original.status !== 'completed') {
    throw refused('Only a completed transaction can be reversed');
  }
  if (original.reversal_of !== null) throw refused('A reversal cannot be reversed');
  if (isOfDebt(original.kind)) {
    throw refused('Advances and repayments cannot be reversed: later credits repay what is owed');
  }
  const legs = await legsOf(db, original.company_id, original.id);
  return reversalIdOf(await postWithAdvance(db, oppositeOf(original, legs)));
}

function oppositeOf(original: ReversibleRow, legs: Posting['legs']): Posting {
  return {
    companyId: original.company_id,
    accountId: original.account_id,
    type: original.type === 'credit' ? 'debit' : 'credit',
    amount: BigInt(original.amount),
    legs: legs.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
    kind: 'reversal',
    key: `reversal:${original.id}`,
    reversalOf: original.id,
    reference: original.reference,
    description: `Reversal: ${original.description}`,
  };
}

const refusals: Partial<Record<string, string>> = {
  already_reversed: 'This transaction was already reversed',
  inactive_account: 'Account is inactive',
} satisfies Partial<Record<PostingFailure, string>>;

/** Only a completed reversal keeps its key, so a reused key means that it was already reversed. */
function reversalIdOf(outcome: Outcome): string {
  if (!outcome.replayed && outcome.status === 'completed') return outcome.transactionId;
  const message = refusals[outcome.replayed ? 'already_reversed' : (outcome.reason ?? '')];
  if (!message) throw new Error(`A reversal was not posted: ${outcome.reason}`);
  throw refused(message);
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
