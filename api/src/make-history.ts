import { parseArgs } from 'node:util';
import { demoPassword } from '../demo/sign-ins.ts';
import { addLargeHistory, type LargeHistory } from '../demo/large-history.ts';
import { startDatabaseServer } from './database-server.ts';
import { StartError } from './db/embedded/start-error.ts';
import { readEnv } from './env.ts';
import { requireDemoData } from './first-run.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const usage =
  'Use: npm run demo -- --transactions 1000000 [--companies 20] [--accounts 200] [--days 365]';

try {
  const wanted = readWanted();
  const env = readEnv(process.env);
  if (!env.demo) {
    throw new StartError('It is made of demo data. Set SENTE_DEMO=on to allow it.');
  }
  const server = await startDatabaseServer(env, say);
  try {
    await requireDemoData(server.url, env, say);
    const { seconds, email } = await addLargeHistory(server.url, wanted, say);
    say(`Done in ${seconds.toFixed(1)} s. A large company: ${email}, password ${demoPassword}`);
  } finally {
    await server.stop();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\nThe history was not made. ${error.message}\n`);
  process.exit(1);
}

function readWanted(): LargeHistory {
  const { transactions, companies, accounts, days } = readOptions();
  // Companies and accounts alone are a wish too.
  const isSaid = companies !== undefined || accounts !== undefined;
  return {
    transactions: integer(transactions ?? (isSaid ? '0' : undefined), 0),
    companies: integer(companies ?? '20', 1),
    accounts: integer(accounts ?? '200', 1),
    days: integer(days ?? '365', 1),
  };
}

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { transactions: option, companies: option, accounts: option, days: option },
    });
    return values;
  } catch {
    throw new StartError(usage);
  }
}

function integer(text: string | undefined, min: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new StartError(usage);
}
