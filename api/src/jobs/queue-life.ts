import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { concurrencyOf, type WorkerOptions } from './queue-options.ts';

/** Observes one queue from its start until it breaks. */
export interface QueueLife {
  /** For the queue, which reports to it. */
  readonly events: WorkerEvents;
  /** The names under which it locks jobs. */
  readonly ids: readonly string[];
  /** Whether it looked for a job lately. */
  isAlive(): boolean;
  /** Resolves when it cannot go on. */
  readonly broken: Promise<void>;
  end(): void;
}

/** Idle, it looks every few seconds. While all slots are in use it need not look. */
const silentForMs = { free: 10_000, full: 60_000 };

export function createQueueLife(options: WorkerOptions): QueueLife {
  const events: WorkerEvents = new EventEmitter();
  const ids: string[] = [];
  let breakUp = (): void => {};
  const broken = new Promise<void>((resolve) => {
    breakUp = resolve;
  });
  let lookedAt = performance.now();
  let isAnswered = false;
  let busy = 0;

  const looked = (): void => {
    lookedAt = performance.now();
    isAnswered = true;
  };
  const isSilent = (): boolean => {
    const limitMs = busy < concurrencyOf(options) ? silentForMs.free : silentForMs.full;
    return performance.now() - lookedAt > limitMs;
  };
  const watch = setInterval(() => {
    if (isSilent()) breakUp();
  }, 1_000);
  watch.unref();

  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id));
  events.on('worker:getJob:empty', looked);
  events.on('job:start', () => {
    busy++;
    looked();
  });
  events.on('job:complete', () => busy--);
  events.on('pool:fatalError', () => breakUp());
  events.on('pool:gracefulShutdown', () => breakUp());
  return {
    events,
    ids,
    isAlive: () => isAnswered && !isSilent(),
    broken,
    end: () => clearInterval(watch),
  };
}
