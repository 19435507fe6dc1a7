import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { openAs } from '../e2e/support/sign-in.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';

/** A phone with poor reception: 400 ms round trip, 0.8 Mbit/s. */
const line = { latencyMs: 400, bitsPerSecond: 800_000 };

const admin = 'superadmin@sente.test';
const owner = 'owner@demo-one.test';
const lists = [
  { path: '/companies', as: admin },
  { path: '/users', as: admin },
  { path: '/roles', as: admin },
  { path: '/accounts', as: admin },
  { path: '/client/transactions', as: owner },
  { path: '/client/apitransactions', as: owner },
  { path: '/client/internet-products', as: owner },
  { path: '/client/users', as: owner },
] as const;

interface SlowLoad {
  readonly path: string;
  /** Until the network is idle: HTML, styles, font, code and data. */
  readonly requests: number;
  readonly kilobytes: number;
  readonly firstRowMs: number;
}

/** The load time of a list on a slow line, signed in and with an empty cache. */
export async function measureSlowLine(): Promise<void> {
  if (!process.env['SENTE_WEB_DIR']) {
    throw new BenchError('Run this with "npm run bench", which builds the web first.');
  }
  const server = await startDemoServer();
  const browser = await chromium.launch(chromiumOptions);
  try {
    const loads: SlowLoad[] = [];
    for (const list of lists) loads.push(await measure(browser, server.url, list));
    console.log(`\nLists on a line of ${line.latencyMs} ms and ${line.bitsPerSecond / 1e6} Mbit/s`);
    console.table(loads);
    writeJson('slow-line', loads);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measure(
  browser: Browser,
  baseURL: string,
  { path, as }: (typeof lists)[number],
): Promise<SlowLoad> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // A page without scripts, so that nothing of the portal is cached yet.
  await openAs(page, as, '/favicon.svg');
  await page.addInitScript(noteFirstRow);
  const traffic = await slowDown(page);
  await page.goto(path);
  await page.waitForFunction(() => Reflect.has(window, 'firstRowMs'));
  const firstRowMs = await page.evaluate(() => Reflect.get(window, 'firstRowMs') as number);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { path, ...traffic(), firstRowMs };
}

/** Also counts the transferred bytes. */
async function slowDown(page: Page): Promise<() => Pick<SlowLoad, 'requests' | 'kilobytes'>> {
  const devtools = await page.context().newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', () => (requests += 1));
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.bitsPerSecond / 8,
    uploadThroughput: line.bitsPerSecond / 8,
  });
  return () => ({ requests, kilobytes: Math.round(bytes / 1000) });
}

/**
 * Runs in the page. A frame callback runs right before a paint, a timeout set in it right after.
 */
function noteFirstRow(): void {
  const look = (): void => {
    if (!document.querySelector('main [aria-busy="false"] tbody td')) {
      requestAnimationFrame(look);
      return;
    }
    setTimeout(() => Reflect.set(window, 'firstRowMs', Math.round(performance.now())));
  };
  requestAnimationFrame(look);
}
