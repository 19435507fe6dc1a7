import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { expireStored } from './stored-approvals.queries.ts';

/** Ends requests that nobody decided about in time. They hold nothing. */
export function expireApprovals(database: Database): Promise<number> {
  return database.within(platformScope, expireStored);
}
