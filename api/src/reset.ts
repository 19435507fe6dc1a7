import { startDatabaseServer } from './database-server.ts';
import { StartError } from './db/embedded/start-error.ts';
import { readEnv } from './env.ts';
import { resetToDemo } from './first-run.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const env = readEnv(process.env);
  if (!env.demo) {
    throw new StartError(
      'Reset throws all data away and loads the demo data. Set SENTE_DEMO=on to allow it.',
    );
  }
  const server = await startDatabaseServer(env, say);
  try {
    await resetToDemo(server.url, env, say);
  } finally {
    await server.stop();
  }
  say('The demo data is back.');
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\nReset was not done. ${error.message}\n`);
  process.exit(1);
}
