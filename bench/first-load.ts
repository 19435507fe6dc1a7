import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { openAs } from '../e2e/support/sign-in.ts';
import type { Stop } from '../e2e/support/tour.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';
import { everyRoute, routeName } from './routes.ts';

interface Budget {
  /** Gzipped kilobytes of JavaScript until the network is idle. */
  readonly kilobytes: number;
  /** The same until the first paint; undefined for no limit. */
  readonly beforePaintKilobytes?: number;
  /** The last request. On a busy machine the network is idle before the page has sent it. */
  readonly shows?: string;
}

const dashboard: Budget = { beforePaintKilobytes: 160, kilobytes: 190 };
/** The charts, 19 kB, load after the first paint. */
const withCharts: Budget = { ...dashboard, shows: '[data-chart] [data-series]' };
const budgets: Readonly<Record<string, Budget>> = {
  '/': { kilobytes: 90 },
  '/wallet': { kilobytes: 90 },
  '/login': { kilobytes: 115 },
  '/admin': withCharts,
  '/client': dashboard,
  '/client/analytics': withCharts,
  '/dashboard': dashboard,
  '/dashboard?tab=analytics': withCharts,
};
const anyOther: Budget = { kilobytes: 170 };

interface FirstLoad extends Budget {
  readonly path: string;
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
      'its budget': load.beforePaintKilobytes ?? '-',
      'in all': load.measuredKilobytes,
      budget: load.kilobytes,
      within: isWithin(load) ? 'yes' : 'NO',
      files: load.files,
    })),
  );
  writeJson('first-load', loads);
  const over = loads.filter((load) => !isWithin(load)).map(({ path }) => path);
  if (over.length > 0) throw new BenchError(`Over their budget: ${over.join(', ')}`);
}

function isWithin(load: FirstLoad): boolean {
  const { beforePaintKilobytes = Infinity, kilobytes } = load;
  return (
    load.measuredKilobytes <= kilobytes && load.measuredBeforePaintKilobytes <= beforePaintKilobytes
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
  const budget = budgets[path] ?? anyOther;
  if (budget.shows) await page.locator(budget.shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { scripts, paintedAt } = await page.evaluate(whatWasLoaded);
  await context.close();
  const kilobytes = (paths: readonly string[]): number =>
    Math.round(
      paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(webDir, path))).length, 0) / 100,
    ) / 10;
  return {
    ...budget,
    path: routeName(path),
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
