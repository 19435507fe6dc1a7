import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { checkLedgerIfDue, type MoreViolations } from './check.ts';

/** How often an instance tests whether a check is due; instances share the work. */
const lookEveryMs = 60_000;

export interface LedgerWatch {
  stop(): void;
}

/** Checks the ledger on a schedule. Violations are reported, never repaired automatically. */
export function watchLedger(
  database: Database,
  everyMs: number,
  logger: Logger,
  more?: MoreViolations,
): LedgerWatch {
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const check = await checkLedgerIfDue(database, everyMs, more);
      if (check && check.violations.length > 0) {
        logger.error({ violations: check.violations }, 'the ledger breaks its invariants');
      }
    } catch (error) {
      logger.warn({ err: error }, 'the ledger could not be checked');
    }
    busy = false;
  };
  const timer = setInterval(() => void look(), Math.min(lookEveryMs, everyMs));
  timer.unref();
  void look();
  return { stop: () => clearInterval(timer) };
}
