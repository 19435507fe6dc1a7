import type { Page, Route } from '@playwright/test';

interface Held {
  /** The number of calls so far. */
  readonly count: () => number;
  /** Releases them and all later calls. */
  readonly release: () => void;
}

/** Delays the answers of these calls until the test releases them. */
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
