import type { Logger } from 'pino';
import { platformScope } from '../../db/scope.ts';
import { claimDue } from '../payments.queries.ts';
import { createAdvance, type AdvanceParts } from './advance.ts';
import { keepingClaims } from './renewal.ts';
import type { PollOptions } from '../settling/poll-schedule.ts';

export interface RunnerOptions {
  readonly polling: PollOptions;
  /** Maximum number of concurrent network calls of this server. */
  readonly concurrency: number;
  /** How often to look for due payments. */
  readonly pollMs: number;
  /**
   * How long a claim lasts unless it is renewed. After it, another server asks or sends again with
   * the same id, which is safe.
   */
  readonly leaseMs: number;
}

export const defaultRunning = { concurrency: 64, pollMs: 500, leaseMs: 12_000 };

/** Processes due payments, in parallel with the runners of other servers. */
export interface Runner {
  start(): void;
  /** Looks for due payments at once. */
  wake(): void;
  /** Without `start`: processes what is due now. True if there was anything. */
  drain(): Promise<boolean>;
  /** Stops claiming and waits for running calls. */
  stop(): Promise<void>;
}

interface Parts extends AdvanceParts {
  readonly logger: Logger;
}

export function createRunner(parts: Parts, options: RunnerOptions): Runner {
  const { database, logger } = parts;
  const advance = keepingClaims(createAdvance(parts, options.polling), parts, options.leaseMs);
  const underWay = new Set<Promise<void>>();
  /** Claiming a few at a time would cost a database call each. */
  const fewest = Math.ceil(options.concurrency / 4);
  let loop: Promise<void> | undefined;
  let isStopping = false;
  let isWoken = false;
  let wakeUp = (): void => {};

  const wake = (): void => {
    isWoken = true;
    wakeUp();
  };
  const pause = async (): Promise<void> => {
    if (!isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.pollMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isWoken = false;
  };
  const takeUp = async (count: number): Promise<number> => {
    const claimed = await database.within(platformScope, (db) =>
      claimDue(db, count, options.leaseMs),
    );
    for (const payment of claimed) {
      const work = advance(payment)
        // The payment is claimed again when its lease expires.
        .catch((error: unknown) =>
          logger.error({ err: error, paymentId: payment.id }, 'a payment was not carried on'),
        )
        .finally(() => {
          underWay.delete(work);
          if (options.concurrency - underWay.size >= fewest) wake();
        });
      underWay.add(work);
    }
    return claimed.length;
  };
  const run = async (): Promise<void> => {
    while (!isStopping) {
      const free = options.concurrency - underWay.size;
      if (free < fewest) {
        await pause();
        continue;
      }
      const taken = await takeUp(free).catch((error: unknown) => {
        logger.error({ err: error }, 'due payments could not be read');
        return 0;
      });
      if (taken < free) await pause();
    }
  };

  return {
    start: () => {
      loop ??= run();
    },
    wake,
    drain: async () => {
      const taken = await takeUp(options.concurrency);
      await Promise.all(underWay);
      return taken > 0;
    },
    stop: async () => {
      isStopping = true;
      wake();
      await loop;
      await Promise.all(underWay);
    },
  };
}
