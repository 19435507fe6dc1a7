import { ensureBrowser } from './browser.mjs';
import { ensureLanguages } from './debian.mjs';
import { ensureProgramsBuilt, ensureWebBuilt } from './build.mjs';
import { RETRY, runCheck, vitestStep } from './check.mjs';
import { filesIn, inRoot } from './paths.mjs';
import { Problem, report } from './problem.mjs';
import { say } from './progress.mjs';
import { closingLines, countPlaywright, freshReport } from './reports.mjs';
import { toolPath } from './runtime.mjs';
import { NO_TESTS, runShownStep } from './steps.mjs';

/** Everything, from the fastest to the slowest; a failure does not skip the later steps. */
export async function runAllTests(runtime) {
  const results = await runCheck(runtime, [buildStep]);
  await ensureLanguages();
  results.push(await runVitest('API tests', 'api', 'api', [RETRY], runtime));
  results.push(await runBrowserTests(runtime));
  return summarize(results);
}

/** Beside the web tests: alone it would leave half of the machine idle. The later steps find everything built. */
const buildStep = { name: 'build', args: [inRoot('scripts', 'build.mjs')] };

/** Only the test files whose path contains one of `paths`; those under e2e/ run in the browser. */
export async function runTestsIn(paths, runtime) {
  const { flows, others } = splitPaths(paths, testFiles());
  const results = [];
  if (others.length > 0) {
    results.push(await runVitest('tests', '*', 'chosen', others, runtime));
  }
  if (flows.length > 0) results.push(await runBrowserTests(runtime, flows));
  return summarize(results);
}

/** The flows to run in the browser, and the paths to pass on to Vitest. */
export function splitPaths(paths, files) {
  const chosen = (path) => files.filter((file) => file.includes(path));
  const unknown = paths.filter((path) => chosen(path).length === 0);
  if (unknown.length > 0)
    throw new Problem(`No test file has ${unknown.join(' or ')} in its path.`);
  const flows = new Set(paths.flatMap(chosen).filter(isFlow));
  const others = paths.filter((path) => chosen(path).some((file) => !isFlow(file)));
  return { flows: [...flows], others };
}

function isFlow(file) {
  return file.startsWith('e2e/');
}

function testFiles() {
  return ['contract', 'api', 'web', 'scripts', 'e2e'].flatMap((folder) =>
    filesIn(folder).filter((path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path)),
  );
}

/** With the programs as `npm start` runs them. */
function runVitest(name, project, reportName, args, runtime) {
  return runPrepared(name, runtime, async () => {
    const step = vitestStep(name, project, reportName, args);
    const SENTE_PROGRAMS_DIR = await ensureProgramsBuilt(runtime);
    return { ...step, env: { ...step.env, SENTE_PROGRAMS_DIR } };
  });
}

function runBrowserTests(runtime, paths = []) {
  const name = 'browser tests';
  return runPrepared(name, runtime, async () => {
    const env = {
      SENTE_WEB_DIR: await ensureWebBuilt(runtime),
      SENTE_PROGRAMS_DIR: await ensureProgramsBuilt(runtime),
      CHROME_PATH: await ensureBrowser(runtime),
    };
    return playwrightStep(name, env, paths);
  });
}

/** A step that cannot be prepared has failed; the others run. */
async function runPrepared(name, runtime, prepare) {
  try {
    return await runShownStep(await prepare(), runtime);
  } catch (error) {
    report(error);
    return { ...NO_TESTS, name, ok: false };
  }
}

function playwrightStep(name, env, paths) {
  const file = freshReport('browser');
  return {
    name,
    args: [toolPath('@playwright/test', 'playwright'), 'test', ...paths, '--reporter=line,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    counts: () => countPlaywright(file),
  };
}

function summarize(results) {
  say('');
  for (const line of closingLines(results)) say(line);
  return results.every(({ ok }) => ok) && results.some(({ tests }) => tests > 0);
}
