import type { Logger } from 'pino';
import { platformScope } from '../../db/scope.ts';
import { claimDue } from '../payments.queries.ts';
import { createAdvance, type AdvanceParts } from './advance.ts';
import type { PollOptions } from './poll-schedule.ts';

export interface RunnerOptions {
  readonly polling: PollOptions;
  /** Payments of this server that a network is being called for at once. */
  readonly concurrency: number;
  /** How often is looked for what other servers left and what is due by now. */
  readonly pollMs: number;
  /**
   * For how long nobody else takes up what is taken. Should a call last longer still, the next one
   * only asks, or sends the same id again.
   */
  readonly leaseMs: number;
}

export const defaultRunning = { concurrency: 64, pollMs: 500, leaseMs: 60_000 };

/** Carries payments on, one call to the network at a time, beside the runners of other servers. */
export interface Runner {
  start(): void;
  /** Something is due right now. */
  wake(): void;
  /** Takes nothing up any more and waits for what is under way. */
  stop(): Promise<void>;
}

interface Parts extends AdvanceParts {
  readonly logger: Logger;
}

export function createRunner(parts: Parts, options: RunnerOptions): Runner {
  const { database, logger } = parts;
  const advance = createAdvance(parts, options.polling);
  const underWay = new Set<Promise<void>>();
  /** Taking up a handful at a time would cost a database call each. */
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
        // It is taken up again when its lease is over.
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
    stop: async () => {
      isStopping = true;
      wake();
      await loop;
      await Promise.all(underWay);
    },
  };
}
