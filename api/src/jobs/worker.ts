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
  /** Jobs at a time; most of their time they wait for somebody else's server. */
  readonly concurrency?: number;
  /** New jobs are heard of at once; this is for those that are due later. */
  readonly pollEveryMs?: number;
}

export interface Worker {
  isRunning(): boolean;
  stop(): Promise<void>;
}

const restartAfterMs = 2_000;

/** Works through the jobs that all instances share. What ends it by accident starts it again. */
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

/** Does what is due now, and no more; for tests. */
export async function runDueJobs(options: WorkerOptions): Promise<void> {
  await withPool(options, (pool) => runOnce(queueOptions(options, pool)));
}

/**
 * The queue's own pool is not awaited at its end and loses its error handlers before: a database that
 * stops right after the worker would bring the program down.
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

/** One of them listens; the others are needed for moments only. */
const connections = 4;

function queueOptions(options: WorkerOptions, pool: pg.Pool): RunnerOptions {
  const { database, logger, concurrency = 20, pollEveryMs = 2_000 } = options;
  const limits = createCompanyLimits();
  return {
    pgPool: pool,
    maxPoolSize: connections,
    concurrency,
    pollInterval: pollEveryMs,
    noHandleSignals: true,
    // When the program stops, deliveries get so long to end by themselves.
    gracefulShutdownAbortTimeout: 3_000,
    logger: forwardTo(logger),
    // Nobody waits for what is not batched: it would get lost at the end, and a database that is away
    // at that moment would end the whole program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    forbiddenFlags: () => limits.fullFlags(),
    taskList: {
      'deliver-webhook': deliverWebhook(database, createSender(options.webhooks), limits),
      upkeep,
    },
  };
}

/** A job that failed is nothing wrong with us: what came back is in the delivery log. */
function forwardTo(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    const [firstLine] = message.split('\n');
    // Said at every start: jobs wait for other people's servers and need a connection only at their end.
    if (firstLine?.includes('maxPoolSize')) return;
    if (level === 'error' || level === 'warning') logger.warn(`job queue: ${firstLine}`);
    else logger.debug(`job queue: ${firstLine}`);
  });
}

/** Cut short when the program stops. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
