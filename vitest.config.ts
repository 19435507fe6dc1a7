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
            'web/*.test.ts',
          ],
        },
      },
      {
        extends: 'web/vite.config.ts',
        root: '.',
        test: {
          name: 'unit-web',
          environment: 'jsdom',
          // The files of a worker share modules and document, which setup.ts resets after each test:
          // 125 s of CPU instead of 205 s with separate modules for each file.
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/setup.ts'],
          // Whole pages in jsdom, possibly on a busy machine.
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
          // Each file has a database of its own; sharing modules saves loading the API for each file.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
