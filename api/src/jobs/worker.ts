import { setTimeout } from 'node:timers/promises';
import { run, runOnce } from 'graphile-worker';
import { askAgainSchedule } from './ask-again.ts';
import { expireSchedule } from './expire-approvals.ts';
import { importStatementsSchedule } from './import-statements.ts';
import { createQueueLife } from './queue-life.ts';
import { lookSchedule } from './notifications.ts';
import { matchStatementsSchedule } from './match-statements.ts';
import { openQueuePool, type QueuePool } from './queue-pool.ts';
import { queueOptions, type WorkerOptions } from './queue-options.ts';
import { settleBrakedSchedule } from './settle-braked.ts';
import { settleCompaniesSchedule } from './settle-companies.ts';
import { signDaysSchedule } from './sign-days.ts';
import { upkeepSchedule } from './upkeep.ts';

export interface Worker {
  /** Whether it looked for a job lately. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

const restartAfterMs = 500;
/**
 * Time for deliveries to end, and for their results to be stored, before a queue is abandoned. An
 * event whose delivery takes longer is sent again, with the same id.
 */
const endWithinMs = { broken: 2_000, stopping: 5_000 };
/** Together far longer than a statement of a queue may take. */
const unlockAgain = { times: 5, everyMs: 6_000 };

/**
 * Processes the jobs that all instances share. After a lost connection the queue may begin a shutdown
 * that never ends, so it gets a few seconds, then a new queue with new connections takes over.
 */
export function startWorker(options: WorkerOptions): Worker {
  const stopping = new AbortController();
  /** Queues that ended here; jobs that they did not give back are still locked. */
  const former = new Set<string>();
  let isAlive = (): boolean => false;
  let hasWarned = false;

  const work = async (): Promise<void> => {
    const pool = openQueuePool(options);
    const life = createQueueLife(options);
    const ending = new AbortController();
    // A database that stood still executes what it had received: a former queue locks jobs after its end.
    const unlockLate = async (): Promise<void> => {
      for (let time = 0; time < unlockAgain.times; time++) {
        await setTimeout(unlockAgain.everyMs, undefined, { signal: ending.signal, ref: false });
        await pool.unlockJobsOf(former).catch(() => {});
      }
      if (!ending.signal.aborted) former.clear();
    };
    try {
      await pool.unlockJobsOf(former);
      unlockLate().catch(() => {});
      const queue = queueOptions(options, pool.pool);
      const runner = await run({
        ...queue,
        events: life.events,
        crontab: [
          upkeepSchedule,
          expireSchedule,
          settleBrakedSchedule,
          settleCompaniesSchedule,
          lookSchedule,
          importStatementsSchedule,
          matchStatementsSchedule,
          askAgainSchedule,
          signDaysSchedule,
        ].join('\n'),
      });
      isAlive = () => life.isAlive();
      hasWarned = false;
      await Promise.race([runner.promise, life.broken, aborted(stopping.signal)]).catch(() => {});
      const why = stopping.signal.aborted ? 'stopping' : 'broken';
      if (why === 'broken') options.logger.warn('the job queue broke and starts anew');
      const ended = Promise.allSettled([runner.stop(), runner.promise]);
      await Promise.race([ended, setTimeout(endWithinMs[why], undefined, { ref: false })]);
    } finally {
      isAlive = () => false;
      ending.abort();
      life.end();
      for (const id of life.ids) former.add(id);
      await pool.end();
    }
  };
  const workOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => {
        // Once, not every second until the database is back.
        if (!hasWarned) options.logger.warn({ err: error }, 'the job queue could not start');
        hasWarned = true;
      });
      await setTimeout(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = workOn();

  return {
    isRunning: () => isAlive(),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Runs the jobs that are due now, for tests, and leaves the connections open. */
export function runDueJobs(options: WorkerOptions, { pool }: QueuePool): Promise<void> {
  return runOnce(queueOptions(options, pool));
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
