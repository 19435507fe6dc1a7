import type { Page, Route } from '@playwright/test';

interface Held {
  /** How many calls have come so far. */
  readonly count: () => number;
  /** Lets them, and all that follow, go on. */
  readonly release: () => void;
}

/** Keeps the answers of these calls back until the test has seen enough of the waiting. */
export async function hold(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<Held> {
  let calls = 0;
  let release = (): void => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  await page.route(url, async (route) => {
    calls += 1;
    await gate;
    await answer(route);
  });
  return { count: () => calls, release: () => release() };
}
