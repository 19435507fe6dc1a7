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
}

const budgets: readonly Budget[] = [
  { path: '/login', kilobytes: 130 },
  { path: '/', kilobytes: 130 },
  { path: '/companies', as: 'superadmin@sente.test', kilobytes: 170 },
  { path: '/companies/create', as: 'superadmin@sente.test', kilobytes: 170 },
  { path: '/client', as: 'owner@demo-one.test', kilobytes: 170 },
];

interface FirstLoad extends Budget {
  readonly measuredKilobytes: number;
  readonly files: number;
}

/** What a browser really asks for on the first visit, counted in the gzipped size of each file. */
export async function measureFirstLoad(): Promise<void> {
  const webDir = process.env['SENTE_WEB_DIR'];
  if (!webDir) throw new BenchError('Run this with "npm run bench", which builds the web first.');
  const loads = await measureAll(webDir);
  console.log('First load, JavaScript gzipped');
  console.table(
    loads.map(({ path, measuredKilobytes, kilobytes, files }) => ({
      path,
      'measured kB': measuredKilobytes,
      'budget kB': kilobytes,
      within: measuredKilobytes <= kilobytes ? 'yes' : 'NO',
      files,
    })),
  );
  writeJson('first-load', loads);
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
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.ok() && pathname.endsWith('.js')) scripts.add(pathname);
  });
  if (budget.as) await openAs(page, budget.as, budget.path);
  else await page.goto(budget.path);
  await page.waitForLoadState('networkidle');
  await context.close();
  const bytes = [...scripts].reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(webDir, path))).length,
    0,
  );
  return { ...budget, measuredKilobytes: Math.round(bytes / 100) / 10, files: scripts.size };
}
