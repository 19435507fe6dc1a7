import { fileURLToPath } from 'node:url';

/** The program itself, for tests that start it as a user would. */
export const programPath = fileURLToPath(new URL('../src/programs/serve.ts', import.meta.url));

const ours = /^(SENTE_|DATABASE_URL$|PORT$|HOST$|PG)/;

/**
 * The environment without Sente settings, plus the given ones: the developer's own database must
 * never be touched by a test. The test server does not sync to disk.
 */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return { ...Object.fromEntries(inherited), SENTE_DATABASE_FSYNC: 'off', ...settings };
}
