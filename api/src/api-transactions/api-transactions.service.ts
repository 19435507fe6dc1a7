import type { PaymentTrace } from '@sente/contract/api-transactions';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { listingOn } from '../http/day-range.ts';
import {
  readApiTotals,
  readList,
  type FilterQuery,
  type List,
  type ListQuery,
} from './api-transaction-list.ts';
import { readTrace } from './trace.ts';

export interface ApiTransactionsService {
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<List>;
  totals(actor: Actor, companyId: string, query: FilterQuery): Promise<TransactionTotals>;
  trace(actor: Actor, companyId: string, recordId: string): Promise<PaymentTrace>;
}

export function createApiTransactionsService(database: Database): ApiTransactionsService {
  return {
    ofCompany: (actor, companyId, query) =>
      listingOn(database, query)(actor.scope, (db) => readList(db, companyId, query)),

    totals: (actor, companyId, query) =>
      listingOn(database, query)(actor.scope, (db) => readApiTotals(db, companyId, query)),

    trace: (actor, companyId, recordId) =>
      database.within(actor.scope, (db) => readTrace(db, { actor, companyId, recordId })),
  };
}
