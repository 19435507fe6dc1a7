import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from './support/browser.ts';
import startServers from './support/global-setup.ts';
import { planScenes } from './support/scenes.ts';
import { openAs } from './support/sign-in.ts';
import { planTour, type Stop } from './support/tour.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const widths = [1440, 390] as const;
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
  for (const theme of themes) {
    for (const width of widths) {
      // One window per user: signing in for each picture would take longer than the pictures.
      for (const person of new Set(stops.map((stop) => stop.as))) {
        const theirs = stops.filter((stop) => stop.as === person);
        await takePictures(browser, theirs, theme, width);
      }
    }
  }
  const scenes = await takeScenes(browser);
  const count = (stops.length + scenes) * themes.length * widths.length;
  console.log(`${count} pictures in ${folder}`);
} finally {
  await browser.close();
  await stop();
}

async function takePictures(
  browser: Browser,
  stops: readonly Stop[],
  theme: (typeof themes)[number],
  width: (typeof widths)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width === 1440 ? 900 : 844 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const [index, stop] of stops.entries()) {
    if (stop.as && index === 0) await openAs(page, stop.as, stop.path);
    else await page.goto(stop.path);
    await page.waitForLoadState('networkidle');
    const path = join(folder, `${stop.name}-${theme}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await context.close();
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
    for (const theme of themes) {
      for (const width of widths) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
        await page.waitForLoadState('networkidle');
        await page.screenshot({
          path: join(folder, `${name}-${theme}-${width}.png`),
          fullPage,
        });
      }
    }
  }
  await context.close();
  return count;
}
