import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from './support/browser.ts';
import { startDemoServer } from './support/server.ts';
import { openAs } from './support/sign-in.ts';
import { planTour, type Stop } from './support/tour.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const widths = [1440, 390] as const;
const themes = ['light', 'dark'] as const;

/** `npm run screenshots`, or `npm run screenshots -- compan` for the stops whose name has that in it. */
const [wanted = ''] = process.argv.slice(2);
const server = await startDemoServer();
const browser = await chromium.launch(chromiumOptions);
try {
  const { request } = await browser.newContext({ baseURL: server.url });
  const stops = (await planTour(request)).filter((stop) => stop.name.includes(wanted));
  if (!wanted) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const theme of themes) {
    for (const width of widths) {
      for (const stop of stops) await takePicture(browser, stop, theme, width);
    }
  }
  console.log(`${stops.length * themes.length * widths.length} pictures in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
}

async function takePicture(
  browser: Browser,
  stop: Stop,
  theme: (typeof themes)[number],
  width: (typeof widths)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height: width === 1440 ? 900 : 844 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (stop.as) await openAs(page, stop.as, stop.path);
  else await page.goto(stop.path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: join(folder, `${stop.name}-${theme}-${width}.png`),
    fullPage: true,
  });
  await context.close();
}
