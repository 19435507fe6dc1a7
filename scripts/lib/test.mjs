import { ensureBrowser } from './browser.mjs';
import { ensureWebBuilt } from './build.mjs';
import { runCheck, vitestStep } from './check.mjs';
import { report } from './problem.mjs';
import { say } from './progress.mjs';
import { closingLines, countPlaywright, freshReport } from './reports.mjs';
import { toolPath } from './runtime.mjs';
import { NO_TESTS, runShownStep } from './steps.mjs';

/** Everything, from the cheapest to the dearest; a failure does not hide what the later steps would say. */
export async function runAllTests(runtime) {
  const results = await runCheck(runtime);
  results.push(await runShownStep(vitestStep('API tests', 'api', 'api'), runtime));
  results.push(await runBrowserTests(runtime));
  return summarize(results);
}

async function runBrowserTests(runtime) {
  const name = 'browser tests';
  try {
    const webDir = await ensureWebBuilt(runtime);
    const browser = await ensureBrowser(runtime);
    return await runShownStep(playwrightStep(name, webDir, browser), runtime);
  } catch (error) {
    report(error);
    return { ...NO_TESTS, name, ok: false };
  }
}

function playwrightStep(name, webDir, browser) {
  const file = freshReport('browser');
  return {
    name,
    args: [toolPath('@playwright/test', 'playwright'), 'test', '--reporter=line,json'],
    env: {
      CHROME_PATH: browser,
      SENTE_WEB_DIR: webDir,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
    counts: () => countPlaywright(file),
  };
}

function summarize(results) {
  say('');
  for (const line of closingLines(results)) say(line);
  return results.every(({ ok }) => ok) && results.some(({ tests }) => tests > 0);
}
