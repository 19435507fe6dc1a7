import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { openAs } from '../e2e/support/sign-in.ts';
import { budgetOf, type Budget } from '../e2e/support/budgets.ts';
import { routeOf, type Stop } from '../e2e/support/tour.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';
import { everyRoute, routeName } from './routes.ts';

/** The last request. On a busy machine the network is idle before the page has sent it. */
const chart = '[data-chart] [data-series]';
const shows: Readonly<Record<string, string>> = {
  '/admin': chart,
  '/client/analytics': chart,
  '/dashboard?tab=analytics': chart,
};

/** Of the pages with a little script of their own, which a browser gets without the portal. */
const sitePages = { beforePaint: 90, inAll: 90, files: 20 };
const isSitePage = (path: string) => path === '/' || path === '/wallet';

interface FirstLoad {
  readonly path: string;
  readonly budget: Budget;
  readonly measuredKilobytes: number;
  readonly measuredBeforePaintKilobytes: number;
  readonly files: number;
}

/** What a browser requests on the first visit, in gzipped bytes per file. */
export async function measureFirstLoad(): Promise<void> {
  const webDir = process.env['SENTE_WEB_DIR'];
  if (!webDir) throw new BenchError('Run this with "npm run bench", which builds the web first.');
  const loads = await measureAll(webDir);
  console.log('First load, JavaScript gzipped, kB');
  console.table(
    loads.map((load) => ({
      path: load.path,
      'before first paint': load.measuredBeforePaintKilobytes,
      'its budget': load.budget.beforePaint,
      'in all': load.measuredKilobytes,
      budget: load.budget.inAll,
      within: isWithin(load) ? 'yes' : 'NO',
      files: load.files,
    })),
  );
  writeJson('first-load', loads);
  const over = loads.filter((load) => !isWithin(load)).map(({ path }) => path);
  if (over.length > 0) throw new BenchError(`Over their budget: ${over.join(', ')}`);
}

function isWithin({ budget, ...load }: FirstLoad): boolean {
  return (
    load.measuredKilobytes <= budget.inAll &&
    load.measuredBeforePaintKilobytes <= budget.beforePaint
  );
}

async function measureAll(webDir: string): Promise<FirstLoad[]> {
  const server = await startDemoServer();
  const browser = await chromium.launch(chromiumOptions);
  try {
    const results: FirstLoad[] = [];
    for (const stop of await everyRoute(browser, server.url)) {
      results.push(await measure(browser, server.url, webDir, stop));
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measure(
  browser: Browser,
  baseURL: string,
  webDir: string,
  { path, as }: Stop,
): Promise<FirstLoad> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  // A page without scripts, so that nothing of the portal is cached yet.
  if (as) await openAs(page, as, '/favicon.svg');
  await page.goto(path);
  const last = shows[path];
  if (last) await page.locator(last).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { scripts, paintedAt } = await page.evaluate(whatWasLoaded);
  await context.close();
  const kilobytes = (paths: readonly string[]): number =>
    Math.round(
      paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(webDir, path))).length, 0) / 100,
    ) / 10;
  return {
    path: routeName(path),
    budget: isSitePage(path) ? sitePages : budgetOf(routeOf(path) ?? path),
    measuredKilobytes: kilobytes(scripts.map(({ path }) => path)),
    measuredBeforePaintKilobytes: kilobytes(
      scripts.filter(({ endedAt }) => endedAt <= paintedAt).map(({ path }) => path),
    ),
    files: scripts.length,
  };
}

/** Runs in the page. */
function whatWasLoaded(): { scripts: { path: string; endedAt: number }[]; paintedAt: number } {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = new Map(
    resources
      .map(({ name, responseEnd }) => ({ path: new URL(name).pathname, endedAt: responseEnd }))
      .filter(({ path }) => path.endsWith('.js'))
      .map((script) => [script.path, script]),
  );
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { scripts: [...scripts.values()], paintedAt: paint?.startTime ?? Infinity };
}
