import { setTimeout as wait } from 'node:timers/promises';

const warmUpMs = 2_000;

/**
 * Keeps this many callers busy, each with one call at a time, and returns the calls per second. The
 * first two seconds are not counted.
 */
export async function rateOf(
  call: () => Promise<void>,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<number> {
  let done = 0;
  let stopped = false;
  const busy = Array.from({ length: callers }, async () => {
    while (!stopped) {
      await call();
      done++;
    }
  });
  // An error of any caller ends the measurement at once.
  const all = Promise.all(busy).finally(() => (stopped = true));
  await Promise.race([all, wait(warmUpMs)]);
  const [before, startedAt] = [done, performance.now()];
  await Promise.race([all, wait(seconds * 1_000)]);
  const rate = (done - before) / ((performance.now() - startedAt) / 1_000);
  stopped = true;
  await all;
  return rate;
}

/** Makes so many calls with this many callers, and returns the calls per second. */
export async function rateOfSome(
  call: () => Promise<void>,
  { callers, count }: { callers: number; count: number },
): Promise<number> {
  const startedAt = performance.now();
  let left = count;
  const busy = Array.from({ length: callers }, async () => {
    while (left-- > 0) await call();
  });
  await Promise.all(busy);
  return count / ((performance.now() - startedAt) / 1_000);
}

export function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
