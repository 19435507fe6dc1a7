import type { Task, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { importByCall } from '../network-statements/call.ts';
import { importFolder } from '../network-statements/folder.ts';
import type { Layout } from '../network-statements/layouts.ts';
import type { Connector } from '../payments/networks/connector.ts';
import { readFloatCalls } from '../reconciliation/float-calls.ts';

export interface StatementSources {
  /** Null for no folder. */
  readonly dir: string | null;
  readonly layouts: readonly Layout[];
  readonly connectors: readonly Connector[];
}

/**
 * The folder every minute, the lists of the networks every hour and their floats every five minutes, on whichever instance is first. A large file takes
 * longer than a minute: the next turn leaves it alone, because it is being imported.
 */
export const importStatementsSchedule = [
  '* * * * * import-statements ?max=1',
  '7 * * * * list-network-transactions ?max=1',
  '*/5 * * * * read-floats ?max=1',
].join('\n');

export function importStatementsTasks(
  database: Database,
  sources: StatementSources = { dir: null, layouts: [], connectors: [] },
  logger: Logger,
): TaskList {
  const { dir, layouts, connectors } = sources;
  const folder: Task = async () => {
    if (dir !== null) await importFolder(database, { dir, layouts, logger });
  };
  return {
    'import-statements': folder,
    'list-network-transactions': () => importByCall(database, connectors, logger),
    'read-floats': () => readFloatCalls(database, connectors, logger),
  };
}
