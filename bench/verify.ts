import { checkLedger } from '../api/src/ledger/check.ts';
import { median } from './alternate.ts';
import type { Bench } from './bench.ts';
import { openHistory } from './history.ts';
import { rounded, writeResults } from './results.ts';
import { asRequests } from './databases.ts';

const transactions = 1_000_000;

/** How long the check of all invariants takes over two million entries. */
export async function measureVerify(bench: Bench): Promise<void> {
  const { url } = await openHistory(bench, transactions);
  const seconds: number[] = [];
  let entries = 0;
  await asRequests(url, async (database) => {
    for (let round = 0; round < bench.rounds; round++) {
      const check = await checkLedger(database);
      if (check.violations.length > 0) throw new Error('The history breaks an invariant');
      seconds.push(check.durationMs / 1_000);
      entries = check.entries;
    }
  });
  const figures = { transactions, entries, seconds: rounded(median(seconds)) };
  console.log('\nProof of all invariants');
  console.table([figures]);
  writeResults(bench, 'verify', { ...figures, rounds: seconds });
}
