import { setTimeout as wait } from 'node:timers/promises';

/** Waits for it, but not for ever: the test then fails with what it waited for. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await isSo()) return;
    await wait(20);
  }
  throw new Error(`It never came: ${what}`);
}
