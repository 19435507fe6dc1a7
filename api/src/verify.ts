import { startDatabaseServer } from './database-server.ts';
import { openDatabase } from './db/database.ts';
import { findRunningServer } from './db/embedded/running.ts';
import { StartError } from './db/embedded/start-error.ts';
import { readEnv, type Env } from './env.ts';
import { checkLedger, type LedgerCheck } from './ledger/check.ts';

/** `npm run verify`: proves that every invariant of the ledger holds, also while the server runs. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const env = readEnv(process.env);
  const server = (await runningServer(env)) ?? (await startDatabaseServer(env, say));
  try {
    process.exitCode = report(await check(server.url)) ? 0 : 1;
  } finally {
    await server.stop();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\nThe ledger was not checked. ${error.message}\n`);
  process.exitCode = 1;
}

async function runningServer(env: Env) {
  if (env.databaseUrl !== null) return null;
  const url = await findRunningServer(env.dataDir);
  return url === null ? null : { url, stop: async () => {} };
}

async function check(url: string): Promise<LedgerCheck> {
  const database = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 0,
    role: 'sente_app',
    onIdleError: () => {},
  });
  try {
    return await checkLedger(database);
  } finally {
    await database.close();
  }
}

function report({ entries, durationMs, violations }: LedgerCheck): boolean {
  const seconds = (durationMs / 1000).toFixed(1);
  const looked = `${entries.toLocaleString('en-US')} entries in ${seconds} s`;
  if (violations.length === 0) {
    say(`The ledger is right: every invariant holds over ${looked}.`);
    return true;
  }
  say(`The ledger is WRONG. Looked at ${looked}.`);
  for (const { invariant, count, example } of violations) {
    say(`  Broken ${count} times: ${invariant}. For example ${example}`);
  }
  return false;
}
