import type { Task } from 'graphile-worker';
import type { Database } from '../db/database.ts';
import { runSchedules } from '../settlements/schedules.ts';

/** Every five minutes, on whichever instance is first: what was stopped is tried again. */
export const settleCompaniesSchedule = '*/5 * * * * settle-companies ?max=1';

export function settleCompaniesTask(database: Database): Task {
  return () => runSchedules(database);
}
