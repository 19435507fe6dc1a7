import { fileURLToPath } from 'node:url';

/** The program itself, for tests that start it as a person would. */
export const programPath = fileURLToPath(new URL('../src/programs/serve.ts', import.meta.url));

const ours = /^(SENTE_|DATABASE_URL$|PORT$|HOST$|PG)/;

/**
 * The environment without any setting of Sente, plus those given: whoever runs the tests may have a
 * database of their own in it, and no test may ever touch that.
 */
export function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return { ...Object.fromEntries(inherited), ...settings };
}
