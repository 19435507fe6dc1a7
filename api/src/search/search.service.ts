import { maxFound, type Found } from '@sente/contract/search';
import { searchApprovals } from '../approvals/approvals.service.ts';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { statusLabels, typeLabels } from '../transactions/transaction-view.ts';
import { idRangeOf } from './id-range.ts';
import {
  findAccounts,
  findCompanies,
  findNewestTransactions,
  findTransactionsById,
  findUsers,
  type FoundTransactionRow,
} from './search.queries.ts';

export interface SearchService {
  all(actor: Actor, text: string): Promise<Found>;
}

export function createSearchService(database: Database): SearchService {
  return {
    all: (actor, text) =>
      database.within(actor.scope, async (db) => ({
        companies: await findCompanies(db, text, maxFound),
        users: await findUsers(db, text, maxFound),
        accounts: await findAccounts(db, text, maxFound),
        transactions: await findTransactions(db, text),
        approvals: await searchApprovals(db, actor, text, maxFound),
      })),
  };
}

/** By id among all transactions, by text only among the newest. */
async function findTransactions(db: Db, text: string): Promise<Found['transactions']> {
  const range = idRangeOf(text);
  const byId = range ? await findTransactionsById(db, range, maxFound) : [];
  const byText = await findNewestTransactions(db, text, maxFound);
  const rows = [...byId, ...byText.filter(({ id }) => byId.every((row) => row.id !== id))];
  return rows.slice(0, maxFound).map(toFound);
}

function toFound(row: FoundTransactionRow): Found['transactions'][number] {
  return {
    id: row.id,
    companyId: row.company_id,
    accountId: row.account_id,
    companyName: row.company_name,
    reference: row.reference,
    description: row.description,
    type: typeLabels[row.type],
    amount: toUgx(row.amount),
    status: statusLabels[row.status],
    date: row.created_at.toISOString(),
  };
}
