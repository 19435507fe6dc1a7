import { parseArgs } from 'node:util';
import { demoPassword } from '../../demo/sign-ins.ts';
import { addLargeHistory, type LargeHistory } from '../../demo/large-history.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { readEnv } from '../env.ts';
import { requireDemoData } from './first-data.ts';
import { runProgram, say, withDatabase } from './program.ts';

const usage =
  'Use: npm run demo -- --transactions 1000000 [--companies 20] [--accounts 200] [--days 365]';

await runProgram('The history was not made.', async () => {
  const wanted = readWanted();
  const env = readEnv(process.env);
  if (!env.demo) {
    throw new StartError('It is made of demo data. Set SENTE_DEMO=on to allow it.');
  }
  await withDatabase(env, async (url) => {
    await requireDemoData(url, env, say);
    const { seconds, email } = await addLargeHistory(url, wanted, say);
    say(`Done in ${seconds.toFixed(1)} s. A large company: ${email}, password ${demoPassword}`);
  });
});

function readWanted(): LargeHistory {
  const { transactions, companies, accounts, days } = readOptions();
  // Companies or accounts can be created without transactions.
  const hasOther = companies !== undefined || accounts !== undefined;
  return {
    transactions: integer(transactions ?? (hasOther ? '0' : undefined), 0),
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
