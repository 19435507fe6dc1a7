import { ensureBrowser } from './browser.mjs';
import { ensureWebBuilt } from './build.mjs';
import { runCheck, vitestStep } from './check.mjs';
import { report } from './problem.mjs';
import { say } from './progress.mjs';
import { countPlaywright, freshReport } from './reports.mjs';
import { toolPath } from './runtime.mjs';
import { runShownStep } from './steps.mjs';

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
    return { name, ok: false, passed: 0, failed: 1, skipped: 0, tests: 0 };
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

/** The last line is for machines as much as for people: it stands alone and never changes its form. */
function summarize(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failing = results.filter((result) => !result.ok).map((result) => result.name);
  say('');
  if (failing.length > 0) say(`Failed: ${failing.join(', ')}`);
  if (sum('skipped') > 0) say(`${sum('skipped')} skipped`);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return failing.length === 0 && sum('tests') > 0;
}
