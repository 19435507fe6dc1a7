import type { Task } from 'graphile-worker';
import type { Database } from '../db/database.ts';
import { runMatching } from '../reconciliation/run-matching.ts';
import type { Tariff } from '../reconciliation/tariffs.ts';

/** Every minute, on whichever instance is first; an import adds the same job by itself. */
export const matchStatementsSchedule = '* * * * * match-statements ?max=1&jobKey=match-statements';

export function matchStatementsTask(
  database: Database,
  tariffs: readonly Tariff[] | undefined,
): Task {
  return () => runMatching(database, { tariffs: tariffs ?? [] });
}
