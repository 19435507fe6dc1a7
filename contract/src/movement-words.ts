import { leftOutKinds } from './transaction-kinds.ts';

/** The states of transactions and payments; a payment is processing while its network has it. */
export const movementStates = ['completed', 'pending', 'processing', 'failed'] as const;
export type MovementState = (typeof movementStates)[number];

/**
 * One word for each state, on pages, in search results and in files. Two screens have words of their own:
 * the dashboard of the back-office says Success, and the list of API transactions shows the statuses of
 * the payments API.
 */
const words: Readonly<Record<MovementState, string>> = {
  completed: 'Completed',
  pending: 'Pending',
  processing: 'Processing',
  failed: 'Failed',
};

/** Of a transaction's status, or of a payment's. Null for a status of an earlier system. */
export function movementState(status: string): MovementState | null {
  const state = status === 'SUCCESS' ? 'completed' : status.toLowerCase();
  return Object.hasOwn(words, state) ? (state as MovementState) : null;
}

/** A status of an earlier system is shown as it is. */
export function statusWord(status: string): string {
  const state = movementState(status);
  return state === null ? status : words[state];
}

export function typeWord(type: 'credit' | 'debit'): 'Credit' | 'Debit' {
  return type === 'credit' ? 'Credit' : 'Debit';
}

/** "Payout", "Fee change". */
export function kindWord(kind: string): string {
  const text = kind.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A reversal names what it took back, and that one the reversal. */
export interface Reversible {
  readonly reversalOf: string | null;
  readonly reversedBy: string | null;
}

/** Neither income nor spending: a reversal, what it took back, and what stays within the company. */
export function isNeutral({ kind, ...row }: Reversible & { readonly kind: string }): boolean {
  return reversalMarkOf(row) !== null || leftOutKinds.some((leftOut) => leftOut === kind);
}

type ReversalMark = { word: 'Reversal' | 'Reversed'; link: 'of' | 'by'; otherId: string };

export function reversalMarkOf({ reversalOf, reversedBy }: Reversible): ReversalMark | null {
  if (reversalOf) return { word: 'Reversal', link: 'of', otherId: reversalOf };
  return reversedBy ? { word: 'Reversed', link: 'by', otherId: reversedBy } : null;
}

/** For a file; empty for an ordinary transaction. */
export function reversalText(row: Reversible): string {
  const mark = reversalMarkOf(row);
  return mark ? `${mark.word} ${mark.link} ${mark.otherId}` : '';
}
