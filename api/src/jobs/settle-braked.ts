import type { Task } from 'graphile-worker';
import type { Database } from '../db/database.ts';
import { settleBraked } from '../payments/brakes/settle-braked.ts';

/**
 * When two people end a payout brake; and every minute, because a claim that began just before may have held
 * some more.
 */
export const settleBrakedSchedule = '* * * * * settle-braked ?max=1';

export function settleBrakedTask(database: Database): Task {
  return async () => {
    await settleBraked(database);
  };
}
