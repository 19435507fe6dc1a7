import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canAptInstall } from './debian.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { timed } from './progress.mjs';
import { toolPath } from './runtime.mjs';

/** The headless shell comes first: it opens a page in a tenth of the time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of a browser for the tests: an installed one, or one installed now. */
export async function ensureBrowser(runtime) {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (works(asked)) return asked;
    throw new Problem(`CHROME_PATH names ${asked}, which does not start. Correct it, or unset it.`);
  }
  return (await findBrowser()) ?? (await installBrowser(runtime));
}

async function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, MAC_CHROME].find(works) ?? (await playwrightsOwn());
}

/** On Ubuntu `chromium-browser` may only be a stub for a snap, so each is started as a test. */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return works(path) ? path : null;
}

async function installBrowser(runtime) {
  if (canAptInstall()) {
    await timed('Installing Chromium with apt-get', installFromDebian);
    const found = await findBrowser();
    if (found) return found;
  }
  const withDeps = canAptInstall() ? ['--with-deps'] : [];
  const args = [toolPath('@playwright/test', 'playwright'), 'install', ...withDeps, 'chromium'];
  await timed("Installing Playwright's Chromium", () =>
    run(runtime.node, args, { capture: true, env: runtime.env }),
  );
  const found = await findBrowser();
  if (found) return found;
  throw new Problem(
    'The browser tests need Chromium, and it could be neither found nor installed. ' +
      'Install it, or set CHROME_PATH to a Chrome or Chromium.',
  );
}

/** The shell is a separate package on newer Debians only. */
async function installFromDebian() {
  const { code } = await aptInstall('chromium-headless-shell');
  if (code !== 0) await aptInstall('chromium');
}
