import { hash } from 'node:crypto';
import { createKeySet } from './key-set.ts';

/** A line of a statement, whatever its layout. */
export interface StatementLine {
  readonly lineNumber: number;
  /** The network's id. */
  readonly reference: string | null;
  /** Our id, where the statement carries it. */
  readonly orderId: string | null;
  readonly phone: string | null;
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  /** Hundredths of UGX, as all amounts. */
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly balanceAfter: bigint | null;
  readonly kind: 'payment' | 'reversal' | 'fee' | 'transfer' | 'other';
  readonly status: 'completed' | 'failed' | 'pending';
  readonly text: string;
}

export interface BadLine {
  readonly lineNumber: number;
  readonly content: string;
  readonly problem: string;
}

/**
 * Counts the equal lines of one file: of a number, in a minute, with an amount. Some layouts have the network's id and
 * others do not, so the same payments in both have other keys: as many as one has are known from the other. Null for a
 * line that no other layout can have told.
 */
export function createOccurrences(
  hasLinesWithoutId: boolean,
): (line: StatementLine) => number | null {
  const seen = new Set<string>();
  const repeated = new Map<string, number>();
  return ({ reference, phone, atMs, direction, amount, status }) => {
    if (phone === null || (reference !== null && !hasLinesWithoutId)) return null;
    const what = `${phone} ${Math.floor(atMs / 60_000)} ${direction} ${amount} ${status}`;
    if (!seen.has(what)) {
      seen.add(what);
      return 1;
    }
    const count = (repeated.get(what) ?? 1) + 1;
    repeated.set(what, count);
    return count;
  };
}

/**
 * Gives the lines of one file their keys: the same line of another file has the same key, and two equal
 * lines of one file, such as a payment that the network made twice, have two. The moment counts by the
 * minute, because a file and a call tell the same payment with and without seconds; the status counts,
 * because what was pending yesterday is another line when it is completed.
 */
export function createLineKeys(): (line: StatementLine) => string {
  /** An equal line may follow anywhere in the file. */
  const seen = createKeySet();
  const repeated = new Map<string, number>();
  return ({ reference, phone, atMs, direction, amount, status, text }) => {
    const who = reference ?? `${phone ?? ''} ${text}`;
    const told = `${who}\n${Math.floor(atMs / 60_000)}\n${direction}\n${amount}\n${status}`;
    const key = keyOf(told);
    if (seen.add(key)) return key;
    const count = (repeated.get(key) ?? 1) + 1;
    repeated.set(key, count);
    return keyOf(`${told}\n${count}`);
  };
}

function keyOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
