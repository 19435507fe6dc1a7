import type { Task } from 'graphile-worker';
import { expireApprovals } from '../approvals/expiry.ts';
import { expireBulks } from '../bulk-payouts/bulk-approvals.ts';
import type { Database } from '../db/database.ts';
import { expirePayouts } from '../payments/requests/expiry.ts';

/** Every minute, on whichever instance is first. */
export const expireSchedule = '* * * * * expire-approvals ?max=1';

/** What waits for a second person does not wait for ever. */
export function expireWaiting(database: Database): Task {
  return async () => {
    try {
      await expirePayouts(database);
    } finally {
      await expireBulks(database);
      await expireApprovals(database);
    }
  };
}
