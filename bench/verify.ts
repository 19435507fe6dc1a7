import { findViolations } from '../api/src/ledger/invariants.ts';
import { median } from './alternate.ts';
import type { Bench } from './bench.ts';
import { openHistory } from './history.ts';
import { rounded, writeResults } from './results.ts';
import { asOwner } from './databases.ts';

const transactions = 1_000_000;

/** How long the proof of all invariants takes over two million entries. */
export async function measureVerify(bench: Bench): Promise<void> {
  const { url } = await openHistory(bench, transactions);
  const seconds: number[] = [];
  const entries = await asOwner(url, async (owner) => {
    for (let round = 0; round < bench.rounds; round++) {
      const startedAt = performance.now();
      await findViolations(owner);
      seconds.push((performance.now() - startedAt) / 1_000);
    }
    return owner.row<{ count: number }>('select count(*)::int as count from entries');
  });
  const figures = { transactions, entries: entries?.count, seconds: rounded(median(seconds)) };
  console.log('\nProof of all invariants');
  console.table([figures]);
  writeResults(bench, 'verify', { ...figures, rounds: seconds });
}
