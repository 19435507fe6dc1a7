import { setTimeout } from 'node:timers/promises';
import {
  Logger as QueueLogger,
  run,
  runOnce,
  type Runner,
  type RunnerOptions,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { createSender, type SenderOptions } from '../webhooks/sender.ts';
import { createCompanyLimits } from './company-limits.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { upkeep, upkeepSchedule } from './upkeep.ts';

export interface WorkerOptions {
  /** As the owner: requests have no access to the queue's tables. */
  readonly url: string;
  /** For what the jobs do. */
  readonly database: Database;
  readonly webhooks: SenderOptions;
  readonly logger: Logger;
  /** Concurrent jobs; most of the time they wait for remote servers. */
  readonly concurrency?: number;
  /** New jobs are announced at once; polling is for jobs that become due later. */
  readonly pollEveryMs?: number;
}

export interface Worker {
  isRunning(): boolean;
  stop(): Promise<void>;
}

const restartAfterMs = 2_000;

/** Processes the jobs that all instances share. Restarts itself after an unexpected end. */
export function startWorker(options: WorkerOptions): Worker {
  const { logger } = options;
  let runner: Runner | undefined;
  const stopping = new AbortController();

  const work = (): Promise<void> =>
    withPool(options, async (pool) => {
      runner = await run({ ...queueOptions(options, pool), crontab: upkeepSchedule });
      if (stopping.signal.aborted) await runner.stop();
      await runner.promise;
    });
  const workOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => logger.warn({ err: error }, 'the job worker broke'));
      runner = undefined;
      await pause(restartAfterMs, stopping.signal);
    }
  };
  const ended = workOn();

  return {
    isRunning: () => runner !== undefined,
    async stop() {
      stopping.abort();
      await runner?.stop().catch(() => {});
      await ended;
    },
  };
}

/** Runs the jobs that are due now, for tests. */
export async function runDueJobs(options: WorkerOptions): Promise<void> {
  await withPool(options, (pool) => runOnce(queueOptions(options, pool)));
}

/**
 * The queue does not wait for its own pool to end and removes its error handlers first: a database
 * that stops right after the worker would crash the program.
 */
async function withPool(
  { url, logger }: WorkerOptions,
  work: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const onError = (error: Error) =>
    logger.debug({ err: error }, 'a connection of the job queue broke');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** One connection listens; the others are used briefly. */
const connections = 4;

function queueOptions(options: WorkerOptions, pool: pg.Pool): RunnerOptions {
  const { database, logger, concurrency = 20, pollEveryMs = 2_000 } = options;
  const limits = createCompanyLimits(concurrency);
  return {
    pgPool: pool,
    maxPoolSize: connections,
    concurrency,
    pollInterval: pollEveryMs,
    noHandleSignals: true,
    // Time for deliveries to finish when the program stops.
    gracefulShutdownAbortTimeout: 3_000,
    logger: forwardTo(logger),
    // Unbatched writes are not awaited: they could be lost at the end, and a missing database would
    // crash the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    forbiddenFlags: () => limits.fullFlags(),
    taskList: {
      'deliver-webhook': deliverWebhook(database, createSender(options.webhooks), limits),
      upkeep,
    },
  };
}

/** A failed job is no error of the server: the delivery log has the response. */
function forwardTo(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    const [firstLine] = message.split('\n');
    // Ignored: the queue warns about the pool size at every start, but jobs mostly wait for remote
    // servers and need a connection only at the end.
    if (firstLine?.includes('maxPoolSize')) return;
    if (level === 'error' || level === 'warning') logger.warn(`job queue: ${firstLine}`);
    else logger.debug(`job queue: ${firstLine}`);
  });
}

/** Aborted when the program stops. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
