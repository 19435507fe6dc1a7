import { StartError } from '../db/embedded/start-error.ts';
import { readEnv } from '../env.ts';
import { resetToDemo } from './first-data.ts';
import { runProgram, say, withDatabase } from './program.ts';
import { forgetTestWorld } from './test-world-place.ts';

await runProgram('Reset was not done.', async () => {
  const env = readEnv(process.env);
  if (!env.demo) {
    throw new StartError(
      'Reset throws all data away and loads the demo data. Set SENTE_DEMO=on to allow it.',
    );
  }
  await withDatabase(env, async (url) => {
    await resetToDemo(url, env, say);
    await forgetTestWorld(url, env);
  });
  say('The demo data is back.');
});
