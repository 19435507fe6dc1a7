import { defineConfig } from 'vitest/config';

/**
 * Three projects. `unit-node` and `unit-web` need nothing but the code and run in every check;
 * `api` runs against a real PostgreSQL, which its global setup starts.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit-node',
          environment: 'node',
          maxWorkers: 2,
          include: [
            'contract/src/**/*.test.ts',
            'api/src/**/*.unit.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        extends: 'web/vite.config.ts',
        root: '.',
        test: {
          name: 'unit-web',
          environment: 'jsdom',
          // Each file still has a document and modules of its own, but jsdom itself is loaded once per
          // worker: 27 s instead of 130 s for 29 files on two busy cores.
          pool: 'vmThreads',
          maxWorkers: 2,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/setup.ts'],
          // Whole pages in jsdom, on a machine that may have much else to do.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['api/{src,test,demo}/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['api/test/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
