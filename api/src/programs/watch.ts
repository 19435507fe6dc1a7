import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../db/database.ts';
import { findRunningServer } from '../db/embedded/running.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { readEnv, type Env } from '../env.ts';
import { createLogger } from '../http/logger.ts';
import { findSealer } from '../security/credential-key.ts';
import { createWatcher, lookEveryMs } from '../watcher/watcher.ts';
import { runProgram, say } from './program.ts';

/**
 * `npm run watch`: looks at the payouts of all companies and trips the brake, in a role that can do
 * nothing else. A server starts one beside itself; on other machines more of them stand by.
 */
await runProgram('The watcher could not start.', async () => {
  const env = readEnv(process.env);
  const logger = createLogger(env.logLevel);
  const database = openDatabase({
    url: await findUrl(env),
    poolSize: 1,
    statementTimeoutMs: 5_000,
    role: 'sente_watcher',
    onIdleError: (error) => logger.warn({ err: error }, "the watcher's connection broke"),
  });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The server that started it is gone.
  process.on('disconnect', stop);
  const watcher = createWatcher(database, logger, findSealer(env));
  if (!process.connected) say('The watcher looks at the payouts. Ctrl-C stops it.');
  while (!stopping.signal.aborted) {
    try {
      await watcher.look();
    } catch (error) {
      logger.warn({ err: error }, 'the watcher could not look');
    }
    await sleep(lookEveryMs, null, { signal: stopping.signal }).catch(() => {});
  }
  await database.close();
  if (process.connected) process.disconnect();
});

async function findUrl({ watcherDatabaseUrl, databaseUrl, dataDir }: Env): Promise<string> {
  const url =
    watcherDatabaseUrl ?? databaseUrl ?? (await findRunningServer(dataDir, 'sente_guard'));
  if (url) return url;
  throw new StartError(
    'There is no database to watch. Start the server first, or set DATABASE_URL.',
  );
}
