import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './paths.mjs';

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** The place for a test report; an old one is removed, so that it cannot speak for a run that crashed. */
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
  };
}

/** A flaky test passed at last, so it counts as passed. */
export function countPlaywright(file) {
  const stats = readReport(file)?.stats;
  if (!stats) return NOTHING;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
