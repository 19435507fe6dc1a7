import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { apiSignIn, openAs } from '../e2e/support/sign-in.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';

const codes = 10_000;
const companies = [
  { list: 'none', as: 'owner@empty.test' },
  { list: `${codes} codes`, as: 'owner@demo-one.test' },
] as const;

interface Handling {
  readonly list: string;
  readonly act: string;
  /** From the press or key to the next paint, the slowest of all. */
  readonly worstMs: number;
}

/** The list over the most records, with rapid input. */
export async function measureLongLists(): Promise<void> {
  if (!process.env['SENTE_WEB_DIR']) {
    throw new BenchError('Run this with "npm run bench", which builds the web first.');
  }
  const server = await startDemoServer();
  const browser = await chromium.launch(chromiumOptions);
  try {
    await fill(browser, server.url);
    const handlings: Handling[] = [];
    for (const company of companies) {
      handlings.push(...(await handle(browser, server.url, company)));
    }
    console.log('\nProduct Codes in the browser, ms from an input to its picture');
    console.table(handlings);
    writeJson('long-lists', handlings);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function fill(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const { authToken, companyId } = await apiSignIn(context.request, companies[1].as);
  const headers = { authorization: `Bearer ${authToken}` };
  const lines = Array.from({ length: codes }, (_, number) => `SMOOTH-${number}`).join('\n');
  const response = await context.request.post('/api/Company/upload-csv', {
    headers,
    data: { companyId, product: 'DAY-1', base64CsvFile: Buffer.from(lines).toString('base64') },
  });
  if (!response.ok()) throw new BenchError(`The upload failed: ${await response.text()}`);
  await context.close();
}

async function handle(
  browser: Browser,
  baseURL: string,
  { list, as }: (typeof companies)[number],
): Promise<Handling[]> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openAs(page, as, '/client/product-codes');
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchInputs);
  const results: Handling[] = [];
  const timed = async (act: string, run: () => Promise<void>) => {
    await page.evaluate(() => Reflect.set(window, 'worstMs', 0));
    await run();
    // The browser reports an input shortly after its paint.
    await page.waitForTimeout(400);
    const worstMs = await page.evaluate(() => Reflect.get(window, 'worstMs') as number);
    results.push({ list, act, worstMs });
  };
  const next = page.getByRole('button', { name: 'Next' });
  if (await next.isVisible()) {
    await timed('next page, five times', () => times(5, () => next.click()));
  }
  await timed('scroll to the end and back', () => scroll(page));
  const box = page.getByRole('searchbox', { name: 'Search product codes...' });
  await timed('type a search', () => box.pressSequentially('smooth-99', { delay: 40 }));
  await timed('clear it', () => box.fill(''));
  await context.close();
  return results;
}

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += 1) await act();
}

async function scroll(page: Page): Promise<void> {
  for (const step of [600, 600, 600, -600, -600, -600]) await page.mouse.wheel(0, step);
}

/** Runs in the page. */
function watchInputs(): void {
  Reflect.set(window, 'worstMs', 0);
  const note = (entries: PerformanceObserverEntryList) => {
    for (const { duration } of entries.getEntries()) {
      const worst = Math.max(Number(Reflect.get(window, 'worstMs')), Math.round(duration));
      Reflect.set(window, 'worstMs', worst);
    }
  };
  // Missing in TypeScript's type.
  const inputs: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver(note).observe(inputs);
  new PerformanceObserver(note).observe({ type: 'longtask' });
}
