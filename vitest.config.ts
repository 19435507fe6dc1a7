import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a quarter of a minute or more. They come first, so that the workers end together. */
const long = [
  'kill-api',
  'restore-drill',
  'storm',
  'ledger-model',
  'kill-payments',
  'database-away',
  'replica',
  'neighbours',
  'fuzz',
  'idempotent-payments',
  'access-matrix',
  'rolling-restart',
  'least-rights',
  'reach',
  'misbehaving-networks',
  'kill-postings',
  'crash',
].map((name) => `/api/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = long.findIndex((path) => moduleId.endsWith(path));
      return place < 0 ? long.length : place;
    };
    // The others in the usual order, the largest first.
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/**
 * Three projects. `unit-node` and `unit-web` need nothing but the code and run in every check;
 * `api` runs against a real PostgreSQL, which its global setup starts. They differ in their workers, so
 * those of a run that has several come one after the other: `groupOrder`.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit-node',
          sequence: { groupOrder: 0 },
          environment: 'node',
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          // Only to end what hangs: a busy machine takes several times as long.
          testTimeout: 20_000,
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
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
          environment: 'node',
          include: ['api/{src,test,demo}/**/*.test.ts'],
          exclude: [
            '**/*.unit.test.ts',
            '**/node_modules/**',
            // Needs root, and takes half an hour: `npm run test:failover`.
            ...(process.env['SENTE_FAILOVERS'] ? [] : ['api/test/failover/**']),
            // Takes hours: `npm run test:soak -- --hours 1`.
            ...(process.env['SENTE_SOAK_HOURS'] ? [] : ['api/test/soak/soak.test.ts']),
          ],
          globalSetup: ['api/test/global-setup.ts'],
          setupFiles: ['api/test/setup.ts'],
          pool: 'forks',
          // Each file has a database of its own; sharing modules saves loading the API for each file.
          isolate: false,
          // More than processors: many files wait for programs that are killed and started again.
          maxWorkers: 3,
          // Only to end what hangs: a slow machine takes several times as long as a fast one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
