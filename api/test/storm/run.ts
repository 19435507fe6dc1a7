import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readSystemTotals, systemTotalText } from '../../src/ledger/system-totals.ts';
import { findBrokenRules } from './faults.ts';
import { playStorm, type StormDatabase } from './storm.ts';
import { platformDb } from '../platform-db.ts';

/* `npm run storm -- --seed N --payments M --seeds K` plays K seeds, beginning with N. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    payments: { type: 'string', default: '200' },
    seeds: { type: 'string', default: '1' },
  },
});
const whole = (name: keyof typeof values): number => {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} is a whole number above zero, not ${values[name]}.`);
  process.exit(1);
};
const [first, payments, seeds] = [whole('seed'), whole('payments'), whole('seeds')];

const dataDir = mkdtempSync(join(tmpdir(), 'sente-storm-'));
const server = await startEmbeddedPostgres({
  dataDir,
  log: () => {},
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
});
const failed: number[] = [];
/** Checking the whole database takes longer the more it holds. */
const seedsPerCheck = 100;
try {
  await migrate(server.url, () => {});
  const storm = open(server.url);
  for (let seed = first; seed < first + seeds; seed++) {
    const startedAt = performance.now();
    const played = await playStorm(storm, { seed, payments });
    const { accepted, calls, servers, decided, faults } = played;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const figures = `${accepted} payments, ${calls} calls, ${servers} servers, ${decided} decided by people, ${seconds} s`;
    console.log(`seed ${seed}: ${faults.length === 0 ? 'survived' : 'FAILED'}, ${figures}`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) failed.push(seed);
    const isLast = seed === first + seeds - 1;
    if (!isLast && (seed - first) % seedsPerCheck !== seedsPerCheck - 1) continue;
    for (const broken of await findBrokenRules(storm.owner)) {
      console.log(`  by seed ${seed}, or one before it: ${broken}`);
      if (!failed.includes(seed)) failed.push(seed);
    }
  }
  // As `npm run verify` shows them.
  console.log('The system accounts of all companies together:');
  for (const total of await readSystemTotals(storm.database)) {
    console.log(`  ${systemTotalText(total)}`);
  }
  await storm.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.log(
    `Failed seeds: ${failed.join(', ')}. Replay one with npm run storm -- --seed ${failed[0]} --payments ${payments}.`,
  );
  process.exitCode = 1;
}

function open(url: string): StormDatabase & { close(): Promise<void> } {
  const options = { url, poolSize: 12, statementTimeoutMs: 10_000, onIdleError: () => {} };
  const database = openDatabase({ ...options, role: 'sente_app' });
  const owner = openDatabase({ ...options, role: null });
  return {
    database,
    owner: platformDb(owner),
    close: async () => {
      await database.close();
      await owner.close();
    },
  };
}
