import { findViolations } from '../api/src/ledger/invariants.ts';
import { BenchError } from './bench-error.ts';
import { asOwner } from './databases.ts';

/** A rate counts only if the ledger is correct afterwards. */
export async function requireNoViolations(url: string): Promise<void> {
  const violations = await asOwner(url, findViolations);
  if (violations.length === 0) return;
  throw new BenchError(
    `The ledger is wrong after the measurement:\n${JSON.stringify(violations, null, 2)}`,
  );
}
