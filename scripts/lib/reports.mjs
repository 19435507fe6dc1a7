import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheDir, root } from './paths.mjs';

const NOTHING = { passed: 0, failed: 0, skipped: 0, retried: [], failures: [], slowest: [] };

/** The files to name: those that are worth making faster. */
const MOST_SLOW = 8;

/** The path of a test report; an old one is removed, so that it is not read after a crash. */
export function freshReport(name) {
  const folder = join(cacheDir, 'reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

export function countVitest(file) {
  const report = readReport(file);
  if (!report) return NOTHING;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    // A test that passed on retry keeps the messages of its first try.
    retried: namesOf(report, (test) => test.status === 'passed' && test.failureMessages.length > 0),
    failures: namesOf(report, (test) => test.status === 'failed'),
    slowest: slowestOf(report),
  };
}

function slowestOf({ testResults }) {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_SLOW);
}

function namesOf({ testResults }, isNamed) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isNamed).map(({ fullName }) => `${relative(root, name)} ${fullName}`),
  );
}

/** A test that passed on retry counts as passed, and is named. */
export function countPlaywright(file) {
  const { stats, suites } = readReport(file) ?? {};
  if (!stats) return NOTHING;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: specsThatWere('flaky', suites),
    failures: specsThatWere('unexpected', suites),
    slowest: [],
  };
}

function specsThatWere(wanted, suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...specsThatWere(wanted, suite.suites),
  ]);
}

/**
 * The end of a run. The last line is also for machines: it stands alone, and its format never
 * changes.
 */
export function closingLines(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failing = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const retried = results.flatMap((result) => result.retried);
  const failures = results.flatMap((result) => result.failures);
  const slowest = results
    .flatMap((result) => result.slowest)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_SLOW);
  return [
    `Times: ${results.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`,
    ...(slowest.length > 0
      ? [
          `Slowest files: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`,
        ]
      : []),
    ...(failing.length > 0 ? [`Failed: ${[failing.join(', '), ...failures].join('; ')}`] : []),
    ...(sum('skipped') > 0 ? [`${sum('skipped')} skipped`] : []),
    `Needed a second try: ${retried.join('; ') || 'none'}`,
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
