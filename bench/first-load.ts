import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { openAs } from '../e2e/support/sign-in.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';

interface Budget {
  readonly path: string;
  readonly as?: string;
  /** Gzipped kilobytes of JavaScript until the page is quiet. */
  readonly kilobytes: number;
  /** The same until something is painted; left out: no limit of its own. */
  readonly beforePaintKilobytes?: number;
}

const superadmin = 'superadmin@sente.test';
const owner = 'owner@demo-one.test';

const budgets: readonly Budget[] = [
  { path: '/', kilobytes: 90 },
  { path: '/wallet', kilobytes: 90 },
  { path: '/login', kilobytes: 125 },
  { path: '/admin', as: superadmin, beforePaintKilobytes: 160, kilobytes: 270 },
  { path: '/companies', as: superadmin, kilobytes: 170 },
  { path: '/companies/create', as: superadmin, kilobytes: 170 },
  { path: '/users', as: superadmin, kilobytes: 170 },
  { path: '/roles', as: superadmin, kilobytes: 170 },
  { path: '/accounts', as: superadmin, kilobytes: 170 },
  { path: '/settings', as: superadmin, kilobytes: 170 },
  { path: '/client', as: owner, beforePaintKilobytes: 160, kilobytes: 270 },
  { path: '/client/transactions', as: owner, kilobytes: 170 },
  { path: '/client/apitransactions', as: owner, kilobytes: 170 },
  { path: '/client/accounts', as: owner, kilobytes: 170 },
  { path: '/client/internet-products', as: owner, kilobytes: 170 },
  { path: '/client/product-codes', as: owner, kilobytes: 170 },
  { path: '/client/users', as: owner, kilobytes: 170 },
  { path: '/client/settings', as: owner, kilobytes: 170 },
];

interface FirstLoad extends Budget {
  readonly measuredKilobytes: number;
  readonly measuredBeforePaintKilobytes: number;
  readonly files: number;
}

/** What a browser really asks for on the first visit, counted in the gzipped size of each file. */
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
    for (const budget of budgets) results.push(await measure(browser, server.url, webDir, budget));
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
  budget: Budget,
): Promise<FirstLoad> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  // A file without scripts: nothing of the page is in the browser's cache yet.
  if (budget.as) await openAs(page, budget.as, '/favicon.svg');
  await page.goto(budget.path);
  await page.waitForLoadState('networkidle');
  const { scripts, paintedAt } = await page.evaluate(whatWasLoaded);
  await context.close();
  const kilobytes = (paths: readonly string[]): number =>
    Math.round(
      paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(webDir, path))).length, 0) / 100,
    ) / 10;
  return {
    ...budget,
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
