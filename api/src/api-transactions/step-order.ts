import type { PaymentTrace } from '@sente/contract/api-transactions';

export type Step = PaymentTrace['steps'][number];

/** By time. The sort is stable: steps of the same moment keep their order. */
export function inOrder(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** A database transaction has one time for what it ends, and writes the steps that led to the end after that. */
const writtenWithinMs = 1_000;

/**
 * What only the ledger or the payment knows, not before what led to it: a moment later, if a step was written then. It
 * stands behind these in the list.
 */
export function behindCauses(effect: Step, causes: readonly Step[]): Step {
  const at = Date.parse(effect.at);
  const times = causes
    .filter(({ kind }) => kind !== 'webhook' && kind !== 'requested')
    .map((cause) => Date.parse(cause.at))
    .filter((time) => time > at && time - at <= writtenWithinMs);
  return times.length === 0
    ? effect
    : { ...effect, at: new Date(Math.max(...times)).toISOString() };
}
