import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { apiSignIn } from '../e2e/support/sign-in.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';
import { everyRoute, routeName } from './routes.ts';

/** Over the whole visit: a shift below this is not noticeable. */
const budget = 0.02;
/** Late enough for every skeleton to be painted first. */
const answerDelayMs = 350;
/** Later still: the data is first rendered in the fallback font. */
const fontDelayMs = 700;
/** Waits for what follows the data: the code of a chart, the dot of the bell. */
const settleMs = 600;
const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

interface Shift {
  readonly path: string;
  readonly width: number;
  readonly score: number;
  /** The elements of the largest shift. */
  readonly moved: readonly string[];
}

/** The layout shift of a page while its data arrives late, as measured by the browser. */
export async function measureLayoutShift(): Promise<void> {
  if (!process.env['SENTE_WEB_DIR']) {
    throw new BenchError('Run this with "npm run bench", which builds the web first.');
  }
  const shifts = await measureAll();
  console.log(`\nLayout shift, with answers ${answerDelayMs} ms late (budget ${budget})`);
  console.table(
    shifts.map(({ path, width, score }) => ({
      path,
      width,
      score,
      within: score <= budget ? 'yes' : 'NO',
    })),
  );
  writeJson('layout-shift', shifts);
  const over = shifts.filter(({ score }) => score > budget);
  if (over.length === 0) return;
  const lines = over.map(({ path, width, moved }) => `${path} (${width}): ${moved.join('; ')}`);
  throw new BenchError(
    `Over the layout-shift budget, with the shifted elements:\n${lines.join('\n')}`,
  );
}

async function measureAll(): Promise<Shift[]> {
  const server = await startDemoServer();
  const browser = await chromium.launch(chromiumOptions);
  try {
    const results: Shift[] = [];
    const stateOf = createStates(browser, server.url);
    for (const { path, as } of await everyRoute(browser, server.url)) {
      const state = as && { storageState: await stateOf(as) };
      const shifts = screens.map(async (viewport) => ({
        path: routeName(path),
        width: viewport.width,
        ...(await measure(browser, { baseURL: server.url, viewport, ...state }, path)),
      }));
      results.push(...(await Promise.all(shifts)));
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
  }
}

type StorageState = NonNullable<BrowserContextOptions['storageState']>;

/** One sign-in per user, although every page opens in a new browser context. */
function createStates(browser: Browser, url: string): (email: string) => Promise<StorageState> {
  const states = new Map<string, Promise<StorageState>>();
  async function signIn(email: string): Promise<StorageState> {
    const context = await browser.newContext({ baseURL: url });
    const session = await apiSignIn(context.request, email);
    await context.close();
    const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
    return { cookies: [], origins: [{ origin: url, localStorage }] };
  }
  return (email) => {
    const state = states.get(email) ?? signIn(email);
    states.set(email, state);
    return state;
  };
}

async function measure(
  browser: Browser,
  options: BrowserContextOptions,
  path: string,
): Promise<Pick<Shift, 'score' | 'moved'>> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await delay(page, '**/api/**', answerDelayMs);
  await delay(page, '**/*.woff2', fontDelayMs);
  await page.goto(path);
  await page.waitForFunction(isFilled);
  await page.waitForLoadState('networkidle');
  await sleep(settleMs);
  const shift = await page.evaluate(whatMoved);
  await context.close();
  return { ...shift, score: Math.round(shift.score * 1000) / 1000 };
}

async function delay(page: Page, url: string, ms: number): Promise<void> {
  await page.route(url, async (route) => {
    await sleep(ms);
    await route.continue();
  });
}

/** Runs in the page. Network idle is not enough: a busy machine sends nothing while it computes. */
function isFilled(): boolean {
  return (
    document.querySelector('h1') !== null && document.querySelector('[data-skeleton]') === null
  );
}

/** The fields of layout-shift entries that TypeScript's types lack. */
interface LayoutShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Runs in the page. */
async function whatMoved(): Promise<{ score: number; moved: string[] }> {
  const entries = await new Promise<LayoutShiftEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) =>
      resolve(list.getEntries() as LayoutShiftEntry[]),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
    // Without any shift the observer is never called.
    setTimeout(() => resolve([]), 300);
  });
  const shifts = entries.filter(({ hadRecentInput }) => !hadRecentInput);
  const [largest] = shifts.toSorted((a, b) => b.value - a.value);
  const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
    [x, y, width, height].map(Math.round).join(' ');
  const moved = (largest?.sources ?? []).map(({ node, previousRect, currentRect }) => {
    const text = node?.textContent?.trim().slice(0, 30) ?? '';
    return `${node?.nodeName ?? 'gone'} "${text}" ${place(previousRect)} > ${place(currentRect)}`;
  });
  return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved };
}
