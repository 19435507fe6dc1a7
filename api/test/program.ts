import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundles that `npm start` runs. Where Vitest is run by hand there are none, and the sources run. */
const bundles = process.env['SENTE_PROGRAMS_DIR'];

type Program = 'backup' | 'restore' | 'serve' | 'simulate' | 'verify';

/** For tests that start a program as a user would. */
export function pathOfProgram(name: Program): string {
  return pathIn('../src/programs', name);
}

/** Bundled with the programs: parts of the server that tests kill. */
export const pathOfPayments = pathIn('.', 'payments-process');

function pathIn(folder: string, name: string): string {
  if (bundles) return join(bundles, `${name}.mjs`);
  return fileURLToPath(new URL(`${folder}/${name}.ts`, import.meta.url));
}

/** The server itself. */
export const programPath = pathOfProgram('serve');

const ours = /^(SENTE_|DATABASE_URL$|PORT$|HOST$|PG)/;

/**
 * The environment without Sente settings, plus the given ones: the developer's own database must
 * never be touched by a test. The test server does not sync to disk.
 */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return { ...Object.fromEntries(inherited), SENTE_DATABASE_FSYNC: 'off', ...settings };
}
