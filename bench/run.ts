import { parseArgs } from 'node:util';
import { createBench, type Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { measureChain } from './chain.ts';
import { measureGuessing } from './guessing.ts';
import { measureHttpPosting } from './http-posting.ts';
import { measureLive } from './live.ts';
import { measureLists } from './lists.ts';
import { measureOverload } from './overload.ts';
import { measurePartitions } from './partitions.ts';
import { measurePaymentCosts } from './payment-costs.ts';
import { measurePayments } from './payments.ts';
import { measurePosting } from './posting.ts';
import { measureReading } from './reading.ts';
import { measureRowLevelSecurity } from './rls.ts';
import { startBenchServer } from './server.ts';
import { measureMatching } from './matching.ts';
import { measureStatements } from './statements.ts';
import { measureUpload } from './upload.ts';
import { measureVerify } from './verify.ts';
import { measureVouchers } from './vouchers.ts';

/** In the order in which they run. Each prints its figures and stores them as JSON. */
const onDatabase: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  posting: measurePosting,
  http: measureHttpPosting,
  payments: measurePayments,
  'payment-costs': measurePaymentCosts,
  overload: measureOverload,
  reading: measureReading,
  lists: measureLists,
  partitions: measurePartitions,
  live: measureLive,
  guessing: measureGuessing,
  upload: measureUpload,
  statements: measureStatements,
  matching: measureMatching,
  vouchers: measureVouchers,
  verify: measureVerify,
  rls: measureRowLevelSecurity,
  chain: measureChain,
};
const inBrowser = ['first-load', 'slow-line', 'layout-shift', 'long-lists', 'lighthouse'];
const all = [...inBrowser, ...Object.keys(onDatabase)];

const flag = { type: 'boolean', default: false } as const;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: flag, fresh: flag, profile: flag },
});

try {
  await run(positionals.length > 0 ? positionals : all);
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

/** `npm run bench`: not a test, except that the ledger must be correct and the budgets met. */
async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new BenchError(`There is no ${unknown.join(' and no ')}. There are: ${all.join(', ')}.`);
  }
  if (names.includes('first-load')) {
    // Imported here, because only these five need a browser and the built web.
    const { measureFirstLoad } = await import('./first-load.ts');
    await measureFirstLoad();
  }
  if (names.includes('slow-line')) {
    const { measureSlowLine } = await import('./slow-line.ts');
    await measureSlowLine();
  }
  if (names.includes('layout-shift')) {
    const { measureLayoutShift } = await import('./layout-shift.ts');
    await measureLayoutShift();
  }
  if (names.includes('long-lists')) {
    const { measureLongLists } = await import('./long-lists.ts');
    await measureLongLists();
  }
  if (names.includes('lighthouse')) {
    const { measureLighthouse } = await import('./lighthouse.ts');
    await measureLighthouse();
  }
  const wanted = Object.entries(onDatabase).filter(([name]) => names.includes(name));
  if (wanted.length === 0) return;
  const server = await startBenchServer({ countsStatements: options.profile });
  try {
    const bench = createBench(server, options);
    for (const [, measure] of wanted) await measure(bench);
  } finally {
    await server.stop();
  }
}
