import { openDatabase } from '../db/database.ts';
import { findRunningServer } from '../db/embedded/running.ts';
import { readEnv } from '../env.ts';
import { checkLedger, type LedgerCheck } from '../ledger/check.ts';
import { readSystemTotals, systemTotalText, type SystemTotal } from '../ledger/system-totals.ts';
import { runProgram, say, withDatabase } from './program.ts';

/** `npm run verify`: checks every invariant of the ledger, also while the server runs. */
await runProgram('The ledger was not checked.', async () => {
  const env = readEnv(process.env);
  const url = env.databaseUrl === null ? await findRunningServer(env.dataDir) : null;
  const verify = async (at: string): Promise<void> => {
    const { totals, ...result } = await check(at);
    const isRight = report(result);
    say('The system accounts of all companies together:');
    for (const total of totals) say(`  ${systemTotalText(total)}`);
    process.exitCode = isRight ? 0 : 1;
  };
  await (url === null ? withDatabase(env, verify) : verify(url));
});

async function check(url: string): Promise<LedgerCheck & { totals: SystemTotal[] }> {
  const database = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 0,
    role: 'sente_app',
    onIdleError: () => {},
  });
  try {
    return { ...(await checkLedger(database)), totals: await readSystemTotals(database) };
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
