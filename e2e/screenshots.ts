import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from './support/browser.ts';
import startServers from './support/global-setup.ts';
import { planScenes } from './support/scenes.ts';
import { openAs } from './support/sign-in.ts';
import { planTour, type Stop } from './support/tour.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const widths = [1440, 1280, 1024, 390] as const;
const themes = ['light', 'dark'] as const;

/**
 * `npm run screenshots`, or `npm run screenshots -- compan` for the stops whose name contains that.
 */
const [wanted = ''] = process.argv.slice(2);
const stop = await startServers();
const baseURL = process.env['SENTE_E2E_URL'] ?? '';
const browser = await chromium.launch(chromiumOptions);
try {
  const { request } = await browser.newContext({ baseURL });
  const stops = (await planTour(request)).filter((stop) => stop.name.includes(wanted));
  if (!wanted) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // One window per user: signing in for each picture would take longer than the pictures.
  for (const person of new Set(stops.map((stop) => stop.as))) {
    await takePictures(
      browser,
      stops.filter((stop) => stop.as === person),
    );
  }
  const scenes = await takeScenes(browser);
  const count = (stops.length + scenes) * themes.length * widths.length;
  console.log(`${count} pictures in ${folder}`);
} finally {
  await browser.close();
  await stop();
}

async function takePictures(browser: Browser, stops: readonly Stop[]): Promise<void> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [index, stop] of stops.entries()) {
    await page.setViewportSize({ width: widths[0], height: 900 });
    if (stop.as && index === 0) await openAs(page, stop.as, stop.path);
    else await page.goto(stop.path);
    await takeAll(page, stop.name, true);
  }
  await context.close();
}

/** In all widths and themes, without another visit. */
async function takeAll(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.waitForLoadState('networkidle');
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage });
    }
  }
}

/** Each continues where the one before ended, so all are visited and those that are wanted are pictured. */
async function takeScenes(browser: Browser): Promise<number> {
  const scenes = planScenes();
  const last = scenes.findLastIndex(({ name }) => name.includes(wanted));
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  let count = 0;
  for (const { name, arrive } of scenes.slice(0, last + 1)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await arrive(page);
    if (!name.includes(wanted)) continue;
    count += 1;
    // A dialog covers the window, not the whole page.
    const fullPage = (await page.getByRole('dialog').count()) === 0;
    await takeAll(page, name, fullPage);
  }
  await context.close();
  return count;
}
