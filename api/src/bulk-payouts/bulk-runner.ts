import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { PaymentsEngine } from '../payments/engine.ts';
import { createNumbering } from '../payments/networks/phone-numbers.ts';
import { endCheck } from './submitting.ts';
import { checkSome, type CheckTools } from './check-lines.ts';
import { claimBulk, dueIn, type StoredBulk } from './stored-bulks.queries.ts';
import { finishIfDone, makeSome } from './make-payments.ts';

/** Checks and pays bulk payouts in small steps, in parallel with those of other servers. */
export interface BulkRunner {
  start(): void;
  /** Without `start`: does what is due now. True if there was anything. */
  drain(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly engine: Pick<PaymentsEngine, 'connectors' | 'runner'>;
  readonly logger: Logger;
}

interface BulkRunnerOptions {
  /** How often to look for something to do. */
  readonly pollMs: number;
  /** Between groups of ten questions about names. */
  readonly restMs: number;
  /** The first of the pauses for a network that did not tell a name. */
  readonly pauseMs: number;
  /** Longer than a step takes. After it another server takes the bulk payout up. */
  readonly leaseMs: number;
}

const defaultBulkRunning: BulkRunnerOptions = {
  pollMs: 1_000,
  restMs: 250,
  pauseMs: 2_000,
  leaseMs: 60_000,
};

/** After a step, the one that waits longest comes next: a large bulk payout does not keep others waiting. */
export function createBulkRunner(
  { database, engine, logger }: Parts,
  options: BulkRunnerOptions = defaultBulkRunning,
): BulkRunner {
  const tools: CheckTools = {
    database,
    numbering: createNumbering(database),
    connectors: engine.connectors,
    restMs: options.restMs,
    pauseMs: options.pauseMs,
  };
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;

  const stepOf = async (bulk: StoredBulk): Promise<number> => {
    if (bulk.state === 'checking') {
      const delayMs = await checkSome(tools, bulk);
      if (delayMs !== false) return delayMs;
      await endCheck(database, bulk.id);
      return 0;
    }
    const { orders, hasMore } = await makeSome(database, bulk);
    for (const order of orders) engine.runner.wake(order, 'bulk');
    if (hasMore) return 0;
    return (await finishIfDone(database, bulk.id)) ? 0 : restOf(bulk);
  };
  const step = async (): Promise<boolean> => {
    const bulk = await database.within(platformScope, (db) => claimBulk(db, options.leaseMs));
    if (!bulk) return false;
    const delayMs = await stepOf(bulk);
    await database.within(platformScope, (db) => dueIn(db, bulk.id, delayMs));
    return delayMs === 0;
  };
  const run = async (): Promise<void> => {
    const { signal } = stopping;
    while (!signal.aborted) {
      const isBusy = await step().catch((error: unknown) => {
        // It is taken up again when its lease ends.
        logger.error({ err: error }, 'a bulk payout was not carried on');
        return false;
      });
      if (!isBusy) await wait(options.pollMs, undefined, { signal }).catch(() => {});
    }
  };

  return {
    start: () => {
      loop ??= run();
    },
    drain: step,
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

export function startBulkRunner(parts: Parts): BulkRunner {
  const runner = createBulkRunner(parts);
  runner.start();
  return runner;
}

const soonestMs = 1_000;
const latestMs = 60_000;

/** Until it is looked at again: the longer it runs, the longer. */
function restOf({ submitted_at: since }: StoredBulk): number {
  const age = databaseNow() - (since?.getTime() ?? 0);
  return Math.min(latestMs, Math.max(soonestMs, age / 20));
}
