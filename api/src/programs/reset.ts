import { StartError } from '../db/embedded/start-error.ts';
import { readEnv } from '../env.ts';
import { resetToDemo } from './first-data.ts';
import { runProgram, say, withDatabase } from './program.ts';

await runProgram('Reset was not done.', async () => {
  const env = readEnv(process.env);
  if (!env.demo) {
    throw new StartError(
      'Reset throws all data away and loads the demo data. Set SENTE_DEMO=on to allow it.',
    );
  }
  await withDatabase(env, (url) => resetToDemo(url, env, say));
  say('The demo data is back.');
});
