// How Vite bundles the programs of the server: a start loads a few files instead of seven hundred.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot } from './paths.mjs';

const folder = inRoot('api/src/programs');
/** The other files there are parts of them. */
const PROGRAMS = [
  'serve',
  'watch',
  'simulate',
  'backup',
  'restore',
  'verify',
  'reset',
  'load-history',
];

/** Also started dozens of times, by the tests that kill it: parts of the server with short delays. An image has none. */
const FOR_TESTS = inRoot('api/test/payments-process.ts');
const IN_TESTS = existsSync(FOR_TESTS) ? { 'payments-process': FOR_TESTS } : {};

/** Native code, and what reads files that lie beside it. */
const UNBUNDLED = ['@node-rs/argon2', 'pdfkit', 'pg-native'];

export default {
  configFile: false,
  logLevel: 'warn',
  plugins: [placesOfSources()],
  // With all other packages: most of the files that a start would read are theirs.
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(PROGRAMS.map((name) => [name, join(folder, `${name}.ts`)])),
        ...IN_TESTS,
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
};

/**
 * A module that reads a file beside itself (a migration, a style sheet) still finds it: its own address
 * stays that of its source, seen from the folder of the bundle. One that starts a program starts the bundled one.
 */
function placesOfSources() {
  let outDir;
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('node_modules')) return null;
      const source = relative(outDir, id);
      return code
        .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (text, name) =>
          PROGRAMS.includes(name) ? `new URL('./${name}.mjs', import.meta.here)` : text,
        )
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        .replaceAll('import.meta.here', 'import.meta.url');
    },
  };
}
