import { inRoot } from './paths.mjs';
import { countVitest, freshReport } from './reports.mjs';
import { toolPath } from './runtime.mjs';
import { runSteps } from './steps.mjs';

/**
 * In whole runs, as in the browser: other programs compete with the tests for two cores. A test that
 * passed on retry is named at the end of the run and must be fixed.
 */
export const RETRY = '--retry=1';

/** Everything that needs neither database nor browser. The slowest come first, so that they overlap. */
function checkSteps() {
  return [
    // In random order: the web's files share a worker, and none may depend on another. Vitest
    // prints the seed; `--sequence.seed=` with it repeats the order. Not in one run with the other
    // unit tests: a worker that alternates between the projects loads all modules anew each time.
    vitestStep('web tests', 'unit-web', 'unit-web', ['--sequence.shuffle.files', RETRY]),
    { name: 'lint', args: [toolPath('oxlint'), '--type-aware', '--deny-warnings'] },
    vitestStep('unit tests', 'unit-node', 'unit-node'),
    ...['api', 'web', 'contract', '.'].map(typeStep),
    formattingStep('--check'),
    { name: 'unused code', args: [toolPath('knip'), '--no-progress'] },
    { name: 'structure', args: [inRoot('scripts', 'check-structure.mjs')] },
  ];
}

/** `--check` only reports, `--write` fixes. */
export function formattingStep(mode) {
  return { name: 'formatting', args: [toolPath('oxfmt'), mode, '.'] };
}

function typeStep(project) {
  const name = `types of ${project === '.' ? 'the rest' : project}`;
  return { name, args: [toolPath('typescript', 'tsc'), '--noEmit', '--project', project] };
}

/** Prints with the default reporter and also writes the figures to a report file. */
export function vitestStep(name, project, report, extraArgs = []) {
  const file = freshReport(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    args: [toolPath('vitest'), 'run', '--project', project, ...reporters, ...extraArgs],
    env: { NODE_ENV: 'test' },
    counts: () => countVitest(file),
  };
}

/** `more` are steps that fit in beside the longest one. */
export function runCheck(runtime, more = []) {
  return runSteps([...checkSteps(), ...more], runtime);
}
