import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './e2e/support/browser.ts';

/** Whole flows against the real program with fresh demo data, which the global setup starts. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/browser-tests',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Two browsers on two busy cores are sometimes slow. A test that passed on retry is listed as flaky at
  // the end of the run and must be fixed.
  retries: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: chromiumOptions,
    // Recording every step takes longer than the steps themselves, so it is off by default.
    trace: process.env['SENTE_TRACE'] ? 'retain-on-failure' : 'off',
  },
});
