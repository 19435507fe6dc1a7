import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { closingLines, countPlaywright, countVitest } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sente-reports-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportWith(content) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it("counts Vitest's cases; one that needed a second try is passed and named", () => {
  const result = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
  const file = reportWith({
    numPassedTests: 7,
    numFailedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: inRoot('api', 'a.test.ts'),
        startTime: 1_000,
        endTime: 8_500,
        assertionResults: [
          result('at once', 'passed'),
          result('late', 'passed', 'Error: 503'),
          result('never', 'failed', 'Error: 503'),
        ],
      },
    ],
  });
  const retried = ['api/a.test.ts late'];
  const failures = ['api/a.test.ts never'];
  const slowest = [{ file: 'api/a.test.ts', seconds: 7.5 }];
  expect(countVitest(file)).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    retried,
    failures,
    slowest,
  });
});

it("counts Playwright's cases; one that needed a second try is passed and named", () => {
  const spec = (title, status) => ({ title, file: 'roles.spec.ts', line: 7, tests: [{ status }] });
  const file = reportWith({
    stats: { expected: 5, flaky: 2, unexpected: 2, skipped: 3 },
    suites: [
      {
        specs: [spec('late', 'flaky'), spec('in time', 'expected')],
        suites: [{ specs: [spec('inner', 'flaky'), spec('never', 'unexpected')] }],
      },
    ],
  });
  const retried = ['roles.spec.ts:7 late', 'roles.spec.ts:7 inner'];
  const failures = ['roles.spec.ts:7 never'];
  expect(countPlaywright(file)).toEqual({
    passed: 7,
    failed: 2,
    skipped: 3,
    retried,
    failures,
    slowest: [],
  });
});

it('counts nothing when a run ended before it wrote its report', () => {
  expect(countVitest(join(folder, 'none.json'))).toMatchObject({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
});

it('the summary ends with the times, the failed and the retried tests and the counts', () => {
  const part = {
    ok: true,
    passed: 5,
    failed: 0,
    skipped: 0,
    retried: [],
    failures: [],
    slowest: [],
  };
  const lint = { ...part, name: 'lint', seconds: 12.4 };
  const browser = { ...part, name: 'browser tests', seconds: 200.6 };
  expect(closingLines([lint, browser])).toEqual([
    'Times: lint 12 s, browser tests 201 s',
    'Needed a second try: none',
    '10 passed, 0 failed',
  ]);
  const retried = ['a.spec.ts:1 a', 'b'];
  const slowest = [
    { file: 'a.test.ts', seconds: 3.2 },
    { file: 'b.test.ts', seconds: 41.7 },
  ];
  expect(closingLines([{ ...lint, slowest }])[1]).toBe(
    'Slowest files: b.test.ts 42 s, a.test.ts 3 s',
  );
  const worse = { ...browser, ok: false, failed: 2, skipped: 1, retried, failures: ['c', 'd'] };
  expect(closingLines([lint, worse]).slice(1)).toEqual([
    'Failed: browser tests; c; d',
    '1 skipped',
    'Needed a second try: a.spec.ts:1 a; b',
    '10 passed, 2 failed',
  ]);
});
