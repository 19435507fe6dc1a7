import { availableParallelism } from 'node:os';
import { run } from './processes.mjs';
import { say, secondsSince } from './progress.mjs';

/**
 * Runs steps in parallel, as many as there are cores, and prints a line for each as it ends, with
 * its output if it failed. A step is { name, args, counts? }: `args` are for Node, and `counts`
 * reads its test cases from the report it wrote. Returns [{ name, ok, passed, failed, skipped,
 * tests, retried, failures, slowest, seconds, summary }].
 */
export async function runSteps(steps, runtime) {
  const waiting = [...steps];
  const results = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      results.push(await runStep(step, runtime, true));
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

/** Runs one long step with live output. */
export async function runShownStep(step, runtime) {
  say(`\n== ${step.name}`);
  return runStep(step, runtime, false);
}

async function runStep(step, runtime, capture) {
  const startedAt = performance.now();
  const { code, output } = await run(runtime.node, step.args, {
    capture,
    env: { ...runtime.env, ...step.env },
    stopWithinMs: 5_000,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const result = { ...judge(step, code === 0), seconds };
  say(`== ${step.name}: ${result.summary}, ${secondsSince(startedAt)}`);
  if (!result.ok && capture) say(`${output.trim()}\n`);
  return result;
}

export const NO_TESTS = {
  passed: 0,
  failed: 1,
  skipped: 0,
  tests: 0,
  retried: [],
  failures: [],
  slowest: [],
  seconds: 0,
};

/**
 * A step without test cases counts as one, passed or failed. So does a crash outside a test case.
 */
function judge(step, endedWell) {
  const { name } = step;
  if (!step.counts) {
    const passed = endedWell ? 1 : 0;
    const summary = endedWell ? 'passed' : 'FAILED';
    return { ...NO_TESTS, name, ok: endedWell, passed, failed: 1 - passed, summary };
  }
  const { passed, failed: casesFailed, skipped, retried, failures, slowest } = step.counts();
  const tests = passed + casesFailed;
  const ok = endedWell && casesFailed === 0 && tests > 0;
  const failed = ok ? 0 : Math.max(1, casesFailed);
  const summary = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  return { name, ok, passed, failed, skipped, tests, retried, failures, slowest, summary };
}
