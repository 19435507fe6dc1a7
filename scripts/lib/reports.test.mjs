import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sente-reports-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportWith(content) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it("counts Vitest's cases", () => {
  const file = reportWith({
    numPassedTests: 7,
    numFailedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
  });
  expect(countVitest(file)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

it("counts Playwright's cases, a flaky one as passed", () => {
  const file = reportWith({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 3 } });
  expect(countPlaywright(file)).toEqual({ passed: 6, failed: 2, skipped: 3 });
});

it('counts nothing when a run ended before it wrote its report', () => {
  expect(countVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
